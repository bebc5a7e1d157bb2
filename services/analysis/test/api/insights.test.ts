import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import {
  NOW,
  startAnalysisService,
  hoursAgo,
  memoryDeleted,
  memoryStored,
} from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

const insights = (caller = testCaller()) => request(analysis.as(caller)).get('/api/v2/analysis/insights');

describe('GET /api/v2/analysis/insights: 200', () => {
  test('covers all active memories', async () => {
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

  test('follows every change', async () => {
    const caller = testCaller();
    const { tenantId } = caller;
    const memory = memoryStored(tenantId, { importance: 0.2 });
    const statistics = async () => (await insights(caller)).body.data.statistics;
    const { id } = memory.data;
    await analysis.memoryEvents(memory);
    analysis.accesses.counts.push({ tenantId, id, accessCount: 5, lastAccessed: NOW });
    await analysis.pullAccessCounts();
    expect(await statistics()).toMatchObject({
      total_memories: 1,
      average_importance: 0.2,
      total_access_count: 5,
    });

    await analysis.memoryEvents(
      memoryStored(tenantId, { id, revision: 2, importance: 0.8, memory_type: 'task' }),
    );
    expect(await statistics()).toMatchObject({
      total_memories: 1,
      average_importance: 0.8,
      total_access_count: 5,
    });
    expect((await insights(caller)).body.data.memory_type_distribution).toEqual({ task: 1 });

    await analysis.memoryEvents(memoryDeleted(tenantId, id, 3));
    expect(await statistics()).toEqual({
      total_memories: 0,
      memories_last_24h: 0,
      memories_last_week: 0,
      memories_last_month: 0,
      average_importance: 0,
      total_access_count: 0,
    });
  });

  test('a tenant without memories has zeros', async () => {
    const { data } = (await insights()).body;
    expect(data.memory_type_distribution).toEqual({});
    expect(data.insights).toEqual([
      expect.objectContaining({ name: 'Memory Creation Rate', trend: 'stable' }),
      { name: 'Most Common Type', value: 'none', count: 0 },
    ]);
  });

  test('query parameters are ignored', async () => {
    const response = await request(analysis.as()).get('/api/v2/analysis/insights?days=x');
    expect(response.status).toBe(200);
  });
});

test('GET /api/v2/analysis/insights: 401 without a token', async () => {
  const response = await request(analysis.as(null)).get('/api/v2/analysis/insights');
  expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
});
