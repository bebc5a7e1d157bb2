import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repairCounters } from '@loci/postgres';
import type { InTransaction, Transaction } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { memoryCounterSource } from '../../src/counters/memory-counters.ts';
import { listMemories } from '../../src/memories/list-memories.ts';
import type { MemoryFilter } from '../../src/memories/list-memories.ts';
import { PRESENT } from '@loci/service-hosting';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface PageOfMemories {
  items: ({ id: string; content: string } & Record<string, unknown>)[];
  pagination: Record<string, unknown>;
}

const NOW = new Date('2026-03-10T12:00:00Z');
const caller = testCaller();
const other = testCaller({ tenantId: caller.tenantId });
let fixture: MemoryFixture;

const list = async (query: Record<string, string> = {}, as = caller): Promise<ApiResponse<PageOfMemories>> =>
  (await fixture.as(as).get('/api/v2/memories').query(query)) as ApiResponse<PageOfMemories>;
const contents = async (query: Record<string, string> = {}): Promise<string[]> => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(body.data.pagination['total']).toBe(body.data.items.length);
  return body.data.items.map((item) => item.content);
};

beforeAll(async () => {
  fixture = await startMemoryService();
  const storeAt = async (time: string, body: Record<string, unknown>, as = caller): Promise<void> => {
    fixture.clock.now = new Date(time);
    await storeMemory(fixture, as, body);
  };
  await storeAt('2025-03-10T12:00:00Z', { content: 'year ago', importance: 0.1, tags: ['old'] });
  await storeAt('2026-01-01T00:00:00Z', { content: 'new year', importance: 0.9, memory_type: 'insight' });
  await storeAt('2026-03-05T08:00:00Z', {
    content: 'last week',
    importance: 0.5,
    tags: ['Project X', 'old', 'Café'],
  });
  await storeAt('2026-03-09T23:59:59.999Z', { content: 'late yesterday', importance: 0.5 }, other);
  await storeAt('2026-03-10T00:00:00Z', { content: 'midnight', importance: 0.7, tags: ['project-x'] });
  fixture.clock.now = NOW;
  await storeMemory(fixture, testCaller(), { content: "another tenant's" });
});
afterAll(() => fixture.close());

const ALL = ['midnight', 'late yesterday', 'last week', 'new year', 'year ago'];

describe('GET /api/v2/memories', () => {
  test('filters by conversation_id', async () => {
    const as = testCaller();
    const { body } = await fixture
      .as(as)
      .post('/api/v2/memories/bulk')
      .send({
        memories: [
          { content: 'a', metadata: { conversation_id: 'talk' } },
          { content: 'b', metadata: { conversation_id: 'other' } },
          { content: 'c' },
        ],
      });
    const list = await fixture.as(as).get('/api/v2/memories').query({ conversation_id: 'talk' });
    expect(list.body.data.items.map(({ id }: { id: string }) => id)).toEqual([body.data.results[0].id]);
    expect(list.body.data.pagination).toMatchObject({ total: 1, total_is_exact: true });
  });

  test('returns all memories, newest first, with pagination', async () => {
    const { body } = await list();
    expect(body.data.items.map((item) => item.content)).toEqual(ALL);
    expect(body.data.pagination).toEqual({
      page: 1,
      per_page: 20,
      total: 5,
      total_is_exact: true,
      pages: 1,
      has_next: false,
      has_prev: false,
      truncated: false,
      next_cursor: null,
    });
  });

  test('returns each memory on exactly one page', async () => {
    const page = async (n: number) => (await list({ page: String(n), per_page: '2' })).body.data;
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.flatMap((p) => p.items.map((item) => item.content))).toEqual(ALL);
    expect(pages.map((p) => [p.pagination['has_prev'], p.pagination['has_next']])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  test.each(['4', '1000000000'])(
    'returns an empty list for page %s, which is beyond the last page',
    async (page) => {
      const { status, body } = await list({ page, per_page: '2' });
      expect([status, body.data.items]).toEqual([200, []]);
      expect(body.data.pagination).toMatchObject({ total: 5, pages: 3, has_next: false, has_prev: true });
    },
  );

  test.each<[string, string[]]>([
    ['created_at', [...ALL].reverse()],
    ['importance', ['year ago', 'last week', 'late yesterday', 'midnight', 'new year']],
    ['-importance', ['new year', 'midnight', 'late yesterday', 'last week', 'year ago']],
    ['-updated_at', ALL],
    ['updated_at', [...ALL].reverse()],
  ])('sorts by %s, then by id', async (sort, expected) => {
    expect(await contents({ sort })).toEqual(expected);
  });

  test('filters by memory_type', async () => {
    expect(await contents({ memory_type: 'insight' })).toEqual(['new year']);
  });

  test('filters by memory_types, in every order', async () => {
    expect(await contents({ memory_types: 'insight' })).toEqual(['new year']);
    expect(await contents({ memory_types: 'insight,fact,insight' })).toEqual(ALL);
    expect(await contents({ memory_types: 'fact,insight', sort: 'created_at' })).toEqual([...ALL].reverse());
    expect(await contents({ memory_types: 'fact,insight', sort: '-importance' })).toEqual([
      'new year',
      'midnight',
      'late yesterday',
      'last week',
      'year ago',
    ]);
    expect(await contents({ memory_types: 'fact,insight', tags: 'old' })).toEqual(['last week', 'year ago']);
    expect(await contents({ memory_types: 'insight,task', tags: 'old' })).toEqual([]);
    expect(await contents({ memory_types: 'insight', memory_type: 'insight' })).toEqual(['new year']);
  });

  test('pages through the memories of several types in order', async () => {
    const { body } = await list({ memory_types: 'fact,insight', per_page: '3', page: '2' });
    expect(body.data.items.map(({ content }) => content)).toEqual(['new year', 'year ago']);
    expect(body.data.pagination).toMatchObject({ total: 5, has_next: false });
  });

  test('filters by source_types', async () => {
    const as = testCaller();
    for (const [content, source_type] of [
      ['typed', 'direct_input'],
      ['said', 'conversation'],
      ['read', 'web_scrape'],
    ]) {
      await storeMemory(fixture, as, { content, source_type });
    }
    const found = async (query: Record<string, string>): Promise<string[]> =>
      (await list({ sort: 'created_at', ...query }, as)).body.data.items.map(({ content }) => content).sort();
    expect(await found({ source_types: 'conversation' })).toEqual(['said']);
    expect(await found({ source_types: 'web_scrape,direct_input' })).toEqual(['read', 'typed']);
    expect(await found({ source_types: 'conversation', memory_types: 'fact,task' })).toEqual(['said']);
    expect(await found({ source_types: 'conversation', tags: 'none' })).toEqual([]);
    expect(await found({ source_types: 'web_scrape', sort: '-importance' })).toEqual(['read']);
  });

  test('filters by user_id', async () => {
    expect(await contents({ user_id: other.userId })).toEqual(['late yesterday']);
    expect(await contents({ user_id: 'unknown' })).toEqual([]);
  });

  test('filters by a minimum importance', async () => {
    expect(await contents({ importance_threshold: '0.7' })).toEqual(['midnight', 'new year']);
    expect(await contents({ min_importance: '0.7' })).toEqual(['midnight', 'new year']);
    expect(await contents({ min_importance: '0.7', importance_threshold: '0.70' })).toHaveLength(2);
  });

  test('filters by start_date and end_date as by date_from and date_to', async () => {
    const dates = { start_date: '2026-03-05', end_date: '2026-03-09' };
    const expected = ['late yesterday', 'last week'];
    expect(await contents(dates)).toEqual(expected);
    expect(await contents({ ...dates, date_from: '2026-03-05T00:00:00Z', date_to: '2026-03-09' })).toEqual(
      expected,
    );
  });

  test.each([
    ['memory_type', { memory_types: 'fact,insight', memory_type: 'fact' }],
    ['importance_threshold', { min_importance: '0.7', importance_threshold: '0.6' }],
    ['date_from', { start_date: '2026-03-05', date_from: '2026-03-06' }],
    ['date_to', { end_date: '2026-03-05', date_to: '2026-03-06' }],
  ])('returns 422 if %s has another value than its other name', async (field, query) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body.error.code, Object.keys(body.error.field_errors!)]).toEqual([
      422,
      'VAL_VALIDATION_FAILED',
      [field],
    ]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['a tag in any case', { tags: 'PROJECT X' }, ['midnight', 'last week']],
    ['a tag that is stored transliterated', { tags: 'Café' }, ['last week']],
    ['a tag in its transliterated form', { tags: 'cafe' }, ['last week']],
    ['any of several tags', { tags: 'old, project_x ,none' }, ['midnight', 'last week', 'year ago']],
    [
      'a tag, including inactive versions',
      { tags: 'old', include_inactive: 'true' },
      ['last week', 'year ago'],
    ],
    ['a tag that is empty after normalization', { tags: '!!' }, []],
  ])('filters by %s', async (_what, query, expected) => {
    expect(await contents(query)).toEqual(expected);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      'a start date and an end date that includes the whole day',
      { date_from: '2026-03-05', date_to: '2026-03-09' },
      ['late yesterday', 'last week'],
    ],
    ['a start time with a time zone', { date_from: '2026-03-10T01:00:00+01:00' }, ['midnight']],
    [
      'an end time without a time zone, interpreted as UTC',
      { date_to: '2026-01-01T00:00:00' },
      ['new year', 'year ago'],
    ],
    ['a start date after the end date', { date_from: '2027-01-01', date_to: '2026-01-01' }, []],
  ])('filters by %s', async (_what, query, expected) => {
    expect(await contents(query)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['today', ['midnight']],
    ['yesterday', ['late yesterday']],
    ['week', ['midnight', 'late yesterday', 'last week']],
    ['month', ['midnight', 'late yesterday', 'last week']],
    ['quarter', ['midnight', 'late yesterday', 'last week', 'new year']],
    ['year', ALL],
  ])('filters by the time range %s', async (time_range, expected) => {
    expect(await contents({ time_range })).toEqual(expected);
  });

  describe('with imported memories', () => {
    const importer = testCaller();
    const titles = async (query: Record<string, string>): Promise<string[]> => {
      const { body } = await fixture.as(importer).get('/api/v2/memories').query(query);
      return (body.data.items as { content: string }[]).map(({ content }) => content);
    };
    beforeAll(async () => {
      const memories = [
        { content: 'moon landing', occurred_at: '1969-07-20T20:17:00Z' },
        { content: 'first flight', occurred_at: '1903-12-17' },
        { content: 'stored today' },
      ];
      const { status } = await fixture.as(importer).post('/api/v2/memories/bulk').send({ memories });
      expect(status).toBe(201);
    });

    test('filters and sorts by the event time', async () => {
      expect(await titles({ date_to: '1969-12-31', sort: 'occurred_at' })).toEqual([
        'first flight',
        'moon landing',
      ]);
      expect(await titles({ date_from: '1950-01-01', sort: '-occurred_at' })).toEqual([
        'stored today',
        'moon landing',
      ]);
      expect(await titles({ time_range: 'year' })).toEqual(['stored today']);
    });

    test('returns every memory once in pages by event time', async () => {
      const first = await fixture
        .as(importer)
        .get('/api/v2/memories')
        .query({ per_page: '2', sort: 'occurred_at' });
      const cursor = first.body.data.pagination.next_cursor as string;
      expect(await titles({ per_page: '2', sort: 'occurred_at', cursor })).toEqual(['stored today']);
    });

    test('uses the creation time of a memory without an event time', async () => {
      expect(await titles({ date_from: '1970-01-01' })).toEqual(['stored today']);
      const { body } = await fixture.as(importer).get('/api/v2/memories').query({ time_range: 'year' });
      expect(body.data.items[0].occurred_at).toBe(body.data.items[0].created_at);
    });
  });

  test('returns protected memories only if memory_type names their type', async () => {
    const as = testCaller();
    await fixture.client.createProtected({
      tenant_id: as.tenantId,
      user_id: as.userId,
      memory_type: 'personality_trait',
      content: 'Speaks plainly.',
      metadata: {},
    });
    expect((await list({}, as)).body.data.items).toEqual([]);
    expect((await list({ memory_type: 'personality_trait' }, as)).body.data.items).toHaveLength(1);
  });
});

/** Returns the execution plans of the statements of a list, as the role of the service. */
async function explainList(
  filter: Partial<MemoryFilter>,
  as = caller,
  now = NOW,
  { sort = '-created_at', page = 1 }: { sort?: '-created_at' | '-updated_at'; page?: number } = {},
): Promise<string[]> {
  const plans: string[] = [];
  const inTransaction: InTransaction = (tenantId, work) =>
    fixture.database.inTransaction(tenantId, async (tx) => {
      // The table is too small for the planner to prefer an index.
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query('SET LOCAL enable_bitmapscan = off');
      const query: Transaction['query'] = async (sql, values) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return tx.query(sql, values);
      };
      return work({ ...tx, query });
    });
  await listMemories(
    { inTransaction, now: () => now },
    as,
    { include: new Set(), travel: PRESENT, ...filter },
    sort,
    { page, perPage: 10 },
  );
  return plans;
}

/** Inserts and counts memories. The values are SQL expressions of the number `i` of the memory, from 1. */
const insertMemories = (
  as: typeof caller,
  count: number,
  { importance = '0.5', userId = '$2', createdAt = 'now()', validUntil = 'NULL' } = {},
): Promise<void> =>
  fixture.database.inTransaction(as.tenantId, async (tx) => {
    await tx.query(
      `INSERT INTO memories (tenant_id, id, revision, content, content_revision, memory_type, importance, confidence,
         source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id, created_at, updated_at,
         embedding_status, surprise_score, valid_until)
       SELECT $1, id, 1, 'c', 1, 'fact', ${importance}, 1, 'direct_input', ${userId}, '{}', '{}', 'active', 1, true, id,
         ${createdAt}, now(), 'completed', 0, ${validUntil}
       FROM (SELECT i, gen_random_uuid() AS id FROM generate_series(1, ${count}) i) ids`,
      [as.tenantId, as.userId],
    );
    await repairCounters(tx, as.tenantId, memoryCounterSource);
  });

describe('the execution plans of GET /api/v2/memories', () => {
  const as = testCaller();
  beforeAll(async () => {
    await insertMemories(as, 10_000, {
      importance: 'i % 100 / 100.0',
      userId: `CASE i % 10 WHEN 0 THEN $2 ELSE 'frequent' END`,
      createdAt: `timestamptz '2026-01-01' + i * interval '1 hour'`,
    });
    await fixture.testDatabase.analyze('memory.memories');
  });

  test('read a list of the past in the order of the list, without sorting all memories', async () => {
    const now = new Date();
    const plans = await explainList({ travel: { asOf: null, knownAt: now } }, as, now);
    expect(plans).toContainEqual(
      expect.stringMatching(/Merge Append[\s\S]*Limit[\s\S]*using memories_listed_by_creation/),
    );
  });

  test.each<[string, Partial<MemoryFilter>, string]>([
    ['types', { memoryTypes: ['insight', 'task'] }, 'memories_listed_by_type'],
    ['source types', { sourceTypes: ['conversation', 'web_scrape'] }, 'memories_of_source'],
  ])('read each of several %s in the order of the list', async (_what, filter, index) => {
    const [page] = (await explainList(filter, as)).filter((plan) => plan.startsWith('Limit'));
    expect(page).toMatch(new RegExp(`Merge Append[^]*using ${index}[^]*using ${index}`));
  });

  test('find event times with an index, although row-level security applies', async () => {
    const plans = await explainList({ occurredFrom: NOW, occurredTo: NOW });
    expect(plans).toContainEqual(expect.stringMatching(/Index Cond.*occurred_at.*>=.*occurred_at.*<=/));
  });

  test.each<[string, Partial<MemoryFilter>]>([
    ['a user', { userId: as.userId }],
    ['a user and a type', { userId: as.userId, memoryTypes: ['fact'] }],
    ['a user and a minimum importance', { userId: as.userId, minImportance: 0.5 }],
    ['a minimum importance', { minImportance: 0.9 }],
    ['a type and a minimum importance', { memoryTypes: ['fact'], minImportance: 0.9 }],
  ])('count the memories of %s in an index, without reading the memories', async (_what, filter) => {
    const counts = (await explainList(filter, as)).filter((plan) => plan.startsWith('Aggregate'));
    expect(counts).toEqual([
      expect.stringMatching(/Index Only Scan.* on memories/),
      expect.stringContaining('memories_with_validity'),
    ]);
  });

  test.each<[string, Partial<MemoryFilter>]>([
    ['all types', {}],
    ['a type', { memoryTypes: ['fact'] }],
  ])(
    'count the memories of %s outside of their period in an index of the memories with a period',
    async (_what, filter) => {
      const counts = (await explainList(filter, as)).filter((plan) => plan.startsWith('Aggregate'));
      expect(counts).toEqual([expect.stringMatching(/Index Only Scan using memories_with_validity/)]);
    },
  );

  test('find memories with a tag outside of their period in the index of the memories with a period', async () => {
    const plans = await explainList({ tags: ['frequent'] }, as);
    expect(plans).toContainEqual(expect.stringMatching(/^Aggregate(.|\n)*memories_with_validity/));
  });

  test('read the page of a list in the order of an index', async () => {
    const [page] = (await explainList({}, as)).filter((plan) => plan.startsWith('Limit'));
    expect(page).toMatch(/Index Scan Backward using memories_listed_by_creation/);
  });

  test('read no memories of a frequent tag that do not match the user', async () => {
    // The counter of the tag is sufficient for the choice of the plan.
    await fixture.database.inTransaction(as.tenantId, (tx) =>
      tx.query(`INSERT INTO counter_changes (tenant_id, counter, change) VALUES ($1, 'tag:frequent', 4000)`, [
        as.tenantId,
      ]),
    );
    const plans = await explainList({ tags: ['frequent'], userId: as.userId }, as);
    const reads = plans.filter((plan) => plan.includes(' on memories'));
    expect(reads).toHaveLength(3);
    for (const plan of reads) expect(plan).toMatch(/Index Cond.*user_id|memories_with_validity/);
  });

  test('read a far page of memories with a tag in the order of the list, from an index alone and without a sort', async () => {
    await fixture.database.inTransaction(as.tenantId, (tx) =>
      tx.query(`INSERT INTO counter_changes (tenant_id, counter, change) VALUES ($1, 'tag:far', 9000)`, [
        as.tenantId,
      ]),
    );
    const plans = await explainList({ tags: ['far'] }, as, NOW, { sort: '-updated_at', page: 300 });
    const [page] = plans.filter((plan) => plan.includes('Limit') && plan.includes('memory_tags'));
    expect(page).toMatch(
      /Limit.*\n(.|\n)*Index Only Scan Backward using memories_listed_by_update(.|\n)*hashed SubPlan/,
    );
    expect(page!.split('Limit')[1]).not.toContain('Sort');
  });

  test('count the memories of a user in a time range in the order of their event times', async () => {
    const plans = await explainList({ userId: 'frequent', occurredFrom: new Date('2026-01-02') }, as);
    const [count] = plans.filter((plan) => plan.startsWith('Aggregate'));
    expect(count).toMatch(/Index Cond.*occurred_at.*>=/);
  });
});

describe('GET /api/v2/memories with a cursor', () => {
  test.each(['created_at', '-created_at', 'updated_at', '-updated_at', 'importance', '-importance'])(
    'returns each memory once in the order %s while other memories are being stored',
    async (sort) => {
      const as = testCaller();
      const store = (importance: number) => storeMemory(fixture, as, { importance });
      const before: string[] = [];
      for (const importance of [0.5, 0.1, 0.9, 0.5, 0.3]) before.push((await store(importance)).id);
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query: Record<string, string> = { sort, per_page: '2', ...(cursor ? { cursor } : {}) };
        const { items, pagination } = (await list(query, as)).body.data;
        seen.push(...items.map(({ id }) => id));
        cursor = pagination['next_cursor'] as string | null;
        // With page numbers instead of cursors, these memories would shift the following pages.
        if (seen.length < 5) for (const importance of [0.95, 0.5, 0.05]) await store(importance);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => before.includes(id))).toHaveLength(before.length);
    },
  );
});

describe('GET /api/v2/memories with a page far from the start', () => {
  const COUNT = 4_150;
  const as = testCaller();
  beforeAll(async () => {
    fixture.clock.now = NOW;
    for (let start = 0; start < COUNT; start += 1_000) {
      const memories = Array.from({ length: Math.min(1_000, COUNT - start) }, (_, index) => ({
        content: `${start + index}`,
        importance: ((start + index) % 7) / 10,
        tags: ['far'],
      }));
      await fixture.as(as).post('/api/v2/memories/bulk').send({ memories });
    }
  });

  test.each([
    ['from the start', { page: '21' }],
    ['from the end', { page: '22' }],
    ['from the end with equal sort values', { page: '30', sort: 'importance' }],
    ['from the start for a tag', { page: '21', tags: 'far' }],
    ['from the end for a tag', { page: '40', tags: 'far' }],
    ['from the start for a tag in another order', { page: '21', tags: 'far', sort: '-importance' }],
    [
      'from the start for a tag in another order with another filter',
      { page: '21', tags: 'far', sort: '-importance', source_types: 'direct_input' },
    ],
    ['from the end for a tag in another order', { page: '35', tags: 'far', sort: 'updated_at' }],
    ['from the start for two tags', { page: '21', tags: 'far,further' }],
    ['from the start for two types', { page: '21', memory_types: 'fact,insight' }],
    ['from the start by event time', { page: '21', sort: '-occurred_at' }],
    ['for the last memories', { page: '42' }],
    ['after the last memory', { page: '43' }],
  ])(
    'returns the memories at the position of the page, which it reads %s',
    (_, query: Record<string, string>) => expectSameAsCursors(query),
  );

  test('omits memories with a tag that are not true now', async () => {
    const query = { tags: 'far', sort: 'created_at', per_page: '100', page: '21' };
    const before = await list(query, as);
    const { id } = before.body.data.items[0]!;
    const body = { valid_from: '2001-01-01', valid_until: '2002-01-01' };
    await fixture.as(as).put(`/api/v2/memories/${id}`).send(body).expect(200);
    const after = await list(query, as);
    expect(after.body.data.items[0]!.id).toBe(before.body.data.items[1]!.id);
    expect(after.body.data.pagination['total']).toBe(COUNT - 1);
  });

  async function expectSameAsCursors(query: Record<string, string>): Promise<void> {
    const { page, ...others } = query;
    let expected = await list({ ...others, per_page: '100' }, as);
    for (let number = 1; number < Number(page); number++) {
      const { next_cursor: cursor } = expected.body.data.pagination;
      if (cursor === null) {
        expected.body.data.items = [];
        break;
      }
      expected = await list({ ...others, per_page: '100', cursor: cursor as string }, as);
    }
    const actual = await list({ ...query, per_page: '100' }, as);
    const ids = ({ body }: typeof actual) => body.data.items.map(({ id }) => id);
    expect(ids(actual)).toEqual(ids(expected));
    expect(actual.body.data.pagination).toMatchObject({
      // Two tags, and a tag with another filter, have no counter.
      total: actual.body.data.pagination['total_is_exact'] === true ? COUNT : expect.any(Number),
      has_next: expected.body.data.items.length > 0 && expected.body.data.pagination['next_cursor'] !== null,
    });
  }
});

describe('GET /api/v2/memories with a tag and an order', () => {
  test.each(['1', '100'])(
    'returns the memories with the tag in the requested order, with %s per page',
    async (per_page) => {
      const as = testCaller();
      for (const importance of [0.5, 0.1, 0.9]) await storeMemory(fixture, as, { importance, tags: ['x'] });
      await storeMemory(fixture, as, { importance: 0.7 });
      const seen: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { tags: 'x', sort: '-importance', per_page, ...(cursor ? { cursor } : {}) };
        const { items, pagination } = (await list(query, as)).body.data;
        seen.push(...items.map((item) => item['importance']));
        expect(pagination['total']).toBe(3);
        cursor = pagination['next_cursor'] as string | null;
      }
      expect(seen).toEqual([0.9, 0.5, 0.1]);
    },
  );
});

describe('GET /api/v2/memories with a tag and another filter', () => {
  const as = testCaller();
  const user = testCaller({ tenantId: as.tenantId });
  beforeAll(async () => {
    const store = (body: Record<string, unknown>, who = as) => storeMemory(fixture, who, body);
    await store({ content: 'oldest', tags: ['frequent', 'rare'], importance: 0.9 }, user);
    await store({ content: 'task', tags: ['frequent'], memory_type: 'task' }, user);
    for (let i = 0; i < 5; i++) await store({ content: `other ${i}`, tags: ['frequent'], importance: 0.1 });
    await store({ content: 'untagged', importance: 0.9 }, user);
    await store({ content: 'newest', tags: ['frequent'], importance: 0.9 }, user);
  });

  // A tag is frequent if its memories, squared, outnumber the product of the page size and all memories.
  test.each<[Record<string, string>, string[]]>([
    [{ tags: 'frequent', user_id: user.userId, per_page: '3' }, ['newest', 'task', 'oldest']],
    [{ tags: 'frequent', user_id: user.userId, per_page: '100' }, ['newest', 'task', 'oldest']],
    [{ tags: 'rare', user_id: user.userId }, ['oldest']],
    [{ tags: 'frequent,rare', user_id: user.userId, per_page: '3' }, ['newest', 'task', 'oldest']],
    [{ tags: 'frequent', importance_threshold: '0.5', per_page: '3' }, ['newest', 'task', 'oldest']],
    [{ tags: 'frequent', memory_type: 'task', per_page: '3' }, ['task']],
    [{ tags: 'rare', memory_type: 'task' }, []],
  ])('returns the memories that match all filters of %j', async (query, expected) => {
    const { items, pagination } = (await list(query, as)).body.data;
    expect(items.map(({ content }) => content)).toEqual(expected);
    expect(pagination).toMatchObject({ total: expected.length, total_is_exact: true });
  });
});

describe('the total of GET /api/v2/memories', () => {
  const as = testCaller();
  const STORED = 1_002;
  beforeAll(() => insertMemories(as, STORED));

  test.each([{}, { memory_type: 'fact' }, { include_inactive: 'true' }])(
    'is exact above 1,000 for the filter %j, which has a counter',
    async (filter) => {
      const { pagination } = (await list(filter, as)).body.data;
      expect(pagination).toMatchObject({ total: STORED, total_is_exact: true });
    },
  );

  test('is 1,000 and not exact if more than 1,000 memories match a filter without a counter', async () => {
    const { pagination } = (await list({ importance_threshold: '0.5' }, as)).body.data;
    expect(pagination).toMatchObject({ total: 1_000, total_is_exact: false, has_next: true });
  });

  test('counts a memory that has several of the requested tags once', async () => {
    const tagged = testCaller();
    for (const tags of [['a', 'b'], ['a'], ['b', 'c'], ['c'], []])
      await storeMemory(fixture, tagged, { tags });
    const { items, pagination } = (await list({ tags: 'a,b' }, tagged)).body.data;
    expect(items).toHaveLength(3);
    expect(pagination).toMatchObject({ total: 3, total_is_exact: true });
  });

  test('counts the active memories with a tag and a type', async () => {
    const tagged = testCaller();
    const replaced = await storeMemory(fixture, tagged, { tags: ['a'], memory_type: 'task' });
    await storeMemory(fixture, tagged, { tags: ['a', 'b'], memory_type: 'task' });
    await storeMemory(fixture, tagged, { tags: ['a'], memory_type: 'fact' });
    await storeMemory(fixture, tagged, { tags: ['b'], memory_type: 'task' });
    await storeMemory(fixture, testCaller(), { tags: ['a'], memory_type: 'task' });
    const totalOf = async () => {
      const { pagination } = (await list({ tags: 'A', memory_type: 'task' }, tagged)).body.data;
      return [pagination.total, pagination.total_is_exact];
    };
    expect(await totalOf()).toEqual([2, true]);
    await fixture.database.inTransaction(tagged.tenantId, async (tx) => {
      await tx.query(`UPDATE memories SET is_active = false, lifecycle_state = 'deprecated' WHERE id = $1`, [
        replaced.id,
      ]);
    });
    expect(await totalOf()).toEqual([1, true]);
  });

  test('is 1,000 and not exact for several tags if one of the tags has more than 1,000 memories', async () => {
    const tagged = testCaller();
    await fixture.database.inTransaction(tagged.tenantId, (tx) =>
      tx.query(
        `INSERT INTO memory_tags (tenant_id, tag, created_at, memory_id)
         SELECT $1, 'a', now(), gen_random_uuid() FROM generate_series(1, 1001)`,
        [tagged.tenantId],
      ),
    );
    const { pagination } = (await list({ tags: 'a,b' }, tagged)).body.data;
    expect(pagination).toMatchObject({ total: 1_000, total_is_exact: false });
  });

  test('is exact above 1,000 for a list with a counter that omits memories outside of their period', async () => {
    const some = testCaller();
    await insertMemories(some, STORED, { validUntil: `CASE WHEN i <= 2 THEN timestamptz '2026-01-01' END` });
    const totalOf = async (query: Record<string, string>) => {
      const { pagination } = (await list(query, some)).body.data;
      return [pagination['total'], pagination['total_is_exact']];
    };
    expect(await totalOf({})).toEqual([STORED - 2, true]);
    expect(await totalOf({ include: 'expired' })).toEqual([STORED, true]);
    // More than 1,000 memories match before those outside of their period are omitted.
    expect(await totalOf({ importance_threshold: '0.5' })).toEqual([STORED - 2, true]);
  });

  test('is exact if more than 1,000 memories outside of their period are omitted', async () => {
    const most = testCaller();
    await insertMemories(most, STORED + 1, {
      validUntil: `CASE WHEN i > 1 THEN timestamptz '2026-01-01' END`,
    });
    expect((await list({}, most)).body.data.pagination).toMatchObject({ total: 1, total_is_exact: true });
  });

  test('is at least the number of memories up to the end of the requested page', async () => {
    const query = { importance_threshold: '0.5', page: '11', per_page: '100' };
    const { items, pagination } = (await list(query, as)).body.data;
    expect(items).toHaveLength(2);
    expect(pagination).toMatchObject({ total: STORED, total_is_exact: false, has_next: false });
  });
});

describe('GET /api/v2/memories by validity', () => {
  const as = testCaller();
  const found = async (query: Record<string, string> = {}): Promise<unknown[]> => {
    const { items, pagination } = (await list({ sort: 'created_at', ...query }, as)).body.data;
    expect(pagination).toMatchObject({ total: items.length, total_is_exact: true });
    return items.map(({ content, validity }) => [content, validity]);
  };
  let evolved: { id: string };
  beforeAll(async () => {
    fixture.clock.now = new Date('2026-03-01');
    const store = (content: string, body: object) =>
      storeMemory(fixture, as, { content, memory_type: 'task', tags: ['a', 'b'], importance: 0.9, ...body });
    await store('always', {});
    await store('march', { valid_from: '2026-03-01', valid_until: '2026-04-01' });
    await store('february', { valid_until: '2026-03-01' });
    await store('april', { valid_from: '2026-04-01' });
    evolved = await store('first version', {});
    fixture.clock.now = new Date('2026-03-02');
    const body = { new_content: 'second version', evolution_type: 'correction' };
    await fixture.as(as).post(`/api/v2/memories/${evolved.id}/evolve`).send(body).expect(201);
    fixture.clock.now = NOW;
  });
  const CURRENT = [
    ['always', 'current'],
    ['march', 'current'],
    ['second version', 'current'],
  ];

  test.each<Record<string, string>>([
    {},
    { memory_type: 'task' },
    { tags: 'a' },
    { tags: 'a', sort: 'importance' },
    { tags: 'a,b' },
    { tags: 'a', memory_type: 'task' },
    { user_id: as.userId },
    { importance_threshold: '0.5' },
    { date_from: '2026-01-01' },
    { tags: 'a', user_id: as.userId },
  ])('omits memories that are not true now from the list and its total with the filter %j', async (query) => {
    expect(await found(query)).toEqual(query['sort'] ? expect.arrayContaining(CURRENT) : CURRENT);
  });

  test.each([
    ['expired', ['february', 'expired']],
    ['future', ['april', 'future']],
    ['superseded', ['first version', 'superseded']],
  ])('include=%s adds the memories in this state', async (include, added) => {
    for (const filter of [{}, { tags: 'a' }, { user_id: as.userId }]) {
      const memories = await found({ include, ...filter });
      expect(memories).toHaveLength(CURRENT.length + 1);
      expect(memories).toEqual(expect.arrayContaining([...CURRENT, added]));
    }
  });

  test('include accepts several states', async () => {
    expect(await found({ include: 'superseded,expired,future' })).toHaveLength(6);
  });

  test('include_inactive=true equals include=superseded', async () => {
    expect(await found({ include_inactive: 'true' })).toEqual(await found({ include: 'superseded' }));
    expect(await found({ include_inactive: 'true', include: 'future' })).toEqual(
      await found({ include: 'superseded,future' }),
    );
  });

  test('a memory leaves the list at the end of its validity, and another one enters it at its start', async () => {
    fixture.clock.now = new Date('2026-03-31T23:59:59.999Z');
    expect(await found()).toEqual(CURRENT);
    fixture.clock.now = new Date('2026-04-01');
    expect(await found()).toEqual([
      ['always', 'current'],
      ['april', 'current'],
      ['second version', 'current'],
    ]);
    fixture.clock.now = NOW;
  });

  test('known_at returns the memories that the list returned at that time', async () => {
    for (const include of ['', 'superseded', 'expired', 'future', 'superseded,expired,future']) {
      const query: Record<string, string> = include ? { include } : {};
      for (const time of ['2026-03-01T12:00:00Z', '2026-03-05T00:00:00Z']) {
        const known = await found({ ...query, known_at: time });
        expect(known).toEqual(KNOWN[time]!(include));
      }
    }
  });
  const state = (include: string, name: string, content: string) =>
    include.includes(name) ? [[content, name]] : [];
  const KNOWN: Record<string, (include: string) => unknown[]> = {
    '2026-03-01T12:00:00Z': (include) => [
      ['always', 'current'],
      ['march', 'current'],
      ...state(include, 'expired', 'february'),
      ...state(include, 'future', 'april'),
      ['first version', 'current'],
    ],
    '2026-03-05T00:00:00Z': (include) => [
      ['always', 'current'],
      ['march', 'current'],
      ...state(include, 'expired', 'february'),
      ...state(include, 'future', 'april'),
      ...state(include, 'superseded', 'first version'),
      ['second version', 'current'],
    ],
  };

  test('include adds memories whose validity at as_of has ended or has not started', async () => {
    const asOf = (include: Record<string, string>) => found({ as_of: '2026-04-02', ...include });
    const contentsOf = async (include: Record<string, string>) =>
      (await asOf(include)).map((memory) => (memory as string[])[0]);
    expect(await contentsOf({})).toEqual(['always', 'april', 'second version']);
    expect(await contentsOf({ include: 'expired' })).toEqual([
      'always',
      'march',
      'february',
      'april',
      'second version',
    ]);
    expect(await found({ as_of: '2026-02-01', include: 'future' })).toEqual([
      ['always', 'current'],
      ['march', 'future'],
      ['february', 'current'],
      ['april', 'future'],
      ['first version', 'superseded'],
      ['second version', 'future'],
    ]);
  });

  test('a list by tag omits memories that are not true now', async () => {
    const { body } = await fixture.as(as).get('/api/v2/tags/a/memories');
    expect(body.data.items.map(({ content }: { content: string }) => content).sort()).toEqual([
      'always',
      'march',
      'second version',
    ]);
    expect(body.data.pagination.total).toBe(3);
  });

  test('rejects an unknown state in include with 422', async () => {
    const { status, body } = await list({ include: 'superseded,current' }, as);
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'VAL_ENUM_INVALID', details: { allowed_values: ['superseded', 'expired', 'future'] } },
    ]);
  });
});

describe('GET /api/v2/memories errors', () => {
  test('rejects a request without a token with 401', async () => {
    const { status, body } = (await fixture.as(null).get('/api/v2/memories')) as ApiResponse;
    expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await list({}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each([
    [{ page: '0' }, 'VAL_FIELD_INVALID'],
    [{ page: '1.5' }, 'VAL_FIELD_INVALID'],
    [{ page: 'x' }, 'VAL_FIELD_INVALID'],
    [{ per_page: '101' }, 'VAL_FIELD_INVALID'],
    [{ per_page: '' }, 'VAL_FIELD_INVALID'],
    [{ memory_type: 'x' }, 'VAL_ENUM_INVALID'],
    [{ sort: 'content' }, 'VAL_ENUM_INVALID'],
    [{ time_range: 'decade' }, 'VAL_ENUM_INVALID'],
    [{ memory_types: 'fact,nonsense' }, 'VAL_ENUM_INVALID'],
    [{ source_types: '' }, 'VAL_ENUM_INVALID'],
    [{ importance_threshold: '1.1' }, 'VAL_FIELD_INVALID'],
    [{ date_from: '2026-02-30' }, 'VAL_FIELD_INVALID'],
    [{ date_to: 'yesterday' }, 'VAL_FIELD_INVALID'],
    [{ include_inactive: 'maybe' }, 'VAL_FIELD_INVALID'],
    [{ tags: 'a\u0000' }, 'VAL_FIELD_INVALID'],
    [{ page: '0', sort: 'x' }, 'VAL_VALIDATION_FAILED'],
  ])('rejects the query %j with 422 %s', async (query, code) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body.error.code]).toEqual([422, code]);
    expect(Object.keys(body.error.field_errors!)).toEqual(Object.keys(query));
  });

  test('rejects a repeated parameter with 422', async () => {
    const response = (await fixture.as(caller).get('/api/v2/memories?page=1&page=2')) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
