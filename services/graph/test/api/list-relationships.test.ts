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
let ids: { ab: string; abCauses: string; ba: string; bc: string; caBidirectional: string };

beforeAll(async () => {
  graph = await createTestGraphService();
  caller = testCaller();
  [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
  const create = async (from: string, to: string, rest = {}): Promise<string> => {
    const { body } = await graph
      .as(caller)
      .post(PATH)
      .send(relationshipBody(from, to, rest));
    return body.data.id;
  };
  ids = {
    ab: await create(a, b),
    abCauses: await create(a, b, { relationship_type: 'causes' }),
    ba: await create(b, a),
    bc: await create(b, c),
    caBidirectional: await create(c, a, { direction_type: 'BIDIRECTIONAL' }),
  };
});
afterAll(() => graph.close());

async function list(query: Record<string, unknown>, listCaller = caller): Promise<string[]> {
  const { status, body } = await graph.as(listCaller).get(PATH).query(query);
  expect(status).toBe(200);
  return body.data.items.map((item: { id: string }) => item.id);
}

describe('GET /relationships', () => {
  test('lists all relationships, newest first', async () => {
    expect(await list({})).toEqual([ids.caBidirectional, ids.bc, ids.ba, ids.abCauses, ids.ab]);
  });

  test('returns a page with its pagination fields', async () => {
    const { body } = await graph.as(caller).get(PATH).query({ page: 2, per_page: 2 });
    expect(body.data.items.map((item: { id: string }) => item.id)).toEqual([ids.ba, ids.abCauses]);
    expect(body.data.pagination).toEqual({
      page: 2,
      per_page: 2,
      total: 5,
      total_is_exact: true,
      pages: 3,
      has_next: true,
      has_prev: true,
      truncated: false,
      next_cursor: expect.any(String),
    });
  });

  test('lists the relationships of a memory with the strongest first, in pages', async () => {
    const as = testCaller();
    const [hub, ...others] = graph.memories.createMany(as, 8) as [string, ...string[]];
    const strengths = [0.5, 0.1, 1, 0.5, 0.25, 0.5, 0];
    for (const [index, other] of others.entries())
      await graph
        .as(as)
        .post(PATH)
        .send(relationshipBody(hub, other, { strength: strengths[index] }));
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { memory_id: hub, sort: '-strength', per_page: 2, ...(cursor && { cursor }) };
      const { items, pagination } = (await graph.as(as).get(PATH).query(query)).body.data;
      found.push(...items.map(({ strength }: { strength: number }) => strength));
      cursor = pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([1, 0.5, 0.5, 0.5, 0.25, 0.1, 0]);
  });

  test('rejects the order by strength without a memory, and cursors of another order, with 422', async () => {
    const of = async (query: object) => (await graph.as(caller).get(PATH).query(query)).body;
    expect((await of({ sort: '-strength' })).error.code).toBe('VAL_VALIDATION_FAILED');
    expect((await of({ sort: 'strength', memory_id: a })).error.code).toBe('VAL_ENUM_INVALID');
    const { next_cursor: cursor } = (await of({ memory_id: b, per_page: 1 })).data.pagination;
    expect((await of({ memory_id: b, sort: '-strength', cursor })).error.code).toBe('VAL_FIELD_INVALID');
  });

  test('filters by from_id', async () => {
    expect(await list({ from_id: b })).toEqual([ids.bc, ids.ba]);
  });

  test('filters by to_id', async () => {
    expect(await list({ to_id: b })).toEqual([ids.abCauses, ids.ab]);
  });

  test('filters by memory_id at either end', async () => {
    expect(await list({ memory_id: b })).toEqual([ids.bc, ids.ba, ids.abCauses, ids.ab]);
  });

  test('filters by relationship_type', async () => {
    expect(await list({ relationship_type: 'causes' })).toEqual([ids.abCauses]);
  });

  test('returns only relationships that match all filters', async () => {
    expect(await list({ from_id: a, to_id: b, relationship_type: 'supports' })).toEqual([ids.ab]);
    expect(await list({ memory_id: c, from_id: b })).toEqual([ids.bc]);
  });

  test('matches both ends of a BIDIRECTIONAL relationship with from_id and to_id', async () => {
    expect(await list({ from_id: c })).toEqual([ids.caBidirectional]);
    expect(await list({ to_id: c })).toEqual([ids.caBidirectional, ids.bc]);
    expect(await list({ from_id: a, to_id: c })).toEqual([ids.caBidirectional]);
    expect(await list({ from_id: c, to_id: a })).toEqual([ids.caBidirectional]);
  });

  test('returns no relationships for an unknown memory', async () => {
    expect(await list({ memory_id: newId() })).toEqual([]);
  });

  test('does not list relationships of another tenant', async () => {
    expect(await list({ memory_id: a }, testCaller())).toEqual([]);
    expect(await list({}, testCaller())).toEqual([]);
  });

  test('returns no relationships for a page after the last page', async () => {
    expect(await list({ page: 9 })).toEqual([]);
  });

  test.each([
    [{ from_id: 'x' }, 'VAL_UUID_INVALID'],
    [{ memory_id: '' }, 'VAL_UUID_INVALID'],
    [{ relationship_type: 'knows' }, 'VAL_ENUM_INVALID'],
    [{ page: 0 }, 'VAL_FIELD_INVALID'],
    [{ per_page: 101 }, 'VAL_FIELD_INVALID'],
    [{ from_id: [newId(), newId()] }, 'VAL_FIELD_INVALID'],
  ])('rejects the query %j with 422 %s', async (query, code) => {
    const { status, body } = await graph.as(caller).get(PATH).query(query);
    expect([status, body.error.code]).toEqual([422, code]);
  });
});
