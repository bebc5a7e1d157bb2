import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { followCursorsWhileInserting, recordReads, testCaller } from '@loci/testing';
import { listRelationships, relationshipCursor } from '../../src/relationships/list-relationships.ts';
import type { RelationshipFilter } from '../../src/relationships/list-relationships.ts';
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

describe('GET /relationships with a cursor', () => {
  /** Inserts relationships of a memory with times in minutes and strengths. Returns their IDs. */
  const insert = async (as: Caller, hub: string, values: readonly (readonly [number, number])[]) => {
    const newIds = values.map(() => newId());
    await graph.query(
      as,
      `INSERT INTO relationships SELECT $1, n.id, 1, CASE WHEN n.is_source THEN $2 ELSE n.other END,
         CASE WHEN n.is_source THEN n.other ELSE $2 END, 'supports', 'DIRECTED', null, null, n.strength, 0.8, '{}', '{}',
         '{}', 'user', 'ada', timestamptz '2026-01-01' + n.minute * interval '1 minute', now()
       FROM (SELECT v.*, gen_random_uuid() AS other, v.strength <> 0.25 AS is_source
         FROM unnest($3::uuid[], $4::int[], $5::float8[]) AS v(id, minute, strength)) n`,
      [as.tenantId, hub, newIds, values.map(([minute]) => minute), values.map(([, strength]) => strength)],
    );
    return newIds;
  };

  test.each([
    ['all relationships', '-created_at', false],
    ['a memory', '-created_at', true],
    ['a memory', '-strength', true],
  ])(
    'returns each relationship of %s once in the order %s while others are created, also with equal sort keys',
    async (_what, sort, ofMemory) => {
      const as = testCaller();
      const hub = newId();
      const existing = await insert(as, hub, [
        ...([
          [9, 0.9],
          [8, 0.5],
          [5, 0.5],
          [5, 0.5],
          [5, 0.25],
        ] as const),
        ...([
          [5, 0.5],
          [5, 0.5],
          [5, 0.25],
          [2, 0.25],
          [1, 0.1],
        ] as const),
      ]);
      const filter = ofMemory ? { memory_id: hub } : {};
      const result = await followCursorsWhileInserting({
        existing,
        read: async (cursor) => {
          const query = { ...filter, sort, per_page: 2, ...(cursor && { cursor }) };
          const { items, pagination } = (await graph.as(as).get(PATH).query(query)).body.data;
          return { ids: items.map(({ id }: { id: string }) => id), nextCursor: pagination.next_cursor };
        },
        insert: () =>
          insert(as, hub, [
            [10, 1],
            [5, 0.5],
            [5, 0.5],
            [5, 0.25],
            [0, 0],
          ]),
      });
      expect(result).toEqual({ repeated: [], missing: [] });
    },
  );
});

describe('the execution plans of GET /relationships', () => {
  const as = testCaller();
  const hub = newId();
  beforeAll(async () => {
    await graph.query(
      as,
      `INSERT INTO relationships (tenant_id, id, revision, from_id, to_id, relationship_type, direction_type, strength,
         confidence, evidence, traversal_properties, metadata, origin, created_by, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 1, CASE WHEN i % 4 < 2 THEN $2 ELSE gen_random_uuid() END,
         CASE WHEN i % 4 = 2 THEN $2 ELSE gen_random_uuid() END,
         CASE WHEN i % 10 = 0 THEN 'causes' ELSE 'supports' END,
         CASE WHEN i % 8 = 1 THEN 'BIDIRECTIONAL' ELSE 'DIRECTED' END, i % 100 / 100.0, 1, '{}', '{}', '{}', 'user', 'ada',
         now() - i * interval '1 minute', now()
       FROM generate_series(1, 4000) i`,
      [as.tenantId, hub],
    );
    await graph.query(
      as,
      `INSERT INTO memory_windows (tenant_id, id, revision, expires_at)
       SELECT $1, gen_random_uuid(), 1, now() + interval '1 year' FROM generate_series(1, 2000)`,
      [as.tenantId],
    );
    await graph.testDatabase.analyze('graph.relationships', 'graph.memory_windows');
  });

  const ofType = 'relationships_by_type';
  const bothEnds = ['relationships_from', 'relationships_to'];
  const bothByStrength = ['relationships_from_by_strength', 'relationships_to_by_strength'];
  test.each<[string, Partial<RelationshipFilter>, '-created_at' | '-strength', string[]]>([
    ['all relationships', {}, '-created_at', ['relationships_by_creation']],
    ['a type', { relationshipType: 'causes' }, '-created_at', [ofType]],
    ['a memory', { memoryId: hub }, '-created_at', bothEnds],
    ['a source', { fromId: hub }, '-created_at', ['relationships_from', 'relationships_bidirectional_to']],
    ['a target', { toId: hub }, '-created_at', ['relationships_to', 'relationships_bidirectional_from']],
    ['a memory', { memoryId: hub }, '-strength', bothByStrength],
    [
      'a source',
      { fromId: hub },
      '-strength',
      ['relationships_from_by_strength', 'relationships_bidirectional_to_by_strength'],
    ],
    [
      'a target',
      { toId: hub },
      '-strength',
      ['relationships_to_by_strength', 'relationships_bidirectional_from_by_strength'],
    ],
  ])(
    'read a page of the list of %s from indexes in the order of the list, at the start and after a cursor (%j, %s)',
    async (_what, filter, sort, indexes) => {
      const deps = recordReads(graph.database);
      const list = (cursor?: { list: string; after: (string | number)[]; position: number }) =>
        listRelationships(
          { ...deps, now: () => new Date() },
          as,
          { included: new Set(), ...filter },
          sort,
          { page: 1, perPage: 10, cursor },
          { asOf: null, knownAt: null },
        );
      const { items } = await list();
      const { list: name, keyOf } = relationshipCursor(sort);
      await list({ list: name, after: keyOf(items[9]!), position: 10 });
      const pages = deps.reads.filter(({ sql }) => sql.includes('ORDER BY'));
      expect(pages).toHaveLength(2);
      for (const page of pages) {
        expect(page.indexes).toEqual(expect.arrayContaining(indexes));
        // Up to 11 relationships of the page and the next one per index.
        expect(page.rows).toBeLessThanOrEqual(12 * indexes.length);
      }
      const counts = deps.reads.filter(({ sql }) => !sql.includes('ORDER BY'));
      expect(Math.max(...counts.map(({ rows }) => rows))).toBeLessThan(1_100);
    },
  );
});
