import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

async function setting() {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const app = graph.as(caller);
  const create = async (from: string, to: string, rest = {}): Promise<string> =>
    (await app.post(PATH).send(relationshipBody(from, to, rest))).body.data.id;
  const between = (from: string, to: string) =>
    app.delete(`${PATH}/between`).query({ from_id: from, to_id: to });
  return { caller, app, a, b, create, between };
}

test('200: removes all types from one to the other and BIDIRECTIONAL ones either way, and answers their ids', async () => {
  const { caller, app, a, b, create, between } = await setting();
  const gone = [
    await create(a, b),
    await create(a, b, { relationship_type: 'causes' }),
    await create(b, a, { relationship_type: 'sibling_of', direction_type: 'BIDIRECTIONAL' }),
  ];
  const kept = await create(b, a);
  const { status, body } = await between(a, b);
  expect(status).toBe(200);
  expect(body.data).toEqual({ from_id: a, to_id: b, deleted: 3, deleted_ids: gone });
  const left = await app.get(PATH);
  expect(left.body.data.items.map((item: { id: string }) => item.id)).toEqual([kept]);
  const deletions = (await graph.events(caller)).filter((event) => event.type === 'relationship.deleted');
  expect(deletions.map((event) => [event.aggregate_id, event.revision])).toEqual(gone.map((id) => [id, 2]));
});

test('404 RES_NOT_FOUND when no relationship exists: none, only the other way round, a second time', async () => {
  const { a, b, create, between } = await setting();
  expect((await between(a, b)).body.error.code).toBe('RES_NOT_FOUND');
  await create(a, b);
  expect((await between(b, a)).status).toBe(404);
  expect((await between(a, b)).status).toBe(200);
  expect((await between(a, b)).status).toBe(404);
});

test("404: another tenant's relationships are as absent", async () => {
  const { app, a, b, create } = await setting();
  await create(a, b);
  const foreign = graph.as(testCaller()).delete(`${PATH}/between`).query({ from_id: a, to_id: b });
  expect((await foreign).status).toBe(404);
  expect((await app.get(PATH)).body.data.pagination.total).toBe(1);
});

test('403 AUTH_FORBIDDEN: without the delete permission', async () => {
  const query = { from_id: newId(), to_id: newId() };
  const { status, body } = await graph.as(withoutDelete()).delete(`${PATH}/between`).query(query);
  expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
});

test.each([
  [{ from_id: newId() }, 'VAL_FIELD_REQUIRED'],
  [{ to_id: newId() }, 'VAL_FIELD_REQUIRED'],
  [{}, 'VAL_FIELD_REQUIRED'],
  [{ from_id: newId(), to_id: 'x' }, 'VAL_UUID_INVALID'],
])('422: both query parameters are required: %j', async (query, code) => {
  const { status, body } = await graph.as(testCaller()).delete(`${PATH}/between`).query(query);
  expect([status, body.error.code]).toEqual([422, code]);
});
