import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  createTestGraphService,
  memoryCreated,
  memoryDeactivated,
  memoryDeleted,
  memoryUpdated,
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

async function createInBulk(caller: Caller, elements: object[]): Promise<string[]> {
  const { body } = await graph.as(caller).post(`${PATH}/bulk`).send(elements);
  return body.data.created.map((relationship: { id: string }) => relationship.id);
}

/** Creates memories and a relationship from each memory to the next. Returns the ids of the memories. */
async function createChain(caller: Caller, length: number): Promise<string[]> {
  const memories = graph.memories.createMany(caller, length);
  await createInBulk(
    caller,
    memories.slice(1).map((id, i) => relationshipBody(memories[i]!, id)),
  );
  return memories;
}

const traverse = (caller: Caller, body: object) => graph.as(caller).post(`${PATH}/traverse`).send(body);

describe('POST /relationships/traverse', () => {
  test('returns paths sorted by length and score, the visited memories and the counts', async () => {
    const caller = testCaller();
    const [a, b, c, d] = graph.memories.createMany(caller, 4) as [string, string, string, string];
    const [ab, ac, bd] = (await createInBulk(caller, [
      relationshipBody(a, b, { strength: 0.5, confidence: 0.5 }),
      relationshipBody(a, c, { strength: 1, confidence: 0.9 }),
      relationshipBody(b, d, { strength: 0.5, confidence: 1 }),
    ])) as [string, string, string];
    const { status, body } = await traverse(caller, { start_memory_id: a });
    expect(status).toBe(200);
    const path = (nodes: string[], relationships: string[], total_score: number) => ({
      nodes,
      relationships,
      total_score,
      path_metadata: { depth: relationships.length, start_node: a, direction: 'ANY' },
    });
    expect(body.data).toEqual({
      paths: [path([a, c], [ac], 0.9), path([a, b], [ab], 0.25), path([a, b, d], [ab, bd], 0.125)],
      nodes: [a, c, b, d].map((id) => ({ id, version: 1, is_active: true, validity: 'current' })),
      visited_chunks: [a, c, b, d],
      max_depth_reached: 2,
      total_paths_found: 3,
      truncated: false,
    });
  });

  describe('along memories with a validity period', () => {
    const ENDED = '2020-01-01T00:00:00.000Z';
    const LATER = '2999-01-01T00:00:00.000Z';

    /** Creates the chain `a` → `b` → `c`, and delivers the creation of `b` with bounds. */
    async function createWithBounds(bounds: Record<string, unknown>) {
      const caller = testCaller();
      const [a, b, c] = (await createChain(caller, 3)) as [string, string, string];
      const visited = async (body: object = {}): Promise<string[]> =>
        (await traverse(caller, { start_memory_id: a, ...body })).body.data.visited_chunks;
      // Loads the graph, so that the bounds reach it only with the event.
      expect(await visited()).toEqual([a, b, c]);
      await graph.deliver(memoryCreated(caller, b, bounds));
      return { caller, a, b, c, visited };
    }

    test.each([
      ['valid_until', ENDED, 'expired'],
      ['valid_from', LATER, 'future'],
    ])('skips a memory whose %s is %s unless include contains %s', async (field, time, validity) => {
      const { caller, a, b, c, visited } = await createWithBounds({ [field]: time });
      expect(await visited()).toEqual([a]);
      expect(await visited({ include: [validity] })).toEqual([a, b, c]);
      const { body } = await traverse(caller, { start_memory_id: b, max_depth: 1 });
      expect(body.data.visited_chunks).toHaveLength(3);
      expect(body.data.nodes[0]).toEqual({ id: b, version: 1, is_active: true, validity });
    });

    test('never returns a memory after its expires_at', async () => {
      const { caller, a, b, visited } = await createWithBounds({ expires_at: ENDED });
      const include = ['superseded', 'expired', 'future'];
      expect(await visited({ include })).toEqual([a]);
      const { status, body } = await traverse(caller, { start_memory_id: b, include });
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    });

    test.each(['expires_at', 'valid_until'])(
      'relationships of a memory are absent from all reads only if its %s has passed as an expiry',
      async (field) => {
        const { caller, a, b } = await createWithBounds({});
        const list = async (query: string) => {
          const { body } = (await graph.as(caller).get(`/api/v2/relationships?${query}`)) as unknown as {
            body: { data: { items: { id: string }[] } };
          };
          return body.data.items.map(({ id }) => id);
        };
        const [id] = await list(`from_id=${a}`);
        await graph.deliver(memoryUpdated(caller, b, 2, { [field]: ENDED }));
        const include = 'include=superseded,expired,future';
        const found = [
          await list(`from_id=${a}&${include}`),
          await list(`to_id=${b}`),
          (await list('')).filter((listed) => listed === id),
        ];
        const statuses = await Promise.all(
          ['', '/revisions'].map(
            async (path) => (await graph.as(caller).get(`/api/v2/relationships/${id}${path}`)).status,
          ),
        );
        const isGone = field === 'expires_at';
        expect(found).toEqual(isGone ? [[], [], []] : [[id], [id], [id]]);
        expect(statuses).toEqual(isGone ? [404, 404] : [200, 200]);
      },
    );

    test('follows a memory again after its bounds were removed, even if the older event arrives later', async () => {
      const { caller, a, b, c, visited } = await createWithBounds({ valid_until: ENDED });
      await graph.deliver(memoryUpdated(caller, b, 2));
      await graph.deliver(memoryCreated(caller, b, { valid_until: ENDED }));
      expect(await visited()).toEqual([a, b, c]);
    });

    test('skips the memory in a graph store that loads the graph after the event', async () => {
      const { caller, a, visited } = await createWithBounds({ valid_until: ENDED });
      await graph.graphStore.dropTenant(caller.tenantId);
      expect(await visited()).toEqual([a]);
    });

    test('includes a superseded version with superseded, whatever its period is', async () => {
      const { caller, a, b, visited } = await createWithBounds({});
      await graph.deliver({
        ...memoryDeactivated(caller, b, null),
        data: { ...memoryDeactivated(caller, b, null).data, valid_until: ENDED },
      });
      expect(await visited()).toEqual([a]);
      expect(await visited({ include: ['superseded'] })).toContain(b);
    });
  });

  describe('from a memory with an outgoing, an incoming and a BIDIRECTIONAL relationship', () => {
    const caller = testCaller();
    let a: string, b: string, c: string, d: string;
    beforeAll(async () => {
      [a, b, c, d] = graph.memories.createMany(caller, 4) as [string, string, string, string];
      await createInBulk(caller, [
        relationshipBody(a, b),
        relationshipBody(c, a, { relationship_type: 'causes' }),
        relationshipBody(d, a, { relationship_type: 'sibling_of', direction_type: 'BIDIRECTIONAL' }),
      ]);
    });
    const visited = async (rest: object): Promise<string[]> =>
      (await traverse(caller, { start_memory_id: a, ...rest })).body.data.visited_chunks.slice(1).sort();

    test('OUTBOUND follows outgoing and BIDIRECTIONAL relationships', async () => {
      expect(await visited({ direction: 'OUTBOUND' })).toEqual([b, d].sort());
    });

    test('INBOUND follows incoming and BIDIRECTIONAL relationships', async () => {
      expect(await visited({ direction: 'INBOUND' })).toEqual([c, d].sort());
    });

    test('follows relationships in every direction by default', async () => {
      expect(await visited({})).toEqual([b, c, d].sort());
    });

    test('follows only the requested relationship types', async () => {
      expect(await visited({ relationship_types: ['causes', 'supports'] })).toEqual([b, c].sort());
    });

    test('follows all relationship types if the list is empty', async () => {
      expect(await visited({ relationship_types: [] })).toEqual([b, c, d].sort());
    });

    test('returns total_score null if include_scores is false', async () => {
      const { body } = await traverse(caller, { start_memory_id: b, max_depth: 1, include_scores: false });
      expect(body.data.paths).toMatchObject([{ total_score: null }]);
    });
  });

  test('follows paths of up to three relationships by default', async () => {
    const caller = testCaller();
    const chain = await createChain(caller, 6);
    const { body } = await traverse(caller, { start_memory_id: chain[0], direction: 'OUTBOUND' });
    expect(body.data).toMatchObject({ max_depth_reached: 3, visited_chunks: chain.slice(0, 4) });
  });

  test('follows paths of up to max_depth relationships', async () => {
    const caller = testCaller();
    const chain = await createChain(caller, 6);
    const request = { start_memory_id: chain[5], direction: 'INBOUND', max_depth: 10 };
    const { body } = await traverse(caller, request);
    expect(body.data).toMatchObject({ max_depth_reached: 5, total_paths_found: 5 });
  });

  test('returns depth, start and the requested direction in path_metadata', async () => {
    const caller = testCaller();
    const [start] = await createChain(caller, 3);
    const { body } = await traverse(caller, { start_memory_id: start, direction: 'OUTBOUND' });
    expect(body.data.paths.map((path: { path_metadata: object }) => path.path_metadata)).toEqual(
      [1, 2].map((depth) => ({ depth, start_node: start, direction: 'OUTBOUND' })),
    );
  });

  test('visits no memory of a cycle twice', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    await createInBulk(caller, [relationshipBody(a, b), relationshipBody(b, c), relationshipBody(c, a)]);
    const request = { start_memory_id: a, direction: 'OUTBOUND', max_depth: 10 };
    const { data } = (await traverse(caller, request)).body;
    expect(data.paths.map((path: { nodes: string[] }) => path.nodes)).toEqual([
      [a, b],
      [a, b, c],
    ]);
    expect(data).toMatchObject({ visited_chunks: [a, b, c], max_depth_reached: 2, truncated: false });
  });

  test('reflects the creation, update and deletion of a relationship immediately', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await traverse(caller, { start_memory_id: a });
    const [id] = await createInBulk(caller, [relationshipBody(a, b)]);
    const scores = async (): Promise<number[]> =>
      (await traverse(caller, { start_memory_id: a })).body.data.paths.map(
        (path: { total_score: number }) => path.total_score,
      );
    expect(await scores()).toEqual([0.4]);
    await graph.as(caller).patch(`${PATH}/${id}`).send({ strength: 1 });
    expect(await scores()).toEqual([0.8]);
    await graph.as(caller).delete(`${PATH}/${id}`);
    expect(await scores()).toEqual([]);
  });

  test('returns no paths for a memory whose memory.created event has not been delivered yet', async () => {
    const caller = testCaller();
    const start = graph.memories.create(caller);
    const { body } = await traverse(caller, { start_memory_id: start });
    expect(body.data).toEqual({
      paths: [],
      nodes: [{ id: start, version: 1, is_active: true, validity: 'current' }],
      visited_chunks: [start],
      max_depth_reached: 0,
      total_paths_found: 0,
      truncated: false,
    });
  });

  test('returns 1,000 paths with truncated = true in a clique of 60 memories at depth 10', async () => {
    const caller = testCaller();
    const ids = graph.memories.createMany(caller, 60);
    const elements = ids.flatMap((from, i) => ids.slice(i + 1).map((to) => relationshipBody(from, to)));
    for (let i = 0; i < elements.length; i += 1_000) await createInBulk(caller, elements.slice(i, i + 1_000));
    const { status, body } = await traverse(caller, { start_memory_id: ids[0], max_depth: 10 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total_paths_found: 1_000, truncated: true });
    expect(body.data.paths).toHaveLength(1_000);
  });

  test('accepts a read-only token', async () => {
    const caller = testCaller();
    const start = graph.memories.create(caller);
    const reader = { ...readOnly('oauth'), tenantId: caller.tenantId };
    expect((await traverse(reader, { start_memory_id: start })).status).toBe(200);
  });
});

describe('POST /relationships/traverse with a start that does not exist', () => {
  async function expectNotFound(caller: Caller, start: string): Promise<void> {
    const { status, body } = await traverse(caller, { start_memory_id: start });
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'RES_NOT_FOUND',
      details: { resource_type: 'memory', resource_id: start },
    });
  }

  test('responds with 404 RES_NOT_FOUND for an unknown memory', async () => {
    await expectNotFound(testCaller(), newId());
  });

  test('responds with 404 RES_NOT_FOUND for a memory of another tenant', async () => {
    await expectNotFound(testCaller(), graph.memories.create(testCaller()));
  });

  test('responds with 404 RES_NOT_FOUND for a deleted memory', async () => {
    const caller = testCaller();
    const deleted = graph.memories.create(caller);
    await graph.deliver(memoryDeleted(caller, deleted));
    await expectNotFound(caller, deleted);
  });
});

describe('POST /relationships/traverse: validation', () => {
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
  ])('rejects a body with %j with 422 %s', async (change, code) => {
    const { status, body } = await traverse(testCaller(), { start_memory_id: newId(), ...change });
    expect([status, body.error.code]).toEqual([422, code]);
  });

  const withTypes = (count: number) => ({
    start_memory_id: newId(),
    relationship_types: Array<string>(count).fill(''),
  });

  test('rejects a body of 2 MB within 3 s with a short 413 response', async () => {
    const startedAt = performance.now();
    const { status, body, text } = await traverse(testCaller(), withTypes(650_000));
    expect([status, body.error.code]).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    expect(text.length).toBeLessThan(1_000);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test('reports 2,700 invalid relationship types as one problem', async () => {
    const { status, body, text } = await traverse(testCaller(), withTypes(2_700));
    expect([status, body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(body.error.field_errors).toEqual({ relationship_types: ['Must have at most 100 entries.'] });
    expect(text.length).toBeLessThan(1_000);
  });
});
