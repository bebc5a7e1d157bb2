import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, readOnly, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

async function setting(rest: Record<string, unknown> = {}) {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const created = await graph
    .as(caller)
    .post(PATH)
    .send(relationshipBody(a, b, rest));
  const path = `${PATH}/${created.body.data.id}`;
  return {
    caller,
    created: created.body.data,
    patch: (body: object) => graph.as(caller).patch(path).send(body),
    read: async () => (await graph.as(caller).get(path)).body.data,
  };
}

describe('200', () => {
  test('any of strength, confidence and evidence; the rest stays', async () => {
    const { created, patch, read } = await setting({ metadata: { kept: true } });
    const { status, body } = await patch({ strength: 0, evidence: { source: 'letters' } });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...created,
      strength: 0,
      evidence: { source: 'letters' },
      updated_at: expect.any(String),
    });
    expect(await read()).toEqual(body.data);
    expect((await patch({ confidence: 1 })).body.data).toMatchObject({ strength: 0, confidence: 1 });
  });

  test('another field than the three is ignored', async () => {
    const { created, patch } = await setting();
    const { body } = await patch({
      strength: 0.9,
      relationship_type: 'causes',
      to_id: newId(),
      metadata: {},
    });
    expect(body.data).toMatchObject({ ...created, strength: 0.9, updated_at: expect.any(String) });
  });

  test('stores the relationship.updated event with the next revision; no change, no event', async () => {
    const { caller, patch, created } = await setting();
    await patch({ strength: 0.9 });
    const unchanged = await patch({ strength: 0.9 });
    expect(unchanged.status).toBe(200);
    const events = await graph.events(caller);
    expect(events.map(({ type, revision }) => [type, revision])).toEqual([
      ['relationship.created', 1],
      ['relationship.updated', 2],
    ]);
    expect(events[1]!.data).toMatchObject({ id: created.id, strength: 0.9 });
  });

  test('the other half of a pair stays as it is', async () => {
    const { caller, created, patch } = await setting({
      direction_type: 'INVERSE_PAIRED',
      inverse_type: 'tests',
    });
    await patch({ strength: 1 });
    const other = await graph.as(caller).get(`${PATH}/${created.inverse_relationship_id}`);
    expect(other.body.data.strength).toBe(0.5);
  });

  test('20 changes at once all count: events in the order of revisions, without a gap', async () => {
    const { caller, patch } = await setting();
    await Promise.all(Array.from({ length: 20 }, (_, i) => patch({ strength: (i + 1) / 100 })));
    expect((await graph.events(caller)).map((event) => event.revision)).toEqual(
      Array.from({ length: 21 }, (_, i) => i + 1),
    );
  });
});

test('403: a token that may only read', async () => {
  const { body, status } = await graph
    .as(readOnly('oauth'))
    .patch(`${PATH}/${newId()}`)
    .send({ strength: 1 });
  expect([status, body.error.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
});

test("404 RES_NOT_FOUND: unknown, and another tenant's", async () => {
  const { created, read } = await setting();
  for (const id of [newId(), created.id]) {
    const { status, body } = await graph.as(testCaller()).patch(`${PATH}/${id}`).send({ strength: 1 });
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  }
  expect(await read()).toEqual(created);
});

describe('422', () => {
  test.each([
    [{}, 'VAL_VALIDATION_FAILED'],
    [{ metadata: {} }, 'VAL_VALIDATION_FAILED'],
    [{ strength: null }, 'VAL_FIELD_INVALID'],
    [{ evidence: null }, 'VAL_FIELD_INVALID'],
    [{ strength: 1.01 }, 'VAL_FIELD_INVALID'],
    [{ confidence: -1 }, 'VAL_FIELD_INVALID'],
    [{ evidence: 'x' }, 'VAL_FIELD_INVALID'],
  ])('%j: %s', async (change, code) => {
    const { status, body } = await graph.as(testCaller()).patch(`${PATH}/${newId()}`).send(change);
    expect([status, body.error.code]).toEqual([422, code]);
  });

  test('malformed id: VAL_UUID_INVALID', async () => {
    const { status, body } = await graph.as(testCaller()).patch(`${PATH}/bulk`).send({ strength: 1 });
    expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });
});
