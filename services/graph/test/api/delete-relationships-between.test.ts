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

/** Creates a caller with two memories. */
function setUp() {
  const caller = testCaller();
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  const app = graph.as(caller);
  const create = async (from: string, to: string, rest = {}): Promise<string> =>
    (await app.post(PATH).send(relationshipBody(from, to, rest))).body.data.id;
  const deleteBetween = (from: string, to: string) =>
    app.delete(`${PATH}/between`).query({ from_id: from, to_id: to });
  return { caller, app, a, b, create, deleteBetween };
}

describe('DELETE /relationships/between', () => {
  test('deletes relationships of all types from the source to the target, and BIDIRECTIONAL relationships', async () => {
    const { caller, app, a, b, create, deleteBetween } = setUp();
    const deleted = [
      await create(a, b),
      await create(a, b, { relationship_type: 'causes' }),
      await create(b, a, { relationship_type: 'sibling_of', direction_type: 'BIDIRECTIONAL' }),
    ];
    const kept = await create(b, a);
    const { status, body } = await deleteBetween(a, b);
    expect(status).toBe(200);
    expect(body.data).toEqual({ from_id: a, to_id: b, deleted: 3, deleted_ids: deleted });
    const remaining = await app.get(PATH);
    expect(remaining.body.data.items.map((item: { id: string }) => item.id)).toEqual([kept]);
    const events = (await graph.events(caller)).filter((event) => event.type === 'relationship.deleted');
    expect(events.map((event) => [event.aggregate_id, event.revision])).toEqual(deleted.map((id) => [id, 2]));
  });

  test('responds with 404 RES_NOT_FOUND if there is no relationship between the memories', async () => {
    const { a, b, deleteBetween } = setUp();
    const { status, body } = await deleteBetween(a, b);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('responds with 404 if there is only a DIRECTED relationship in the opposite direction', async () => {
    const { a, b, create, deleteBetween } = setUp();
    await create(a, b);
    expect((await deleteBetween(b, a)).status).toBe(404);
  });

  test('responds with 404 to a repetition of a successful request', async () => {
    const { a, b, create, deleteBetween } = setUp();
    await create(a, b);
    expect((await deleteBetween(a, b)).status).toBe(200);
    expect((await deleteBetween(a, b)).status).toBe(404);
  });

  test('responds with 404 for memories of another tenant without deleting their relationships', async () => {
    const { app, a, b, create } = setUp();
    await create(a, b);
    const foreign = graph.as(testCaller()).delete(`${PATH}/between`).query({ from_id: a, to_id: b });
    expect((await foreign).status).toBe(404);
    expect((await app.get(PATH)).body.data.pagination.total).toBe(1);
  });

  test('responds with 403 AUTH_FORBIDDEN without the delete permission', async () => {
    const query = { from_id: newId(), to_id: newId() };
    const { status, body } = await graph.as(withoutDelete()).delete(`${PATH}/between`).query(query);
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['without to_id', { from_id: newId() }, 'VAL_FIELD_REQUIRED'],
    ['without from_id', { to_id: newId() }, 'VAL_FIELD_REQUIRED'],
    ['without parameters', {}, 'VAL_FIELD_REQUIRED'],
    ['with a malformed to_id', { from_id: newId(), to_id: 'x' }, 'VAL_UUID_INVALID'],
  ])('responds with 422 to a request %s', async (_, query, code) => {
    const { status, body } = await graph.as(testCaller()).delete(`${PATH}/between`).query(query);
    expect([status, body.error.code]).toEqual([422, code]);
  });
});
