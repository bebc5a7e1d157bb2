import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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

describe('GET /relationships/{relationship_id}', () => {
  test('returns the same relationship as the response to its creation', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const created = await graph.as(caller).post(PATH).send(relationshipBody(a, b));
    const { status, body } = await graph.as(caller).get(`${PATH}/${created.body.data.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(created.body.data);
  });

  test('responds with 404 RES_NOT_FOUND for an unknown id', async () => {
    const id = newId();
    const { status, body } = await graph.as(testCaller()).get(`${PATH}/${id}`);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'RES_NOT_FOUND',
      details: { resource_type: 'relationship', resource_id: id },
    });
  });

  test('responds with 404 RES_NOT_FOUND for a relationship of another tenant', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const created = await graph.as(caller).post(PATH).send(relationshipBody(a, b));
    const { status, body } = await graph.as(testCaller()).get(`${PATH}/${created.body.data.id}`);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('responds with 422 VAL_UUID_INVALID for a malformed id', async () => {
    const { status, body } = await graph.as(testCaller()).get(`${PATH}/not-an-id`);
    expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });
});
