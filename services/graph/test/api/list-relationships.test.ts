import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
let caller: Caller;
let a: string, b: string, c: string;
let ids: { ab: string; abCauses: string; ba: string; bc: string; caBoth: string };

beforeAll(async () => {
  graph = await createTestGraphService();
  caller = testCaller();
  [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
  const create = async (from: string, to: string, rest = {}): Promise<string> =>
    (
      await graph
        .as(caller)
        .post(PATH)
        .send(relationshipBody(from, to, rest))
    ).body.data.id;
  ids = {
    ab: await create(a, b),
    abCauses: await create(a, b, { relationship_type: 'causes' }),
    ba: await create(b, a),
    bc: await create(b, c),
    caBoth: await create(c, a, { direction_type: 'BIDIRECTIONAL' }),
  };
});
afterAll(() => graph.close());

async function list(query: Record<string, unknown>, who = caller): Promise<string[]> {
  const { status, body } = await graph.as(who).get(PATH).query(query);
  expect(status).toBe(200);
  return body.data.items.map((item: { id: string }) => item.id);
}

describe('200', () => {
  test('all, newest first, with has_next and has_prev', async () => {
    expect(await list({})).toEqual([ids.caBoth, ids.bc, ids.ba, ids.abCauses, ids.ab]);
    const { body } = await graph.as(caller).get(PATH).query({ page: 2, per_page: 2 });
    expect(body.data.items.map((item: { id: string }) => item.id)).toEqual([ids.ba, ids.abCauses]);
    expect(body.data.pagination).toEqual({
      page: 2,
      per_page: 2,
      total: 5,
      pages: 3,
      has_next: true,
      has_prev: true,
      truncated: false,
      next_cursor: expect.any(String),
    });
  });

  test('filters: from_id, to_id, memory_id (either end), relationship_type, and all of them together', async () => {
    expect(await list({ from_id: b })).toEqual([ids.bc, ids.ba]);
    expect(await list({ to_id: b })).toEqual([ids.abCauses, ids.ab]);
    expect(await list({ memory_id: b })).toEqual([ids.bc, ids.ba, ids.abCauses, ids.ab]);
    expect(await list({ relationship_type: 'causes' })).toEqual([ids.abCauses]);
    expect(await list({ from_id: a, to_id: b, relationship_type: 'supports' })).toEqual([ids.ab]);
    expect(await list({ memory_id: c, from_id: b })).toEqual([ids.bc]);
  });

  test('BIDIRECTIONAL is found from both ends', async () => {
    expect(await list({ from_id: c })).toEqual([ids.caBoth]);
    expect(await list({ to_id: c })).toEqual([ids.caBoth, ids.bc]);
    expect(await list({ from_id: a, to_id: c })).toEqual([ids.caBoth]);
    expect(await list({ from_id: c, to_id: a })).toEqual([ids.caBoth]);
  });

  test("unknown ids, and another tenant's list: empty", async () => {
    expect(await list({ memory_id: newId() })).toEqual([]);
    expect(await list({ memory_id: a }, testCaller())).toEqual([]);
    expect(await list({}, testCaller())).toEqual([]);
  });

  test('a page past the end: empty items', async () => {
    expect(await list({ page: 9 })).toEqual([]);
  });
});

describe('422', () => {
  test.each([
    [{ from_id: 'x' }, 'VAL_UUID_INVALID'],
    [{ memory_id: '' }, 'VAL_UUID_INVALID'],
    [{ relationship_type: 'knows' }, 'VAL_ENUM_INVALID'],
    [{ page: 0 }, 'VAL_FIELD_INVALID'],
    [{ per_page: 101 }, 'VAL_FIELD_INVALID'],
    [{ from_id: [newId(), newId()] }, 'VAL_FIELD_INVALID'],
  ])('%j: %s', async (query, code) => {
    const { status, body } = await graph.as(caller).get(PATH).query(query);
    expect([status, body.error.code]).toEqual([422, code]);
  });
});
