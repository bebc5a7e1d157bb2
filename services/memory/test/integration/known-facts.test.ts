import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClassifiedMemoryResource, CreateClassifiedRequest } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { lockAndFindSameContent } from '../../src/memories/find-same-content.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const CONTENT = 'Ada likes tea.';
const HOUR_MS = 60 * 60_000;
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const store = (caller: Caller, fields: Partial<CreateClassifiedRequest> = {}) =>
  fixture.client.createClassified(caller, { content: CONTENT, ...fields });

const count = async (caller: Caller): Promise<number> => {
  const { body } = await fixture
    .as(caller)
    .get('/api/v2/memories')
    .query({ include: 'superseded,expired,future' });
  return body.data.pagination.total as number;
};

/** Stores a fact, and then stores it again. Returns both results. */
async function storeTwice(
  first: Partial<CreateClassifiedRequest>,
  second: Partial<CreateClassifiedRequest>,
  caller = testCaller(),
): Promise<[ClassifiedMemoryResource, ClassifiedMemoryResource]> {
  return [await store(caller, first), await store(caller, second)];
}

describe('storing a known fact', () => {
  test('returns the existing memory and publishes no event', async () => {
    const caller = testCaller();
    const [first, second] = await storeTwice({}, {}, caller);
    expect(first).not.toHaveProperty('existing');
    expect(second).toEqual({ ...first, existing: true });
    expect(await fixture.events(caller)).toHaveLength(1);
  });

  test('stores 20 facts once that are stored twice', async () => {
    const caller = testCaller();
    for (const round of [1, 2]) {
      for (let n = 0; n < 20; n++) await store(caller, { content: `Fact ${n} of the team.` });
      expect([round, await count(caller)]).toEqual([round, 20]);
    }
  });

  test('stores a fact once that is stored 10 times concurrently', async () => {
    const caller = testCaller();
    const fact = { content: CONTENT, memoryType: 'fact' as const };
    const hold = (tx: Transaction) => lockAndFindSameContent(tx, caller, fact);
    const results = await blockUntilLocked(fixture, { hold, waiters: 10 }, () =>
      Promise.all(Array.from({ length: 10 }, () => store(caller))),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(results.filter(({ existing }) => !existing)).toHaveLength(1);
    expect(await count(caller)).toBe(1);
  });

  test('finds a memory that the REST API stored, with its relationships', async () => {
    const caller = testCaller();
    const { id } = await storeMemory(fixture, caller, { content: CONTENT });
    expect(await store(caller)).toMatchObject({ id, existing: true, relationships: [] });
  });

  test('ignores differences in whitespace, but not in letter case', async () => {
    const [first, second] = await storeTwice({}, { content: '  Ada likes\n\ttea. ' });
    expect(second.id).toBe(first.id);
    const [upper, lower] = await storeTwice({}, { content: 'ada likes tea.' });
    expect(lower.id).not.toBe(upper.id);
  });

  test('names the tags and the importance that the existing memory does not have', async () => {
    const caller = testCaller();
    const first = await store(caller, { tags: ['tea'], importance: 0.4 });
    const warnings: string[] = [];
    const request = { content: CONTENT, tags: ['Tea', 'Ada'], importance: 0.9 };
    const second = await fixture.client.createClassified(caller, request, {
      onWarnings: (list) => warnings.push(...list),
    });
    expect(second).toEqual({ ...first, existing: true });
    expect(warnings).toEqual([
      'The memory existed before, so these tags were not added: ada. Use update_memory.',
      'The memory existed before, so its importance is still 0.4. Use update_memory.',
    ]);
  });

  test('returns no warning if the existing memory has the tags and the importance', async () => {
    const caller = testCaller();
    await store(caller, { tags: ['tea', 'ada'], importance: 0.4 });
    const warnings: string[] = [];
    await fixture.client.createClassified(
      caller,
      { content: CONTENT, tags: ['tea'], importance: 0.4 },
      { onWarnings: (list) => warnings.push(...list) },
    );
    expect(warnings).toEqual([]);
  });

  test('stores a memory for another user of the tenant', async () => {
    const caller = testCaller();
    const first = await store(caller);
    const second = await store(testCaller({ tenantId: caller.tenantId }));
    expect(second).not.toHaveProperty('existing');
    expect(second.id).not.toBe(first.id);
  });

  test('stores a memory if the existing one has another type', async () => {
    const caller = testCaller();
    await storeMemory(fixture, caller, { content: CONTENT, memory_type: 'insight' });
    expect(await store(caller)).not.toHaveProperty('existing');
  });

  test('stores a memory if the existing one was evolved', async () => {
    const caller = testCaller();
    const { id } = await store(caller);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'Ada likes coffee.', evolution_type: 'update' });
    expect(await store(caller)).not.toHaveProperty('existing');
  });

  const future = new Date(Date.now() + 48 * HOUR_MS).toISOString();
  const past = '2020-01-01T00:00:00.000Z';
  test.each<[string, Partial<CreateClassifiedRequest>, Partial<CreateClassifiedRequest>, boolean]>([
    ['the same event time', { occurred_at: past }, { occurred_at: past }, true],
    ['an event time that the call does not state', { occurred_at: past }, {}, true],
    ['another event time', { occurred_at: past }, { occurred_at: '2021-01-01' }, false],
    ['a validity that is over', { valid_from: '2019-01-01', valid_until: past }, {}, false],
    ['a validity in the future that the call does not state', { valid_from: future }, {}, false],
    ['the same validity', { valid_until: future }, { valid_until: future }, true],
    ['the same validity in the future', { valid_from: future }, { valid_from: future }, true],
    ['another validity', { valid_until: future }, { valid_until: '2100-01-01' }, false],
    [
      'the same start, and an end that is over',
      { valid_from: '2019-01-01', valid_until: past },
      { valid_from: '2019-01-01' },
      false,
    ],
    ['the same expiry', { expires_at: future }, { expires_at: future }, true],
    ['an expiry that the call does not state', { expires_at: future }, {}, false],
    ['no expiry, and the call states one', {}, { expires_at: future }, false],
    ['another expiry', { ttl_seconds: 1_000 }, { ttl_seconds: 1_000 }, false],
    ['the stated pin', { pinned: true }, { pinned: true }, true],
    ['a pin that the call does not state', { pinned: true }, {}, true],
    ['no pin, and the call states it', {}, { pinned: true }, false],
  ])('compares the times and the pin: a memory with %s', async (_, first, second, isExisting) => {
    const [, result] = await storeTwice(first, second);
    expect('existing' in result).toBe(isExisting);
  });

  test('finds a memory with a retention default until it expires a day earlier than a new one', async () => {
    const caller = testCaller({ role: 'owner' });
    await fixture
      .as(caller)
      .put('/api/v2/settings/retention')
      .send({ defaults: [{ memory_type: 'fact', ttl_seconds: 30 * 24 * 3_600 }] });
    const start = Date.now();
    try {
      fixture.clock.now = new Date(start);
      const first = await store(caller);
      expect(first.expires_at).not.toBeNull();
      fixture.clock.now = new Date(start + 23 * HOUR_MS);
      expect(await store(caller)).toMatchObject({ id: first.id, existing: true });
      fixture.clock.now = new Date(start + 25 * HOUR_MS);
      expect(await store(caller)).not.toHaveProperty('existing');
    } finally {
      fixture.clock.now = null;
    }
  });

  test('repeats the result for a repeated idempotency key', async () => {
    const caller = testCaller();
    const options = { idempotency: { key: 'k', fingerprint: 'f'.repeat(64) } };
    const first = await fixture.client.createClassified(caller, { content: CONTENT }, options);
    const again = await fixture.client.createClassified(caller, { content: CONTENT }, options);
    expect(again).toEqual(first);
    expect(await store(caller)).toEqual({ ...first, existing: true });
  });

  test('reads an index', async () => {
    const caller = testCaller();
    const plans: string[] = [];
    await fixture.database.inTransaction(caller.tenantId, async (tx) => {
      // The table is too small for the planner to prefer an index.
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query('SET LOCAL enable_bitmapscan = off');
      const explained = {
        ...tx,
        query: async (sql: string, values?: readonly unknown[]) => {
          const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          return [];
        },
      };
      await lockAndFindSameContent(explained as typeof tx, caller, { content: CONTENT, memoryType: 'fact' });
    });
    expect(plans[1]).toMatch(/Index Scan using memories_with_content .*\n *Index Cond: .*content_hash = '/);
  });

  test('considers at most 100 memories with the same content', async () => {
    const caller = testCaller();
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query(
        `INSERT INTO memories (tenant_id, id, revision, content, content_revision, memory_type, importance, confidence,
           source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id, created_at, updated_at,
           embedding_status, surprise_score)
         SELECT $1, id, 1, $3, 1, 'fact', 0.5, 1, 'direct_input', $2, '{}', '{}', 'active', 1, true, id, now(), now(),
           'completed', 0
         FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 150)) ids`,
        [caller.tenantId, caller.userId, CONTENT],
      ),
    );
    const found = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      lockAndFindSameContent(tx, caller, { content: CONTENT, memoryType: 'fact' }),
    );
    expect(found).toHaveLength(100);
    expect(await store(caller)).toMatchObject({ existing: true });
  });
});
