import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import { readModelRepository } from '../../src/read-model/read-model.repository.ts';
import {
  NOW,
  startAnalysisService,
  hoursAgo,
  memoryDeleted,
  memoryStored,
  relationshipDeleted,
  relationshipStored,
} from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

async function totalOf(tenantId: string): Promise<number> {
  const response = await request(analysis.as(testCaller({ tenantId }))).get('/api/v2/analysis/insights');
  return response.body.data.statistics.total_memories;
}
const rowsOf = (table: string, tenantId: string) =>
  analysis.database.inTransaction(tenantId, (tx) =>
    tx.query<Record<string, unknown>>(`SELECT * FROM ${table}`),
  );

describe('the consumer of memory events', () => {
  test('counts a memory once if its event is repeated in the same batch and in a later batch', async () => {
    const event = memoryStored(randomUUID());
    await analysis.memoryEvents(event, event);
    await analysis.memoryEvents(event);
    expect(await totalOf(event.tenant_id)).toBe(1);
  });

  test('ignores an older revision that arrives after a newer revision', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(memoryStored(tenantId, { id, revision: 3, content: 'new' }));
    await analysis.memoryEvents(memoryStored(tenantId, { id, revision: 2, content: 'old' }));
    expect(await rowsOf('analyzed_memories', tenantId)).toEqual([
      expect.objectContaining({ content: 'new' }),
    ]);
  });

  test('stores the newest of several revisions in a batch, in any order', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(
      memoryStored(tenantId, { id, revision: 2, content: 'new' }),
      memoryStored(tenantId, { id, content: 'old' }),
    );
    expect(await rowsOf('analyzed_memories', tenantId)).toEqual([
      expect.objectContaining({ content: 'new' }),
    ]);
    expect(await totalOf(tenantId)).toBe(1);
  });

  test('does not restore the content of a deleted memory if an older event arrives late', async () => {
    const tenantId = randomUUID();
    const event = memoryStored(tenantId, { content: 'A secret of Ada.' });
    await analysis.memoryEvents(event);
    await analysis.memoryEvents(memoryDeleted(tenantId, event.data.id, 2));
    await analysis.memoryEvents(event);
    expect(await rowsOf('analyzed_memories', tenantId)).toEqual([
      expect.objectContaining({ counted: false, content: '', runs: '' }),
    ]);
    expect(await totalOf(tenantId)).toBe(0);
  });

  test('does not count a memory whose deletion arrives before its creation', async () => {
    const event = memoryStored(randomUUID());
    await analysis.memoryEvents(memoryDeleted(event.tenant_id, event.data.id, 2));
    await analysis.memoryEvents(event);
    expect(await totalOf(event.tenant_id)).toBe(0);
  });

  test('counts a memory again after it becomes active again', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(memoryStored(tenantId, { id }));
    await analysis.memoryEvents(memoryStored(tenantId, { id, revision: 2, is_active: false }));
    expect(await totalOf(tenantId)).toBe(0);
    await analysis.memoryEvents(memoryStored(tenantId, { id, revision: 3 }));
    expect(await totalOf(tenantId)).toBe(1);
  });

  test('keeps the totals exact if batches are processed concurrently', async () => {
    const tenantId = randomUUID();
    const events = Array.from({ length: 60 }, () => memoryStored(tenantId));
    const batches = [0, 20, 40].map((at) => events.slice(at, at + 20));
    await Promise.all(batches.map((batch) => analysis.memoryEvents(...batch)));
    expect(await totalOf(tenantId)).toBe(60);
  });

  test('counts a memory once if its event is delivered four times concurrently', async () => {
    const event = memoryStored(randomUUID());
    await Promise.all([1, 2, 3, 4].map(() => analysis.memoryEvents(event)));
    expect(await totalOf(event.tenant_id)).toBe(1);
  });

  test('stores no event of a batch that contains a malformed event', async () => {
    const [good, bad] = [memoryStored(randomUUID()), memoryStored(randomUUID())];
    await expect(
      analysis.memoryEvents(good, { ...bad, data: { ...bad.data, importance: 'high' } }),
    ).rejects.toThrow();
    expect(await totalOf(good.tenant_id)).toBe(0);
  });
});

describe('the consumer of relationship events', () => {
  test('does not restore a deleted relationship if an older event is delivered again', async () => {
    const tenantId = randomUUID();
    const stored = relationshipStored(tenantId, randomUUID(), randomUUID());
    await analysis.relationshipEvents(stored, stored);
    await analysis.relationshipEvents(relationshipDeleted(stored));
    await analysis.relationshipEvents(stored);
    expect(await rowsOf('analyzed_relationships', tenantId)).toEqual([
      expect.objectContaining({ deleted: true }),
    ]);
  });
});

describe('the job pull-access-counts', () => {
  test('reads accesses from one minute before the last access of the previous run', async () => {
    const fresh = await startAnalysisService();
    try {
      await fresh.pullAccessCounts();
      fresh.accesses.counts.push({
        tenantId: randomUUID(),
        id: randomUUID(),
        accessCount: 1,
        lastAccessed: NOW,
      });
      await fresh.pullAccessCounts();
      await fresh.pullAccessCounts();
      expect(fresh.accesses.requestedSince).toEqual([
        new Date(0),
        new Date(0),
        new Date(NOW.getTime() - 60_000),
      ]);
    } finally {
      await fresh.close();
    }
  });

  test('stores the access counts of all pages', async () => {
    const tenantId = randomUUID();
    const events = Array.from({ length: 2_100 }, () => memoryStored(tenantId));
    await analysis.memoryEvents(...events);
    analysis.accesses.counts.push(
      ...events.map((event, i) => ({
        tenantId,
        id: event.data.id,
        accessCount: 2,
        lastAccessed: new Date(NOW.getTime() + (i % 3)),
      })),
    );
    await analysis.pullAccessCounts();
    const response = await request(analysis.as(testCaller({ tenantId }))).get('/api/v2/analysis/insights');
    expect(response.body.data.statistics.total_access_count).toBe(4_200);
  });
});

describe('the read model', () => {
  test('finds the memories of a time window and those before it with an index, although row-level security applies', async () => {
    const tenantId = randomUUID();
    const plan: string[] = [];
    await analysis.database.inTransaction(tenantId, async (tx) => {
      // The table is too small for the planner to prefer an index.
      await tx.query('SET LOCAL enable_seqscan = off');
      const query: Transaction['query'] = async (sql, values) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      };
      const explaining = { ...tx, query };
      const bounds = { from: new Date(0), before: new Date(1), newest: null };
      await readModelRepository.findWindow(explaining, tenantId, bounds, 10);
      await readModelRepository.findBaseline(
        explaining,
        tenantId,
        { id: randomUUID(), occurredAt: new Date(0) },
        10,
      );
    });
    expect(plan.filter((line) => line.includes('Index Cond'))).toEqual([
      expect.stringMatching(/occurred_at.*>=.*occurred_at.*</),
      expect.stringMatching(/ROW\(.*occurred_at.*, id\) </),
    ]);
  });
});

describe('row-level security', () => {
  test.each(['analyzed_memories', 'type_totals', 'created_by_hour', 'analyzed_relationships'])(
    'hides rows of other tenants in %s from a query without a tenant filter',
    async (table) => {
      const [mine, other] = [randomUUID(), randomUUID()];
      for (const tenantId of [mine, other]) {
        const memory = memoryStored(tenantId, { created_at: hoursAgo(3) });
        await analysis.memoryEvents(memory);
        await analysis.relationshipEvents(relationshipStored(tenantId, memory.data.id, randomUUID()));
      }
      expect(new Set((await rowsOf(table, mine)).map((row) => row['tenant_id']))).toEqual(new Set([mine]));
    },
  );
});
