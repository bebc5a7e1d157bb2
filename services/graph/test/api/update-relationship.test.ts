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

/** Creates a caller with a relationship between two memories. */
async function setUp(rest: Record<string, unknown> = {}) {
  const caller = testCaller();
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
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

describe('PATCH /relationships/{relationship_id}', () => {
  test('updates only the given fields', async () => {
    const { created, patch, read } = await setUp({ metadata: { kept: true } });
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

  test('ignores fields other than strength, confidence and evidence', async () => {
    const { created, patch } = await setUp();
    const { body } = await patch({
      strength: 0.9,
      relationship_type: 'causes',
      to_id: newId(),
      metadata: {},
    });
    expect(body.data).toMatchObject({ ...created, strength: 0.9, updated_at: expect.any(String) });
  });

  test('stores a relationship.updated event with the next revision', async () => {
    const { caller, patch, created } = await setUp();
    await patch({ strength: 0.9 });
    const [, updated, ...others] = await graph.events(caller);
    expect(updated).toMatchObject({
      type: 'relationship.updated',
      revision: 2,
      data: { id: created.id, strength: 0.9 },
    });
    expect(others).toEqual([]);
  });

  test('responds with 200, without storing an event, if no value changes', async () => {
    const { caller, patch } = await setUp({ strength: 0.9 });
    expect((await patch({ strength: 0.9 })).status).toBe(200);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('does not change the inverse relationship of an INVERSE_PAIRED relationship', async () => {
    const { caller, created, patch } = await setUp({
      direction_type: 'INVERSE_PAIRED',
      inverse_type: 'tests',
    });
    await patch({ strength: 1 });
    const inverse = await graph.as(caller).get(`${PATH}/${created.inverse_relationship_id}`);
    expect(inverse.body.data.strength).toBe(0.5);
  });

  test('stores the events of 20 concurrent updates in the order of consecutive revisions', async () => {
    const { caller, patch } = await setUp();
    await Promise.all(Array.from({ length: 20 }, (_, i) => patch({ strength: (i + 1) / 100 })));
    expect((await graph.events(caller)).map((event) => event.revision)).toEqual(
      Array.from({ length: 21 }, (_, i) => i + 1),
    );
  });

  test('responds to a read-only token with 403', async () => {
    const { body, status } = await graph
      .as(readOnly('oauth'))
      .patch(`${PATH}/${newId()}`)
      .send({ strength: 1 });
    expect([status, body.error.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
  });

  test('responds with 404 RES_NOT_FOUND for an unknown id', async () => {
    const { status, body } = await graph.as(testCaller()).patch(`${PATH}/${newId()}`).send({ strength: 1 });
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('responds with 404 for a relationship of another tenant without changing the relationship', async () => {
    const { created, read } = await setUp();
    const { status, body } = await graph
      .as(testCaller())
      .patch(`${PATH}/${created.id}`)
      .send({ strength: 1 });
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    expect(await read()).toEqual(created);
  });

  test.each([
    [{}, 'VAL_VALIDATION_FAILED'],
    [{ metadata: {} }, 'VAL_VALIDATION_FAILED'],
    [{ strength: null }, 'VAL_FIELD_INVALID'],
    [{ evidence: null }, 'VAL_FIELD_INVALID'],
    [{ strength: 1.01 }, 'VAL_FIELD_INVALID'],
    [{ confidence: -1 }, 'VAL_FIELD_INVALID'],
    [{ evidence: 'x' }, 'VAL_FIELD_INVALID'],
  ])('rejects the body %j with 422 %s', async (change, code) => {
    const { status, body } = await graph.as(testCaller()).patch(`${PATH}/${newId()}`).send(change);
    expect([status, body.error.code]).toEqual([422, code]);
  });

  test('rejects a malformed id with 422 VAL_UUID_INVALID', async () => {
    const { status, body } = await graph.as(testCaller()).patch(`${PATH}/not-an-id`).send({ strength: 1 });
    expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });
});
