import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import {
  hoursAgo,
  memoryStored,
  relationshipStored,
  startAnalysisService,
} from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

const summarize = (caller = testCaller(), body: object = {}) =>
  request(analysis.as(caller)).post('/api/v2/analysis/summarize').send(body);

describe('POST /api/v2/analysis/summarize', () => {
  test('returns "No memories found" for a tenant without memories', async () => {
    const response = await summarize();
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      summary: 'No memories found',
      memory_count: 0,
      memory_types: {},
      relationships: [],
      time_range: { oldest: null, newest: null, span_hours: 0 },
    });
  });

  describe('without memory_ids', () => {
    const caller = testCaller();
    beforeAll(async () => {
      await analysis.memoryEvents(
        memoryStored(caller.tenantId, {
          content: 'Migration finished',
          memory_type: 'task',
          created_at: hoursAgo(2),
        }),
        memoryStored(caller.tenantId, { content: 'Another migration', created_at: hoursAgo(23.5) }),
        memoryStored(caller.tenantId, { content: 'Long gone', created_at: hoursAgo(24.5) }),
      );
    });

    test('summarizes the memories of the last 24 hours', async () => {
      expect((await summarize(caller)).body.data).toEqual({
        summary:
          '2 memories: 1 fact, 1 task. Key topics: migration, finished. Relationships: none. Average importance: 0.50.',
        memory_count: 2,
        memory_types: { fact: 1, task: 1 },
        relationships: [],
        time_range: { oldest: hoursAgo(23.5), newest: hoursAgo(2), span_hours: 21.5 },
      });
    });

    test('summarizes the newest memories up to max_memories', async () => {
      const { data } = (await summarize(caller, { max_memories: 1 })).body;
      expect([data.memory_count, data.memory_types]).toEqual([1, { task: 1 }]);
    });
  });

  test('summarizes each memory in memory_ids once, regardless of its age', async () => {
    const caller = testCaller();
    const old = memoryStored(caller.tenantId, { content: 'Vineyard', created_at: hoursAgo(5_000) });
    await analysis.memoryEvents(old, memoryStored(caller.tenantId));
    const memory_ids = [old.data.id.toUpperCase(), old.data.id];
    expect((await summarize(caller, { memory_ids })).body.data).toMatchObject({
      memory_count: 1,
      summary: expect.stringContaining('vineyard'),
    });
  });

  test("ignores unknown ids and other tenants' ids in memory_ids", async () => {
    const caller = testCaller();
    const [mine, foreign] = [memoryStored(caller.tenantId), memoryStored(testCaller().tenantId)];
    await analysis.memoryEvents(mine, foreign);
    const memory_ids = [randomUUID(), foreign.data.id, mine.data.id];
    expect((await summarize(caller, { memory_ids })).body.data).toMatchObject({ memory_count: 1 });
  });

  test('summarizes no memories for an empty list of memory_ids', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(memoryStored(caller.tenantId));
    expect((await summarize(caller, { memory_ids: [] })).body.data.summary).toBe('No memories found');
  });

  describe('for two related memories', () => {
    const caller = testCaller();
    beforeAll(async () => {
      const [a, b] = [memoryStored(caller.tenantId), memoryStored(caller.tenantId)];
      await analysis.memoryEvents(a, b);
      await analysis.relationshipEvents(relationshipStored(caller.tenantId, a.data.id, b.data.id));
    });

    test('describes the relationships of each type', async () => {
      const { data } = (await summarize(caller)).body;
      expect(data.relationships).toEqual([
        { type: 'supports', count: 1, description: '1 relationship: a memory supports another' },
      ]);
      expect(data.summary).toContain('Relationships: 1 supports.');
    });

    test('excludes relationships if include_relationships is false', async () => {
      const { data } = (await summarize(caller, { include_relationships: false })).body;
      expect(data.relationships).toEqual([]);
      expect(data.summary).not.toContain('Relationships');
    });
  });

  test.each([
    [{ memory_ids: ['x'] }, 'VAL_UUID_INVALID'],
    [{ memory_ids: 'x' }, 'VAL_FIELD_INVALID'],
    [{ max_memories: 0 }, 'VAL_FIELD_INVALID'],
  ])('rejects the body %j with 422 %s', async (body, code) => {
    const response = await summarize(testCaller(), body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  test('rejects a request without a token with 401', async () => {
    const response = await request(analysis.as(null)).post('/api/v2/analysis/summarize').send({});
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });
});
