import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

test('200: returns the relationship as it was created', async () => {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const created = await graph.as(caller).post(PATH).send(relationshipBody(a, b));
  const { status, body } = await graph.as(caller).get(`${PATH}/${created.body.data.id}`);
  expect(status).toBe(200);
  expect(body.data).toEqual(created.body.data);
});

test("404 RES_NOT_FOUND: an unknown id, and another tenant's", async () => {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const created = await graph.as(caller).post(PATH).send(relationshipBody(a, b));
  for (const [who, id] of [
    [caller, newId()],
    [testCaller(), created.body.data.id],
  ] as const) {
    const { status, body } = await graph.as(who).get(`${PATH}/${id}`);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'RES_NOT_FOUND',
      details: { resource_type: 'relationship', resource_id: id },
    });
  }
});

test('422 VAL_UUID_INVALID: a malformed id in the path', async () => {
  const { status, body } = await graph.as(testCaller()).get(`${PATH}/not-an-id`);
  expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
});
