import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import {
  NOW,
  hoursAgo,
  memoryDeleted,
  memoryStored,
  startAnalysisService,
} from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

const insights = (caller = testCaller()) => request(analysis.as(caller)).get('/api/v2/analysis/insights');

describe('GET /api/v2/analysis/insights', () => {
  test('returns statistics about all active, unprotected memories', async () => {
    const caller = testCaller();
    const { tenantId } = caller;
    const read = memoryStored(tenantId, { importance: 0.9, created_at: hoursAgo(1) });
    await analysis.memoryEvents(
      read,
      memoryStored(tenantId, { created_at: hoursAgo(23.99) }),
      memoryStored(tenantId, { created_at: hoursAgo(24.01) }),
      memoryStored(tenantId, { created_at: hoursAgo(167.99), memory_type: 'task' }),
      memoryStored(tenantId, { created_at: hoursAgo(168.01) }),
      memoryStored(tenantId, { created_at: hoursAgo(719.99) }),
      memoryStored(tenantId, { created_at: hoursAgo(720.01), importance: 0.1 }),
      memoryStored(tenantId, { memory_type: 'identity_core' }),
      memoryStored(tenantId, { is_active: false }),
    );
    analysis.accesses.counts.push({ tenantId, id: read.data.id, accessCount: 3, lastAccessed: NOW });
    await analysis.pullAccessCounts();
    const response = await insights(caller);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      memory_type_distribution: { fact: 6, task: 1 },
      statistics: {
        total_memories: 7,
        memories_last_24h: 2,
        memories_last_week: 4,
        memories_last_month: 6,
        average_importance: 0.5,
        total_access_count: 3,
      },
      insights: [
        {
          name: 'Memory Creation Rate',
          value: '0.6 memories per day over the last 7 days',
          trend: 'increasing',
        },
        { name: 'Most Common Type', value: 'fact', count: 6 },
      ],
    });
  });

  describe('for a memory with 5 accesses', () => {
    /** Stores the memory and its accesses in a new tenant. */
    async function storeAccessedMemory() {
      const caller = testCaller();
      const { tenantId } = caller;
      const memory = memoryStored(tenantId, { importance: 0.2 });
      const { id } = memory.data;
      await analysis.memoryEvents(memory);
      analysis.accesses.counts.push({ tenantId, id, accessCount: 5, lastAccessed: NOW });
      await analysis.pullAccessCounts();
      return { caller, tenantId, id };
    }

    test('counts the memory and its accesses', async () => {
      const { caller } = await storeAccessedMemory();
      expect((await insights(caller)).body.data.statistics).toMatchObject({
        total_memories: 1,
        average_importance: 0.2,
        total_access_count: 5,
      });
    });

    test('returns the new importance and memory type after an update', async () => {
      const { caller, tenantId, id } = await storeAccessedMemory();
      await analysis.memoryEvents(
        memoryStored(tenantId, { id, revision: 2, importance: 0.8, memory_type: 'task' }),
      );
      expect((await insights(caller)).body.data).toMatchObject({
        memory_type_distribution: { task: 1 },
        statistics: { total_memories: 1, average_importance: 0.8, total_access_count: 5 },
      });
    });

    test('returns zeros after the memory was deleted', async () => {
      const { caller, tenantId, id } = await storeAccessedMemory();
      await analysis.memoryEvents(memoryDeleted(tenantId, id, 2));
      expect((await insights(caller)).body.data.statistics).toEqual({
        total_memories: 0,
        memories_last_24h: 0,
        memories_last_week: 0,
        memories_last_month: 0,
        average_importance: 0,
        total_access_count: 0,
      });
    });
  });

  test('returns zeros for a tenant without memories', async () => {
    const { data } = (await insights()).body;
    expect(data.memory_type_distribution).toEqual({});
    expect(data.insights).toEqual([
      expect.objectContaining({ name: 'Memory Creation Rate', trend: 'stable' }),
      { name: 'Most Common Type', value: 'none', count: 0 },
    ]);
  });

  test('ignores query parameters', async () => {
    const response = await request(analysis.as()).get('/api/v2/analysis/insights?days=x');
    expect(response.status).toBe(200);
  });

  test('rejects a request without a token with 401', async () => {
    const response = await request(analysis.as(null)).get('/api/v2/analysis/insights');
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });
});
