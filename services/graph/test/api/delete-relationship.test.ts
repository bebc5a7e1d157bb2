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

async function setting(rest: Record<string, unknown> = {}) {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const app = graph.as(caller);
  const created = (await app.post(PATH).send(relationshipBody(a, b, rest))).body.data;
  return { caller, a, b, app, created };
}

test('200: answers id and deleted; then it is gone, and its event has the next revision', async () => {
  const { caller, a, b, app, created } = await setting();
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

test('200: the same relationship can be made again', async () => {
  const { a, b, app, created } = await setting();
  await app.delete(`${PATH}/${created.id}`);
  expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(201);
});

test('200: for INVERSE_PAIRED, both relationships must be deleted separately', async () => {
  const { app, created } = await setting({ direction_type: 'INVERSE_PAIRED', inverse_type: 'disputes' });
  const other = `${PATH}/${created.inverse_relationship_id}`;
  await app.delete(`${PATH}/${created.id}`);
  const { status, body } = await app.get(other);
  expect(status).toBe(200);
  expect(body.data.inverse_relationship_id).toBeNull();
  expect((await app.delete(other)).status).toBe(200);
});

test('both halves of pairs deleted at once: none waits for the other', async () => {
  const { app, created } = await setting({ direction_type: 'INVERSE_PAIRED', inverse_type: 'disputes' });
  const answers = await Promise.all(
    [created.id, created.inverse_relationship_id].map((id: string) => app.delete(`${PATH}/${id}`)),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
});

test('403 AUTH_FORBIDDEN: without the delete permission', async () => {
  const { caller, app, created } = await setting();
  const { status, body } = await graph.as(withoutDelete(caller)).delete(`${PATH}/${created.id}`);
  expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  expect((await app.get(`${PATH}/${created.id}`)).status).toBe(200);
});

test("404 RES_NOT_FOUND: unknown, another tenant's, twice", async () => {
  const { app, created } = await setting();
  expect((await app.delete(`${PATH}/${newId()}`)).body.error.code).toBe('RES_NOT_FOUND');
  expect((await graph.as(testCaller()).delete(`${PATH}/${created.id}`)).status).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => app.delete(`${PATH}/${created.id}`)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404]);
});

test('422 VAL_UUID_INVALID: a malformed id', async () => {
  const { body } = await graph.as(testCaller()).delete(`${PATH}/x`);
  expect(body.error.code).toBe('VAL_UUID_INVALID');
});
