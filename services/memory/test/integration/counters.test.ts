import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { repairCounters } from '@loci/postgres';
import type { CounterRepair, Transaction } from '@loci/postgres';
import { counterJobs } from '@loci/service-hosting';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { suggestionRepository } from '../../src/suggestions/suggestion.repository.ts';
import { onEmbeddingCompleted } from '../../src/consumers/on-embedding-completed.ts';
import { memoryCounterSource } from '../../src/counters/memory-counters.ts';
import { event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const MIGRATION = new URL('../../migrations/0009-count-embedded-memories.sql', import.meta.url);

const CREATED_MIGRATION = new URL('../../migrations/0034-count-created-memories.sql', import.meta.url);

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const repair = (as: Caller): Promise<CounterRepair[]> =>
  fixture.database.inTransaction(as.tenantId, (tx) => repairCounters(tx, as.tenantId, memoryCounterSource));
const countAs = async (as: Caller): Promise<number> =>
  ((await fixture.as(as).get('/api/v2/memories')) as ApiResponse<{ pagination: { total: number } }>).body.data
    .pagination.total;
const corrupt = (as: Caller): Promise<unknown> =>
  fixture.database.inTransaction(as.tenantId, (tx) =>
    tx.query(
      `INSERT INTO counter_changes (tenant_id, counter, change) VALUES ($1, 'memories:fact:active', 7), ($1, 'tag:x', -3)`,
      [as.tenantId],
    ),
  );

const embeddingEvent = (as: Caller, id: string, status: string, contentRevision: number) =>
  event('embedding', `embedding.${status}`, as.tenantId, contentRevision, {
    id,
    kind: 'memory',
    document_id: null,
    embedding_status: status,
    content_revision: contentRevision,
    surprise_score: null,
  });
/** Handles the events of completed embeddings in the transaction `tx`. */
const embedIn = (tx: Transaction, as: Caller, ids: readonly string[]): Promise<void> =>
  onEmbeddingCompleted({
    database: { inSystemTransaction: (work) => work(tx) },
    suggestions: suggestionRepository,
    newId: randomUUID,
    now: () => new Date(),
  }).handle(ids.map((id) => embeddingEvent(as, id, 'completed', 1)));

describe('the counter of embedded memories', () => {
  const count = (as: Caller) => fixture.inventory.count(as.tenantId);
  const embed = (
    as: Caller,
    ids: readonly string[],
    { status = 'completed', contentRevision = 1 }: { status?: string; contentRevision?: number } = {},
  ) =>
    fixture.consume('memory-embeddings', ...ids.map((id) => embeddingEvent(as, id, status, contentRevision)));
  const storeEmbedded = async (as: Caller, memories: number): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length < memories) ids.push((await storeMemory(fixture, as)).id);
    await embed(as, ids);
    return ids;
  };

  test('is the number of active memories with a completed embedding after every kind of change', async () => {
    const as = testCaller();
    const http = fixture.as(as);
    const [changed, evolved, deleted, important] = await storeEmbedded(as, 4);
    expect(await count(as)).toEqual({ total: 4, embedded: 4 });
    await fixture.runJob('fold-counters');
    await http.put(`/api/v2/memories/${important}`).send({ importance: 0.9 });
    expect(await count(as)).toEqual({ total: 4, embedded: 4 });
    await http.put(`/api/v2/memories/${changed}`).send({ content: 'new' });
    expect(await count(as)).toEqual({ total: 4, embedded: 3 });
    await http
      .post(`/api/v2/memories/${evolved}/evolve`)
      .send({ new_content: 'c', evolution_type: 'update' });
    expect(await count(as)).toEqual({ total: 4, embedded: 2 });
    await http.delete(`/api/v2/memories/${deleted}`);
    expect(await count(as)).toEqual({ total: 3, embedded: 1 });
    await embed(as, [changed!], { contentRevision: 2 });
    expect(await count(as)).toEqual({ total: 3, embedded: 2 });
    expect(await repair(as)).toEqual([]);
    await fixture.runJob('fold-counters');
    expect(await count(as)).toEqual({ total: 3, embedded: 2 });
    expect(await repair(as)).toEqual([]);
  });

  test('counts a memory once if its embedding events are repeated', async () => {
    const as = testCaller();
    const ids = await storeEmbedded(as, 3);
    await embed(as, ids);
    expect(await count(as)).toEqual({ total: 3, embedded: 3 });
    await embed(as, [ids[0]!], { status: 'failed' });
    await embed(as, [ids[0]!], { status: 'failed' });
    expect(await count(as)).toEqual({ total: 3, embedded: 2 });
    expect(await repair(as)).toEqual([]);
  });

  test('does not count protected memories and inactive versions', async () => {
    const as = testCaller();
    const [evolved] = await storeEmbedded(as, 1);
    const trait = await fixture.client.createProtected({
      tenant_id: as.tenantId,
      user_id: as.userId,
      memory_type: 'personality_trait',
      content: 'c',
      metadata: {},
    });
    await fixture
      .as(as)
      .post(`/api/v2/memories/${evolved}/evolve`)
      .send({ new_content: 'c', evolution_type: 'update' });
    await embed(as, [evolved!, trait.id]);
    expect(await count(as)).toEqual({ total: 1, embedded: 0 });
    expect(await repair(as)).toEqual([]);
  });

  test('counts an embedding once if it is stored while an update waits for the lock of the row', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    await blockUntilLocked(fixture, { hold: (tx) => embedIn(tx, as, [id]) }, async () =>
      fixture.as(as).put(`/api/v2/memories/${id}`).send({ importance: 0.9 }),
    );
    expect(await count(as)).toEqual({ total: 1, embedded: 1 });
    expect(await repair(as)).toEqual([]);
  });

  test('does not block embeddings of a tenant while another transaction stores an embedding', async () => {
    const as = testCaller();
    const [first, second] = [await storeMemory(fixture, as), await storeMemory(fixture, as)];
    await fixture.database.inSystemTransaction(async (tx) => {
      await embedIn(tx, as, [first.id]);
      await embed(as, [second.id]);
      await storeMemory(fixture, as);
      await fixture.runJob('fold-counters');
      expect(await count(as)).toEqual({ total: 3, embedded: 1 });
    });
    expect(await count(as)).toEqual({ total: 3, embedded: 2 });
  });

  test('is computed by the migration for memories that were embedded before the update', async () => {
    const as = testCaller();
    await storeEmbedded(as, 2);
    await storeMemory(fixture, as);
    const backfill = readFileSync(MIGRATION, 'utf8').match(/^INSERT [^;]+;/m)![0];
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      await tx.query(`DELETE FROM counters WHERE counter = 'embedded-memories'`);
      await tx.query(`DELETE FROM counter_changes WHERE counter = 'embedded-memories'`);
      await tx.query(backfill);
    });
    expect(await count(as)).toEqual({ total: 3, embedded: 2 });
    expect(await repair(as)).toEqual([]);
  });
});

describe('the counters of created memories', () => {
  test('are computed by the migration for memories that were created before the update', async () => {
    const as = testCaller();
    await storeMemory(fixture, as);
    await storeMemory(fixture, as, { ttl_seconds: 3_600 });
    const [update, insert] = readFileSync(CREATED_MIGRATION, 'utf8').match(
      /^(?:UPDATE|INSERT INTO counter_changes) [^;]+;/gm,
    )!;
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      const created = `counter LIKE 'created:%'`;
      await tx.query(`DELETE FROM counters WHERE ${created}`);
      await tx.query(`DELETE FROM counter_changes WHERE ${created}`);
      const before = await tx.query('SELECT counters FROM memory_expiries');
      await tx.query(`UPDATE memory_expiries SET counters = counters[1:1]`);
      await tx.query(update!);
      await tx.query(insert!);
      expect(await tx.query('SELECT counters FROM memory_expiries')).toEqual(before);
    });
    expect(await repair(as)).toEqual([]);
  });
});

describe('the counters of the memory service', () => {
  test('equal the stored rows after every kind of change', async () => {
    const as = testCaller();
    const http = fixture.as(as);
    const { id: updated } = await storeMemory(fixture, as, { tags: ['x', 'y'] });
    const { id: evolved } = await storeMemory(fixture, as, { tags: ['x'] });
    const { id: deleted } = await storeMemory(fixture, as, { tags: ['x', 'z'] });
    await http.post('/api/v2/memories/bulk').send({
      memories: [
        { content: 'a', tags: ['x', 'bulk'] },
        { content: 'b', tags: ['bulk'], memory_type: 'insight' },
      ],
    });
    await fixture.runJob('fold-counters');
    await http.put(`/api/v2/memories/${updated}`).send({ memory_type: 'task', tags: ['y', 'new'] });
    await http.put(`/api/v2/memories/${updated}`).send({ importance: 0.9 });
    await http
      .post(`/api/v2/memories/${evolved}/evolve`)
      .send({ new_content: 'c', evolution_type: 'update' });
    await http.delete(`/api/v2/memories/${deleted}`);
    await http.post(`/api/v2/memories/${updated}/tags`).send({ tags: ['new', 'added'] });
    await http.delete(`/api/v2/memories/${updated}/tags`).send({ tags: ['y'] });
    await fixture.client.createProtected({
      tenant_id: as.tenantId,
      user_id: as.userId,
      memory_type: 'identity_core',
      content: 'c',
      metadata: {},
    });
    expect(await countAs(as)).toBe(4);
    expect(await repair(as)).toEqual([]);
    await fixture.runJob('fold-counters');
    expect(await countAs(as)).toBe(4);
    expect(await repair(as)).toEqual([]);
  });

  test('are exact while memories are stored and fold-counters runs concurrently', async () => {
    const as = testCaller();
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await storeMemory(fixture, as, { tags: ['x', `t${i % 3}`] });
        if (i % 4 === 0) await fixture.runJob('fold-counters');
      }),
    );
    expect(await countAs(as)).toBe(40);
    expect(await repair(as)).toEqual([]);
  });

  test('do not block a transaction that stores a memory with the type and tag of an uncommitted memory', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['x'] });
    await fixture.runJob('fold-counters');
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      await tx.query(
        `INSERT INTO counter_changes (tenant_id, counter, change)
         VALUES ($1, 'memories:fact:active', 1), ($1, 'tag:x', 1)`,
        [as.tenantId],
      );
      await storeMemory(fixture, as, { tags: ['x'] });
      await fixture.runJob('fold-counters');
      expect(await countAs(as)).toBe(2);
    });
  });
});

describe('the statement that stores embedding statuses', () => {
  test('writes no index and no second page: all updates of new memories are HOT', async () => {
    const as = testCaller();
    const memories = Array.from({ length: 500 }, (_, index) => ({
      content: 'Ada prefers tea. '.repeat(1 + (index % 20)),
      tags: ['tea', `tag-${index % 7}`],
      importance: (index % 10) / 10,
    }));
    const { body } = await fixture.as(as).post('/api/v2/memories/bulk').send({ memories });
    const ids = (body as { data: { results: { id: string }[] } }).data.results.map(({ id }) => id);
    const [updates] = await fixture.database.inSystemTransaction(async (tx) => {
      await embedIn(tx, as, ids);
      return tx.query(
        `SELECT n_tup_upd::int AS updated, n_tup_hot_upd::int AS hot FROM pg_stat_xact_user_tables WHERE relname = 'memories'`,
      );
    });
    expect(updates).toEqual({ updated: 500, hot: 500 });
  });
});

describe('the job verify-counters', () => {
  test('corrects wrong counters', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['x'] });
    await corrupt(as);
    expect(await countAs(as)).toBe(8);
    await fixture.runJob('verify-counters');
    expect(await countAs(as)).toBe(1);
    expect(await repair(as)).toEqual([]);
  });

  test('continues with the other tenants if the verification of one tenant fails', async () => {
    const callers = [testCaller(), testCaller(), testCaller()];
    for (const as of callers) {
      await storeMemory(fixture, as);
      await corrupt(as);
    }
    const [first] = callers.map(({ tenantId }) => tenantId).sort();
    const failing = counterJobs(
      {
        inSystemTransaction: (work) =>
          fixture.database.inSystemTransaction((tx) =>
            work({
              ...tx,
              query: (sql, values, name) =>
                values?.[0] === first && sql.includes('counter_changes')
                  ? Promise.reject(new Error('statement timeout'))
                  : tx.query(sql, values, name),
            }),
          ),
      },
      memoryCounterSource,
    ).find(({ name }) => name === 'verify-counters')!;
    await expect(failing.run(new AbortController().signal)).rejects.toThrow('not verified');
    const counts = await Promise.all(
      callers.map(async (as) => [as.tenantId === first, await countAs(as)] as const),
    );
    expect(counts.filter(([failed]) => !failed).map(([, count]) => count)).toEqual([1, 1]);
    expect(counts.find(([failed]) => failed)).toEqual([true, 8]);
  });

  test('verifies a large tenant for longer than other statements may run', async () => {
    const as = testCaller();
    await storeMemory(fixture, as);
    const impatient = fixture.testDatabase.open('memory', { statementTimeoutMs: 500 });
    const verify = counterJobs(impatient, memoryCounterSource).find(
      ({ name }) => name === 'verify-counters',
    )!;
    const { verifying } = await fixture.database.inSystemTransaction(async (tx) => {
      // The verification of the tenant waits for this one.
      await repairCounters(tx, as.tenantId, memoryCounterSource);
      const running = verify.run(new AbortController().signal);
      running.catch(() => undefined);
      // Longer than the server and the driver wait for other statements of the pool.
      await tx.query('SELECT pg_sleep(2.8)');
      return { verifying: running };
    });
    await expect(verifying).resolves.toBeUndefined();
  });

  test('counts the memories of a tenant without counters', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['x'] });
    await fixture.database.inTransaction(as.tenantId, (tx) => tx.query('DELETE FROM counter_changes'));
    await fixture.runJob('verify-counters');
    expect(await countAs(as)).toBe(1);
  });

  test('keeps the count of a memory that is stored while the job runs', async () => {
    const as = testCaller();
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      await tx.query(
        `INSERT INTO tags (tenant_id, name, id, created_at) VALUES ($1, 'uncommitted', gen_random_uuid(), now())`,
        [as.tenantId],
      );
      await tx.query(`INSERT INTO counter_changes (tenant_id, counter, change) VALUES ($1, 'tags', 1)`, [
        as.tenantId,
      ]);
      await tx.query(
        `INSERT INTO counter_changes (tenant_id, counter, change) VALUES ($1, 'tag:uncommitted', 0)`,
        [as.tenantId],
      );
      expect(await repair(as)).toEqual([]);
    });
    expect(await repair(as)).toEqual([]);
  });

  test('corrects a counter once if two processes run the job at the same time', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['x'] });
    await corrupt(as);
    await blockUntilLocked(
      fixture,
      { hold: (tx) => repairCounters(tx, as.tenantId, memoryCounterSource) },
      () => repair(as),
    );
    expect(await countAs(as)).toBe(1);
  });
});
