import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  memoryDeleted,
  createTestGraphService,
  readOnly,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

async function connect(caller: Caller, elements: object[]): Promise<string[]> {
  const { body } = await graph.as(caller).post(`${PATH}/bulk`).send(elements);
  return body.data.created.map((relationship: { id: string }) => relationship.id);
}

const walk = (caller: Caller, body: object) => graph.as(caller).post(`${PATH}/traverse`).send(body);

describe('200', () => {
  test('paths, visited_chunks, max_depth_reached, total_paths_found: shortest first, then highest score', async () => {
    const caller = testCaller();
    const [a, b, c, d] = graph.storeMemories(caller, 4) as [string, string, string, string];
    const [ab, ac, bd] = (await connect(caller, [
      relationshipBody(a, b, { strength: 0.5, confidence: 0.5 }),
      relationshipBody(a, c, { strength: 1, confidence: 0.9 }),
      relationshipBody(b, d, { strength: 0.5, confidence: 1 }),
    ])) as [string, string, string];
    const { status, body } = await walk(caller, { start_memory_id: a });
    expect(status).toBe(200);
    const path = (nodes: string[], relationships: string[], total_score: number) => ({
      nodes,
      relationships,
      total_score,
      path_metadata: { depth: relationships.length, start_node: a, direction: 'ANY' },
    });
    expect(body.data).toEqual({
      paths: [path([a, c], [ac], 0.9), path([a, b], [ab], 0.25), path([a, b, d], [ab, bd], 0.125)],
      visited_chunks: [a, c, b, d],
      max_depth_reached: 2,
      total_paths_found: 3,
      truncated: false,
    });
  });

  test('direction, relationship_types, max_depth and include_scores', async () => {
    const caller = testCaller();
    const [a, b, c, d] = graph.storeMemories(caller, 4) as [string, string, string, string];
    await connect(caller, [
      relationshipBody(a, b),
      relationshipBody(c, a, { relationship_type: 'causes' }),
      relationshipBody(d, a, { relationship_type: 'sibling_of', direction_type: 'BIDIRECTIONAL' }),
    ]);
    const visited = async (rest: object): Promise<string[]> =>
      (await walk(caller, { start_memory_id: a, ...rest })).body.data.visited_chunks.slice(1).sort();
    expect(await visited({ direction: 'OUTBOUND' })).toEqual([b, d].sort());
    expect(await visited({ direction: 'INBOUND' })).toEqual([c, d].sort());
    expect(await visited({})).toEqual([b, c, d].sort());
    expect(await visited({ relationship_types: ['causes', 'supports'] })).toEqual([b, c].sort());
    expect(await visited({ relationship_types: [] })).toEqual([b, c, d].sort());
    const one = (await walk(caller, { start_memory_id: b, max_depth: 1, include_scores: false })).body.data;
    expect(one.paths).toHaveLength(1);
    expect(one.paths[0].total_score).toBeNull();
  });

  test('max_depth is 3 by default, and path_metadata names the direction that was asked for', async () => {
    const caller = testCaller();
    const chain = graph.storeMemories(caller, 6);
    await connect(
      caller,
      chain.slice(1).map((id, i) => relationshipBody(chain[i]!, id)),
    );
    const { data } = (await walk(caller, { start_memory_id: chain[0], direction: 'OUTBOUND' })).body;
    expect(data).toMatchObject({ max_depth_reached: 3, visited_chunks: chain.slice(0, 4) });
    expect(data.paths.map((path: { path_metadata: object }) => path.path_metadata)).toEqual(
      [1, 2, 3].map((depth) => ({ depth, start_node: chain[0], direction: 'OUTBOUND' })),
    );
    const back = (await walk(caller, { start_memory_id: chain[5], direction: 'INBOUND', max_depth: 10 }))
      .body;
    expect(back.data).toMatchObject({ max_depth_reached: 5, total_paths_found: 5 });
    expect(back.data.paths[0].path_metadata).toEqual({
      depth: 1,
      start_node: chain[5],
      direction: 'INBOUND',
    });
  });

  test('a cycle ends: every path is simple, and leads back to no node it has', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
    await connect(caller, [relationshipBody(a, b), relationshipBody(b, c), relationshipBody(c, a)]);
    const { data } = (await walk(caller, { start_memory_id: a, direction: 'OUTBOUND', max_depth: 10 })).body;
    expect(data.paths.map((path: { nodes: string[] }) => path.nodes)).toEqual([
      [a, b],
      [a, b, c],
    ]);
    expect(data).toMatchObject({ visited_chunks: [a, b, c], max_depth_reached: 2, truncated: false });
  });

  test('one finds at once what one has written: created, changed, deleted', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    await walk(caller, { start_memory_id: a });
    const [id] = await connect(caller, [relationshipBody(a, b)]);
    const scores = async (): Promise<number[]> =>
      (await walk(caller, { start_memory_id: a })).body.data.paths.map(
        (path: { total_score: number }) => path.total_score,
      );
    expect(await scores()).toEqual([0.4]);
    await graph.as(caller).patch(`${PATH}/${id}`).send({ strength: 1 });
    expect(await scores()).toEqual([0.8]);
    await graph.as(caller).delete(`${PATH}/${id}`);
    expect(await scores()).toEqual([]);
  });

  test('a memory without relationships, known from nowhere but the memory service: no paths', async () => {
    const caller = testCaller();
    const lonely = graph.storeMemory(caller);
    const { body } = await walk(caller, { start_memory_id: lonely });
    expect(body.data).toEqual({
      paths: [],
      visited_chunks: [lonely],
      max_depth_reached: 0,
      total_paths_found: 0,
      truncated: false,
    });
  });

  test('a clique of 60 at depth 10: at most 1,000 paths, truncated', async () => {
    const caller = testCaller();
    const ids = graph.storeMemories(caller, 60);
    const edges = ids.flatMap((from, i) => ids.slice(i + 1).map((to) => relationshipBody(from, to)));
    for (let i = 0; i < edges.length; i += 1_000) await connect(caller, edges.slice(i, i + 1_000));
    const { status, body } = await walk(caller, { start_memory_id: ids[0], max_depth: 10 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total_paths_found: 1_000, truncated: true });
    expect(body.data.paths).toHaveLength(1_000);
  });

  test('a scope of read is enough', async () => {
    const caller = testCaller();
    const a = graph.storeMemory(caller);
    const reader = { ...readOnly('oauth'), tenantId: caller.tenantId };
    expect((await walk(reader, { start_memory_id: a })).status).toBe(200);
  });
});

describe('404 RES_NOT_FOUND: missing start', () => {
  test("unknown, another tenant's, deleted", async () => {
    const caller = testCaller();
    const foreign = graph.storeMemory(testCaller());
    const deleted = graph.storeMemory(caller);
    await graph.deliver(memoryDeleted(caller, deleted));
    for (const start of [newId(), foreign, deleted]) {
      const { status, body } = await walk(caller, { start_memory_id: start });
      expect(status).toBe(404);
      expect(body.error).toMatchObject({
        code: 'RES_NOT_FOUND',
        details: { resource_type: 'memory', resource_id: start },
      });
    }
  });
});

describe('422', () => {
  test.each([
    [{ start_memory_id: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ start_memory_id: 'x' }, 'VAL_UUID_INVALID'],
    [{ max_depth: 0 }, 'VAL_FIELD_INVALID'],
    [{ max_depth: 11 }, 'VAL_FIELD_INVALID'],
    [{ max_depth: 1.5 }, 'VAL_FIELD_INVALID'],
    [{ direction: 'any' }, 'VAL_ENUM_INVALID'],
    [{ relationship_types: ['knows'] }, 'VAL_ENUM_INVALID'],
    [{ relationship_types: 'supports' }, 'VAL_FIELD_INVALID'],
    [{ include_scores: 'yes' }, 'VAL_FIELD_INVALID'],
  ])('%j: %s', async (change, code) => {
    const { status, body } = await walk(testCaller(), { start_memory_id: newId(), ...change });
    expect([status, body.error.code]).toEqual([422, code]);
  });
});

describe('oversized input', () => {
  const withTypes = (count: number) => ({
    start_memory_id: newId(),
    relationship_types: Array<string>(count).fill(''),
  });

  test('a body of 2 MB with 650,000 invalid relationship types is 413, with a short response', async () => {
    const startedAt = performance.now();
    const { status, body, text } = await walk(testCaller(), withTypes(650_000));
    expect([status, body.error.code]).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    expect(text.length).toBeLessThan(1_000);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test('a body of 8 KB with 2,700 invalid relationship types is one problem', async () => {
    const { status, body, text } = await walk(testCaller(), withTypes(2_700));
    expect([status, body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(body.error.field_errors).toEqual({ relationship_types: ['Must have at most 100 entries.'] });
    expect(text.length).toBeLessThan(1_000);
  });
});
