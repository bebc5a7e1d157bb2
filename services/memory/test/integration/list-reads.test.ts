import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { listAudit } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { followCursorsWhileInserting, recordReads, testCaller } from '@loci/testing';
import { contradictionRepository } from '../../src/contradictions/contradiction.repository.ts';
import { versionRepository } from '../../src/evolution/version.repository.ts';
import { PRESENT } from '@loci/service-hosting';
import { countMemoriesByDay } from '../../src/memories/count-memories-by-day.ts';
import { listMemories, memoryCursorKey, memoryListName } from '../../src/memories/list-memories.ts';
import type { MemoryFilter } from '../../src/memories/list-memories.ts';
import { SORTS } from '../../src/memories/memory.schemas.ts';
import { SEARCHED_FOR_FAILURES } from '../../src/overview/overview.ts';
import { overviewRepository } from '../../src/overview/overview.repository.ts';
import { readerRepository } from '../../src/readers/reader.repository.ts';
import { savedSearchRepository } from '../../src/saved-searches/saved-search.repository.ts';
import { contradictionStateRepository } from '../../src/states/contradiction-state.repository.ts';
import { memoryStateRepository } from '../../src/states/memory-state.repository.ts';
import { suggestionRepository } from '../../src/suggestions/suggestion.repository.ts';
import { tagRepository } from '../../src/tags/tag.repository.ts';
import { revisionRepository } from '../../src/time/revision.repository.ts';
import { startMemoryService } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const SORT_TIME = `timestamptz '2026-01-01'`;

const run = <Row>(as: Caller, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  fixture.database.inTransaction(as.tenantId, (tx) => tx.query<Row>(sql, [as.tenantId, ...values]));
const runForIds = async (as: Caller, sql: string, values: readonly unknown[] = []): Promise<string[]> =>
  (await run<{ id: string }>(as, sql, values)).map(({ id }) => id);

const STATE = `tenant_id, id, content, content_revision, memory_type, importance, confidence, source_type, user_id,
  metadata, tags, lifecycle_state, version, is_active, chain_id, created_at, updated_at`;

/** Inserts memories with random IDs in their third state. Returns the IDs. */
const insertMemories = (as: Caller, count: number): Promise<string[]> =>
  runForIds(
    as,
    `WITH inserted AS (
       INSERT INTO memories (${STATE}, revision, embedding_status, surprise_score)
       SELECT $1, id, 'c', 1, 'fact', 0.5, 1, 'direct_input', 'ada', '{}', '{}', 'active', 1, true, id, time, time, 3,
         'completed', 0
       FROM (SELECT gen_random_uuid() AS id, now() - i * interval '1 minute' AS time FROM generate_series(1, $2::int) i) new
       RETURNING ${STATE}),
     replaced AS (
       INSERT INTO memory_revisions (${STATE}, revision, recorded_by, recorded_until, ended_by_deletion)
       SELECT ${STATE}, revision, 'ada', now(), false FROM inserted CROSS JOIN (VALUES (1), (2)) replaced(revision))
     SELECT id FROM inserted`,
    [count],
  );

/** SELECT of pairs of different memories in `$2` and `$3` with a number `i` from 1. */
const PAIRS = 'unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS pair(one, other, i)';

/** Inserts suggestions for pairs of memories. `minute` is an SQL expression for the detection time. Returns the IDs. */
const insertSuggestions = (as: Caller, ones: string[], others: string[], minute = 'i'): Promise<string[]> =>
  runForIds(
    as,
    `INSERT INTO suggestions (tenant_id, id, kind, memory_id, other_id, memory_content_revision, other_content_revision,
       score, evidence, detected_at, status, action, resolved_at, resolved_by)
     SELECT $1, gen_random_uuid(), CASE WHEN i % 50 = 0 THEN 'duplicate' ELSE 'contradiction' END, one, other, 1, 1, 0.9,
       '{"cosine": 0.9, "shared_terms": 2, "difference": "value"}', ${SORT_TIME} + (${minute}) * interval '1 minute',
       CASE WHEN i % 3 = 0 THEN 'dismissed' ELSE 'open' END,
       CASE WHEN i % 3 = 0 THEN 'dismiss' END, CASE WHEN i % 3 = 0 THEN now() END, CASE WHEN i % 3 = 0 THEN 'ada' END
     FROM ${PAIRS} RETURNING id`,
    [ones, others],
  );

/** Inserts contradictions between pairs of memories, like {@link insertSuggestions}. Returns the IDs. */
const insertContradictions = (
  as: Caller,
  ones: string[],
  others: string[],
  minute = 'i',
): Promise<string[]> =>
  runForIds(
    as,
    `INSERT INTO contradictions (tenant_id, id, revision, source_memory_id, target_memory_id, contradiction_type,
       resolution_status, confidence, metadata, detected_at, detected_by, relationship_id, resolution, resolved_at,
       resolved_by)
     SELECT $1, gen_random_uuid(), 1, one, other, 'direct', CASE WHEN i % 3 = 0 THEN 'resolved' ELSE 'unresolved' END, 0.8,
       '{}', ${SORT_TIME} + (${minute}) * interval '1 minute', 'ada', gen_random_uuid(),
       CASE WHEN i % 3 = 0 THEN 'choose_memory_1' END, CASE WHEN i % 3 = 0 THEN now() END, CASE WHEN i % 3 = 0 THEN 'ada' END
     FROM ${PAIRS} RETURNING id`,
    [ones, others],
  );

/** Inserts tags with usages, which are all folded. Returns their names. */
const insertTags = (as: Caller, usages: readonly number[]): Promise<string[]> =>
  runForIds(
    as,
    `WITH added AS (
       SELECT replace(gen_random_uuid()::text, '-', '') AS name, usage FROM unnest($2::int[]) AS usage),
     tagged AS (
       INSERT INTO tags (tenant_id, name, id, created_at) SELECT $1, name, gen_random_uuid(), now() FROM added)
     INSERT INTO counters (tenant_id, counter, value) SELECT $1, 'tag:' || name, usage FROM added
     RETURNING substr(counter, 5) AS id`,
    [usages],
  );

/** Index of each order of the list of memories. */
const LIST_INDEXES: Record<string, string> = {
  created_at: 'memories_listed_by_creation',
  occurred_at: 'memories_listed_by_event_time',
  updated_at: 'memories_listed_by_update',
  importance: 'memories_listed_by_importance',
};

describe('the execution plans of lists', () => {
  const as = testCaller();
  const { tenantId } = as;
  const COUNT = 3_000;
  const AFTER_TIME = ['2026-01-02T12:00:00.000Z', randomUUID()] as const;
  let ids: string[];
  /** Memory with many suggestions, contradictions, revisions and versions. */
  let hub: string;
  beforeAll(async () => {
    ids = (await insertMemories(as, COUNT)).toSorted();
    hub = ids[0]!;
    const others = ids.slice(1);
    const next = [...others.slice(1), others[0]!];
    const ones = others.map((id, index) => (index % 10 === 0 ? hub : id));
    const targets = next.map((id, index) => (index % 10 === 5 ? hub : id));
    await insertSuggestions(as, ones, targets);
    await insertContradictions(as, ones, targets);
    await insertTags(
      as,
      Array.from({ length: COUNT }, (_, index) => index % 40),
    );
    await run(
      as,
      `INSERT INTO memory_revisions (${STATE}, revision, recorded_by, recorded_until, ended_by_deletion)
       SELECT ${STATE}, -number, 'ada', now(), false FROM memories CROSS JOIN generate_series(1, 1000) number
       WHERE tenant_id = $1 AND id = $2`,
      [hub],
    );
    await run(
      as,
      `INSERT INTO memories (${STATE}, revision, embedding_status, surprise_score)
       SELECT $1, gen_random_uuid(), 'c', 1, 'fact', 0.5, 1, 'direct_input', 'ada', '{}', '{}', 'deprecated', 1 + i, false,
         $2, now() - i * interval '6 minutes', now() - i * interval '6 minutes', 1, 'completed', 0
       FROM generate_series(1, 500) i`,
      [hub],
    );
    await run(
      as,
      `INSERT INTO audit_log (tenant_id, at, user_id, client_id, via, request_id, operation, action, object_type,
         object_ids)
       SELECT $1, now() - i * interval '1 minute', 'ada', 'c', 'key', 'r', 'o', 'create', 'memory', '{}'
       FROM generate_series(1, 2000) i`,
    );
    await run(
      as,
      `WITH tagged AS (
         INSERT INTO memory_tags (tenant_id, tag, created_at, memory_id)
         SELECT $1, 'tea', created_at, id FROM memories WHERE tenant_id = $1 AND is_active)
       INSERT INTO counters (tenant_id, counter, value) VALUES ($1, 'tag:tea', $2)`,
      [COUNT],
    );
    const tables = [
      'audit_log',
      'memory_tags',
      'memories',
      'memory_revisions',
      'suggestions',
      'contradictions',
      'tags',
      'counters',
    ];
    await fixture.testDatabase.analyze(...tables.map((table) => `memory.${table}`));
  });

  type Read = (tx: Transaction) => Promise<unknown>;
  const page = { limit: 11, offset: 0 };
  const suggestions =
    (
      filter: Partial<Parameters<typeof suggestionRepository.list>[2]>,
      after?: readonly [string, string],
    ): Read =>
    (tx) =>
      suggestionRepository.list(
        tx,
        tenantId,
        { status: 'open', kind: undefined, memoryId: undefined, ...filter },
        { limit: 11, after },
      );

  // Each page has up to 11 objects. PostgreSQL reads one more per index, and up to two memories per object.
  test.each<[string, string[], number, Read]>([
    [
      'tags',
      ['tags_by_usage', 'tags_pkey'],
      24,
      (tx) => tagRepository.list(tx, tenantId, { ...page, after: undefined }),
    ],
    [
      'tags after a cursor',
      ['tags_by_usage', 'tags_pkey'],
      // Also the tags with the usage of the cursor.
      24 + COUNT / 40,
      (tx) => tagRepository.list(tx, tenantId, { ...page, after: [20, 'm'] }),
    ],
    ['suggestions', ['suggestions_in_order'], 40, suggestions({})],
    ['suggestions after a cursor', ['suggestions_in_order'], 40, suggestions({}, AFTER_TIME)],
    ['dismissed suggestions', ['suggestions_in_order'], 40, suggestions({ status: 'dismissed' }, AFTER_TIME)],
    [
      'suggestions of a kind',
      ['suggestions_of_kind_in_order'],
      40,
      suggestions({ kind: 'duplicate' }, AFTER_TIME),
    ],
    [
      'suggestions with a memory',
      ['suggestions_of_memory_in_order', 'suggestions_of_other_in_order'],
      80,
      (tx) => suggestions({ memoryId: hub }, AFTER_TIME)(tx),
    ],
    [
      'unresolved contradictions',
      ['open_contradictions'],
      40,
      (tx) => contradictionRepository.listOpen(tx, tenantId, { limit: 11, after: undefined }),
    ],
    [
      'unresolved contradictions after a cursor',
      ['open_contradictions'],
      40,
      (tx) => contradictionRepository.listOpen(tx, tenantId, { limit: 11, after: AFTER_TIME }),
    ],
    [
      'contradictions of a memory',
      ['contradictions_of_source_in_order', 'contradictions_of_target_in_order'],
      24,
      (tx) => contradictionRepository.listByMemory(tx, tenantId, hub, { ...page, after: AFTER_TIME }),
    ],
    [
      'states of contradictions',
      ['contradictions_pkey'],
      12,
      (tx) =>
        contradictionStateRepository.list(tx, tenantId, {
          ...page,
          after: '80000000-0000-0000-0000-000000000000',
        }),
    ],
    [
      'states of memories',
      ['memories_pkey', 'memory_revisions_pkey'],
      60,
      (tx) => memoryStateRepository.list(tx, tenantId, { ...page, after: [ids[COUNT / 2]!, 2] }),
    ],
    [
      'states of a memory',
      ['memories_pkey', 'memory_revisions_pkey'],
      14,
      (tx) => revisionRepository.list(tx, tenantId, hub, { ...page, before: undefined }),
    ],
    [
      'states of a memory after a cursor',
      ['memories_pkey', 'memory_revisions_pkey'],
      14,
      (tx) => revisionRepository.list(tx, tenantId, hub, { ...page, before: -500 }),
    ],
    [
      'versions of a memory',
      ['versions'],
      12,
      (tx) => versionRepository.list(tx, tenantId, hub, { ...page, after: undefined }),
    ],
    [
      'versions of a memory after a cursor',
      ['versions'],
      12,
      (tx) => versionRepository.list(tx, tenantId, hub, { ...page, after: [250, hub] }),
    ],
    [
      'audit entries after a cursor',
      [],
      24,
      (tx) =>
        listAudit(tx, {
          tenantId,
          from: new Date(Date.now() - 30 * 86_400_000).toISOString(),
          to: new Date().toISOString(),
          after: { at: new Date(Date.now() - 3_600_000).toISOString(), id: hub },
          filter: {},
          limit: 11,
        }),
    ],
    [
      'readers of a memory',
      ['memory_readers_pkey'],
      1,
      (tx) => readerRepository.list(tx, tenantId, hub, new Date()),
    ],
    [
      'saved searches of a user',
      ['saved_searches_of_user'],
      1,
      (tx) => savedSearchRepository.list(tx, tenantId, as.userId),
    ],
  ])('read a page of the list of %s from %j, at most %d rows', async (_list, indexes, maximum, read) => {
    const { inTransaction, reads } = recordReads(fixture.database);
    await inTransaction(tenantId, read);
    expect(reads).toHaveLength(1);
    expect(reads[0]!.indexes).toEqual(expect.arrayContaining(indexes));
    expect(reads[0]!.rows).toBeLessThanOrEqual(maximum);
  });

  test.each<[(typeof SORTS)[number], Partial<MemoryFilter>, string]>([
    ...SORTS.map((sort): [typeof sort, object, string] => [sort, {}, LIST_INDEXES[sort.replace('-', '')]!]),
    ['-created_at', { tags: ['tea'] }, 'memory_tags_pkey'],
  ])(
    'read a page of memories by %s with the filter %j from %s, also after a cursor',
    async (sort, filter, index) => {
      const { inTransaction, reads } = recordReads(fixture.database);
      const list = (cursor?: { list: string; after: [string | number, string]; position: number }) =>
        listMemories(
          { inTransaction, now: () => new Date() },
          as,
          { include: new Set(), travel: PRESENT, ...filter },
          sort,
          { page: 1, perPage: 10, cursor },
        );
      const { items } = await list();
      await list({
        list: memoryListName(sort),
        after: memoryCursorKey(sort, items[9]!.memory),
        position: 10,
      });
      const pages = reads.filter(({ sql }) => sql.includes('ORDER BY') && sql.includes('OFFSET'));
      expect(pages).toHaveLength(2);
      for (const page of pages) {
        expect(page.indexes).toContain(index);
        // Up to 11 memories with their tags, and the versions between them that are not active.
        expect(page.rows).toBeLessThanOrEqual(30);
      }
    },
  );

  test('read a bounded number of rows for the memories of an overview and for the numbers of memories by day', async () => {
    const { inTransaction, reads } = recordReads(fixture.database);
    await inTransaction(tenantId, (tx) => overviewRepository.countMemories(tx, tenantId));
    await inTransaction(tenantId, (tx) => overviewRepository.findFailed(tx, tenantId));
    const yesterday = new Date(Date.now() - 86_400_000);
    const day = { first_day: yesterday, last_day: yesterday };
    await countMemoriesByDay({ inTransaction, now: () => new Date() }, as, day);
    expect(reads.map(({ indexes }) => indexes.at(-1))).toEqual([
      'memory_expiries_of_tenant',
      'memories_listed_by_update',
      'memories_listed_by_event_time',
    ]);
    expect(reads[0]!.rows).toBeLessThan(50);
    expect(reads[1]!.rows).toBe(SEARCHED_FOR_FAILURES);
    // A day with 1,440 memories is counted up to 1,000. 240 versions on the day are not active.
    expect(reads[2]!.rows).toBeLessThan(1_001 + 240);
  });
});

describe('a client that follows cursors while objects are created', () => {
  interface Pages {
    create(as: Caller): Promise<string[]>;
    path: string;
    field?: string;
    /** Name of the parameter of the page size. */
    pageSize?: string;
    /** True if the list omits every third object, because it is resolved. */
    omitsThird?: boolean;
    idOf?(item: Record<string, unknown>): unknown;
  }
  /** Creates pairs of memories and objects between them, of which several have the same time. */
  const createPairs = async (as: Caller, insert: typeof insertSuggestions): Promise<string[]> => {
    const ids = await insertMemories(as, 20);
    return insert(as, ids.slice(0, 10), ids.slice(10), 'CASE WHEN i <= 8 THEN 5 ELSE (i - 9) * 10 END');
  };

  test.each<[string, Pages]>([
    [
      'tags',
      {
        create: (as) => insertTags(as, [9, 5, 5, 5, 5, 5, 5, 5, 1, 0]),
        path: '/api/v2/tags',
        idOf: ({ name }) => name,
      },
    ],
    [
      'suggestions',
      {
        create: (as) => createPairs(as, insertSuggestions),
        path: '/api/v2/suggestions',
        pageSize: 'limit',
        omitsThird: true,
      },
    ],
    [
      'unresolved contradictions',
      {
        create: (as) => createPairs(as, insertContradictions),
        path: '/api/v2/contradictions',
        pageSize: 'limit',
        omitsThird: true,
      },
    ],
    [
      'states of contradictions',
      {
        create: (as) => createPairs(as, insertContradictions),
        path: '/api/v2/contradiction-states',
        field: 'states',
      },
    ],
    [
      'states of memories',
      {
        create: async (as) =>
          (await insertMemories(as, 5)).flatMap((id) => [1, 2, 3].map((revision) => `${id} ${revision}`)),
        path: '/api/v2/memory-states',
        field: 'states',
        idOf: ({ id, revision }) => `${id as string} ${revision as number}`,
      },
    ],
  ])(
    'receives each object of the list of %s once, also with equal sort keys',
    async (
      _list,
      { create, path, field = 'items', pageSize = 'per_page', omitsThird = false, idOf = ({ id }) => id },
    ) => {
      const as = testCaller();
      const created = await create(as);
      const result = await followCursorsWhileInserting({
        existing: omitsThird ? created.filter((_, index) => (index + 1) % 3 !== 0) : created,
        read: async (cursor) => {
          const query = { [pageSize]: '2', ...(cursor && { cursor }) };
          const { data } = (await fixture.as(as).get(path).query(query).expect(200)).body;
          const ids = (data[field] as Record<string, unknown>[]).map((item) => idOf(item) as string);
          return { ids, nextCursor: data.next_cursor };
        },
        insert: () => create(as),
      });
      expect(result).toEqual({ repeated: [], missing: [] });
    },
  );
});
