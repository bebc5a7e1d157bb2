import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DirectedEdgeWire, RecordedMemoryResource } from '@loci/contracts';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import type { z } from 'zod';
import type { neighborhoodResource } from '../../src/neighborhood/neighborhood.resource.ts';
import { neighborhoodRoutes } from '../../src/neighborhood/neighborhood.routes.ts';
import { down, fakeSearchClients, id } from '../search/search-clients.fixture.ts';

type Data = z.infer<typeof neighborhoodResource>;

const caller = testCaller();
const edge = (n: number, from: number, to: number): DirectedEdgeWire => ({
  id: id(1_000 + n),
  from_id: id(from),
  to_id: id(to),
  type: 'supports',
  direction_type: 'DIRECTED',
  strength: 0.5,
});

let clients: ReturnType<typeof fakeSearchClients>;
/** Fields of memories that differ from those of a current memory. Null is a memory that does not exist. */
let changed: Map<string, Partial<RecordedMemoryResource> | null>;
let isMemoryDown: boolean;
beforeEach(() => {
  clients = fakeSearchClients();
  // 1 is related to 2 and 3, which are related to each other, and 3 is related to 4.
  clients.edges = [edge(1, 1, 2), edge(2, 3, 1), edge(3, 2, 3), edge(4, 3, 4)];
  changed = new Map();
  isMemoryDown = false;
});

const memory = () => ({
  ...clients.memory,
  getMany: async (tenantId: string, ids: readonly string[]) => {
    if (isMemoryDown) return down();
    const states = await clients.memory.getStatesAt(tenantId, ids, {});
    return ids.flatMap((each) => {
      const fields = changed.get(each);
      return fields === null ? [] : [{ ...states.get(each)!, ...fields }];
    }) as never;
  },
});
const post = async (body: object) => {
  const app = serveRoutes(neighborhoodRoutes({ graph: clients.graph, memory: memory() }), caller);
  const { status, body: response } = await request(app).post('/api/v2/relationships/neighborhood').send(body);
  return { ...(response as { data: Data; error: { code: string; field_errors: object } }), status };
};
const read = async (body: object): Promise<Data> => {
  const { status, data, error } = await post(body);
  expect([status, error]).toEqual([200, undefined]);
  return data;
};
const idsOf = (list: readonly { id: string }[]): string[] => list.map((each) => each.id);

describe('POST /api/v2/relationships/neighborhood', () => {
  test('returns the memories, their neighbors, and the relationships between all of them', async () => {
    const data = await read({ memory_ids: [id(1)] });
    expect(idsOf(data.memories)).toEqual([id(1), id(2), id(3)]);
    expect(idsOf(data.relationships).sort()).toEqual([id(1_001), id(1_002), id(1_003)]);
    expect(data.relationships[0]).toEqual({
      id: id(1_001),
      from_id: id(1),
      to_id: id(2),
      relationship_type: 'supports',
      direction_type: 'DIRECTED',
      strength: 0.5,
    });
    expect(data.memories.map((each) => each.relationship_count)).toEqual([2, 2, 3]);
    expect(data.truncated).toBe(false);
  });

  test('omits known memories, and returns the relationships with them', async () => {
    const data = await read({ memory_ids: [id(3)], known_ids: [id(1)] });
    expect(idsOf(data.memories)).toEqual([id(3), id(2), id(4)]);
    expect(idsOf(data.relationships)).toContain(id(1_002));
  });

  test('takes the strongest neighbor of each memory before the second one of any', async () => {
    clients.edges = [edge(1, 1, 2), edge(2, 1, 3), edge(3, 5, 6), edge(4, 5, 7)];
    const data = await read({ memory_ids: [id(1), id(5)], limit: 2 });
    expect(idsOf(data.memories)).toEqual([id(1), id(5), id(2), id(6)]);
    expect(data.truncated).toBe(true);
  });

  test('omits neighbors that were deleted or are no longer true, with their relationships', async () => {
    changed.set(id(2), null).set(id(3), { validity: 'expired' });
    expect(await read({ memory_ids: [id(1)] })).toMatchObject({
      memories: [{ id: id(1) }],
      relationships: [],
    });
  });

  test('returns a requested memory that is no longer true', async () => {
    changed.set(id(1), { validity: 'superseded', is_active: false });
    expect((await read({ memory_ids: [id(1)] })).memories[0]).toMatchObject({
      id: id(1),
      validity: 'superseded',
      is_active: false,
    });
  });

  test('ignores ids without a memory, and repeated ids', async () => {
    changed.set(id(9), null);
    const data = await read({ memory_ids: [id(9), id(4), id(4)], limit: 0 });
    expect(idsOf(data.memories)).toEqual([id(4)]);
  });

  test('shortens a content to 500 characters without splitting a character', async () => {
    changed.set(id(4), { content: '🦊'.repeat(501) });
    expect((await read({ memory_ids: [id(4)] })).memories[0]).toMatchObject({
      content: '🦊'.repeat(500),
      is_shortened: true,
    });
  });

  test('reads the states and relationships of a time', async () => {
    clients.pastEdges = [edge(7, 8, 9)];
    // The id of a version stands for the version that was true at the time.
    clients.states.set(id(1), { id: id(8), content: 'The earlier version.' });
    const data = await read({ memory_ids: [id(1)], as_of: '2026-01-01' });
    expect(data.memories).toMatchObject([{ id: id(8), content: 'The earlier version.' }, { id: id(9) }]);
    expect(idsOf(data.relationships)).toEqual([id(1_007)]);
    expect(clients.requests.pastEdges[0]).toMatchObject({
      tenant_id: caller.tenantId,
      ids: [id(8)],
      as_of: '2026-01-01T00:00:00.000Z',
    });
    expect(clients.requests.edges).toEqual([]);
  });

  test('sends each service the tenant of the caller, and a fixed number of requests', async () => {
    clients.edges = Array.from({ length: 600 }, (_, n) => edge(n, 1, 2 + n));
    await read({ memory_ids: [id(1)], limit: 500 });
    expect(clients.requests.edges.map(({ tenant_id: tenantId }) => tenantId)).toEqual([
      caller.tenantId,
      caller.tenantId,
    ]);
    expect(clients.requests.states.map(([tenantId, ids]) => [tenantId, ids.length])).toEqual([
      [caller.tenantId, 1],
      [caller.tenantId, 500],
    ]);
  });

  test('returns at most 5,000 relationships and reports that there are more', async () => {
    const many = Array.from({ length: 101 }, (_, a) =>
      Array.from({ length: 100 }, (_, b) => edge(a * 100 + b, 1 + a, 201 + b)),
    ).flat();
    clients.edges = many;
    const { relationships, truncated } = await read({
      memory_ids: Array.from({ length: 100 }, (_, a) => id(1 + a)),
      known_ids: Array.from({ length: 100 }, (_, b) => id(201 + b)),
    });
    expect(relationships).toHaveLength(5_000);
    expect(truncated).toBe(true);
  });

  test.each([
    ['VAL_FIELD_REQUIRED', {}],
    ['VAL_VALIDATION_FAILED', { memory_ids: [] }],
    ['VAL_UUID_INVALID', { memory_ids: ['x'] }],
    ['VAL_VALIDATION_FAILED', { memory_ids: Array(101).fill(id(1)) }],
    ['VAL_VALIDATION_FAILED', { memory_ids: [id(1)], known_ids: Array(5_001).fill(id(1)) }],
    ['VAL_FIELD_INVALID', { memory_ids: [id(1)], limit: 501 }],
    ['VAL_FIELD_INVALID', { memory_ids: [id(1)], as_of: 'yesterday' }],
  ])('rejects an invalid body with %s (case %#)', async (code, body) => {
    const { status, error } = await post(body);
    expect([status, error.code]).toEqual([422, code]);
  });

  test('returns 503 if the graph service or the memory service is unavailable', async () => {
    isMemoryDown = true;
    expect((await post({ memory_ids: [id(1)] })).status).toBe(503);
    isMemoryDown = false;
    clients.broken.set('edges', down);
    expect((await post({ memory_ids: [id(1)] })).status).toBe(503);
  });
});
