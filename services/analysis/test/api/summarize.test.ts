import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import {
  startAnalysisService,
  hoursAgo,
  memoryStored,
  relationshipStored,
} from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

const summarize = (caller = testCaller(), body: object = {}) =>
  request(analysis.as(caller)).post('/api/v2/analysis/summarize').send(body);

describe('POST /api/v2/analysis/summarize: 200', () => {
  test('with no memories the summary text says that none were found', async () => {
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

  test('without memory_ids the last 24 hours are summarized, up to max_memories', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(
      memoryStored(caller.tenantId, {
        content: 'Migration finished',
        memory_type: 'task',
        created_at: hoursAgo(2),
      }),
      memoryStored(caller.tenantId, { content: 'Another migration', created_at: hoursAgo(23.5) }),
      memoryStored(caller.tenantId, { content: 'Long gone', created_at: hoursAgo(24.5) }),
    );
    expect((await summarize(caller)).body.data).toEqual({
      summary:
        '2 memories: 1 fact, 1 task. Key topics: migration, finished. Relationships: none. Average importance: 0.50.',
      memory_count: 2,
      memory_types: { fact: 1, task: 1 },
      relationships: [],
      time_range: { oldest: hoursAgo(23.5), newest: hoursAgo(2), span_hours: 21.5 },
    });
    const one = (await summarize(caller, { max_memories: 1 })).body.data;
    expect([one.memory_count, one.memory_types]).toEqual([1, { task: 1 }]);
  });

  test('memory_ids choose the memories, of any age; unknown and other tenants’ ids are left out', async () => {
    const caller = testCaller();
    const old = memoryStored(caller.tenantId, { content: 'Vineyard', created_at: hoursAgo(5_000) });
    const foreign = memoryStored(testCaller().tenantId);
    await analysis.memoryEvents(old, foreign, memoryStored(caller.tenantId));
    const memory_ids = [randomUUID(), foreign.data.id, old.data.id.toUpperCase(), old.data.id];
    expect((await summarize(caller, { memory_ids })).body.data).toMatchObject({
      memory_count: 1,
      summary: expect.stringContaining('vineyard'),
    });
    expect((await summarize(caller, { memory_ids: [] })).body.data.summary).toBe('No memories found');
  });

  test('include_relationships tells how the memories are related', async () => {
    const caller = testCaller();
    const [a, b] = [memoryStored(caller.tenantId), memoryStored(caller.tenantId)];
    await analysis.memoryEvents(a, b);
    await analysis.relationshipEvents(relationshipStored(caller.tenantId, a.data.id, b.data.id));
    const data = (await summarize(caller)).body.data;
    expect(data.relationships).toEqual([
      { type: 'supports', count: 1, description: '1 memory backs another' },
    ]);
    expect(data.summary).toContain('Relationships: 1 supports.');
    const without = (await summarize(caller, { include_relationships: false })).body.data;
    expect(without.relationships).toEqual([]);
    expect(without.summary).not.toContain('Relationships');
  });
});

describe('POST /api/v2/analysis/summarize: 422', () => {
  test.each([
    [{ memory_ids: ['x'] }, 'VAL_UUID_INVALID'],
    [{ memory_ids: 'x' }, 'VAL_FIELD_INVALID'],
    [{ max_memories: 0 }, 'VAL_FIELD_INVALID'],
  ])('%j is %s', async (body, code) => {
    const response = await summarize(testCaller(), body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });
});

test('POST /api/v2/analysis/summarize: 401 without a token', async () => {
  const response = await request(analysis.as(null)).post('/api/v2/analysis/summarize').send({});
  expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
});
