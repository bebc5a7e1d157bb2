import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody, withoutDelete } from '../graph-service.fixture.ts';
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
  const app = graph.as(caller);
  const created = (await app.post(PATH).send(relationshipBody(a, b, rest))).body.data;
  return { caller, a, b, app, created };
}

describe('DELETE /relationships/{relationship_id}', () => {
  const paired = { direction_type: 'INVERSE_PAIRED', inverse_type: 'disputes' };

  test('stores a relationship.deleted event with the next revision of the deleted relationship', async () => {
    const { caller, a, b, app, created } = await setUp();
    const { status, body } = await app.delete(`${PATH}/${created.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ id: created.id, deleted: true });
    expect((await app.get(`${PATH}/${created.id}`)).status).toBe(404);
    expect((await graph.events(caller)).at(-1)).toMatchObject({
      type: 'relationship.deleted',
      aggregate_id: created.id,
      revision: 2,
      data: { id: created.id, from_id: a, to_id: b },
    });
  });

  test('allows creating the same relationship again after its deletion', async () => {
    const { a, b, app, created } = await setUp();
    await app.delete(`${PATH}/${created.id}`);
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(201);
  });

  test('keeps the inverse relationship of an INVERSE_PAIRED relationship', async () => {
    const { app, created } = await setUp(paired);
    const inverse = `${PATH}/${created.inverse_relationship_id}`;
    await app.delete(`${PATH}/${created.id}`);
    const { status, body } = await app.get(inverse);
    expect(status).toBe(200);
    expect(body.data.inverse_relationship_id).toBeNull();
    expect((await app.delete(inverse)).status).toBe(200);
  });

  test('deletes a forward and its inverse relationship in two concurrent requests', async () => {
    const { app, created } = await setUp(paired);
    const responses = await Promise.all(
      [created.id, created.inverse_relationship_id].map((id: string) => app.delete(`${PATH}/${id}`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('responds with 403 AUTH_FORBIDDEN, without deleting the relationship, to a caller without the permission', async () => {
    const { caller, app, created } = await setUp();
    const { status, body } = await graph.as(withoutDelete(caller)).delete(`${PATH}/${created.id}`);
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect((await app.get(`${PATH}/${created.id}`)).status).toBe(200);
  });

  test('responds with 404 RES_NOT_FOUND for an unknown id', async () => {
    const { body } = await graph.as(testCaller()).delete(`${PATH}/${newId()}`);
    expect(body.error.code).toBe('RES_NOT_FOUND');
  });

  test('responds with 404 for a relationship of another tenant', async () => {
    const { created } = await setUp();
    expect((await graph.as(testCaller()).delete(`${PATH}/${created.id}`)).status).toBe(404);
  });

  test('responds with 200 to exactly one of three concurrent requests', async () => {
    const { app, created } = await setUp();
    const responses = await Promise.all([1, 2, 3].map(() => app.delete(`${PATH}/${created.id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('responds with 422 VAL_UUID_INVALID for a malformed id', async () => {
    const { body } = await graph.as(testCaller()).delete(`${PATH}/x`);
    expect(body.error.code).toBe('VAL_UUID_INVALID');
  });
});
