import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import request from 'supertest';
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

async function reflect(caller: ReturnType<typeof testCaller>, body: object = {}) {
  const response = await request(analysis.as(caller)).post('/api/v2/analysis/reflect').send(body);
  expect(response.body.error ?? null).toBeNull();
  expect(response.status).toBe(200);
  return response.body.data;
}
const contents = (data: { memories: { content: string }[] }) =>
  data.memories.map((memory) => memory.content).sort();

describe('POST /api/v2/analysis/reflect: 200', () => {
  test('data has the fields of SPEC.md', async () => {
    const caller = testCaller();
    const stored = memoryStored(caller.tenantId, { content: 'Kubernetes upgrade', importance: 0.9 });
    await analysis.memoryEvents(stored);
    expect(await reflect(caller)).toEqual({
      time_window: 'recent',
      memories: [
        {
          id: stored.data.id,
          content: 'Kubernetes upgrade',
          memory_type: 'fact',
          importance: 0.9,
          access_count: 0,
          created_at: hoursAgo(1),
          age_hours: 1,
          score: expect.any(Number),
        },
      ],
      active_topics: ['kubernetes', 'upgrade'],
      memory_clusters: [],
      emerging_patterns: [],
      relationship_insights: [],
      statistics: {
        total_memories_analyzed: 1,
        memories_returned: 1,
        average_age_hours: 1,
        average_importance: 0.9,
        total_access_count: 0,
        unique_topics: 2,
      },
    });
  });

  test('a tenant without memories gets an empty reflection', async () => {
    expect(await reflect(testCaller())).toMatchObject({
      memories: [],
      statistics: { total_memories_analyzed: 0 },
    });
  });

  test('recent is the last 50 memories, today this UTC day, week 7 days, month 30 days', async () => {
    const caller = testCaller();
    const at = (hours: number, count: number) =>
      Array.from({ length: count }, () => memoryStored(caller.tenantId, { created_at: hoursAgo(hours) }));
    await analysis.memoryEvents(
      ...at(1, 2),
      ...at(13, 3),
      ...at(7 * 24 + 1, 40),
      ...at(29 * 24, 10),
      ...at(31 * 24, 20),
    );
    const analysed = async (body: object) => (await reflect(caller, body)).statistics.total_memories_analyzed;
    expect(await analysed({})).toBe(50);
    expect(await analysed({ time_window: 'recent', max_memories: 1000 })).toBe(50);
    expect(await analysed({ time_window: 'today' })).toBe(2);
    expect(await analysed({ time_window: 'week' })).toBe(5);
    expect(await analysed({ time_window: 'month' })).toBe(55);
  });

  test('start_date and end_date override time_window, a bare end date covers its day', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(
      memoryStored(caller.tenantId, { content: 'before', created_at: '2026-03-01T23:59:59.999Z' }),
      memoryStored(caller.tenantId, { content: 'first', created_at: '2026-03-02T00:00:00.000Z' }),
      memoryStored(caller.tenantId, { content: 'last', created_at: '2026-03-03T23:59:59.999Z' }),
      memoryStored(caller.tenantId, { content: 'after', created_at: '2026-03-04T00:00:00.000Z' }),
    );
    const body = { time_window: 'today', start_date: '2026-03-02', end_date: '2026-03-03' };
    expect(contents(await reflect(caller, body))).toEqual(['first', 'last']);
    expect(contents(await reflect(caller, { start_date: '2026-03-03' }))).toEqual(['after', 'last']);
    expect(contents(await reflect(caller, { end_date: '2026-03-02T00:00:00Z' }))).toEqual([
      'before',
      'first',
    ]);
  });

  test('max_memories returns the best of the window', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(
      memoryStored(caller.tenantId, { content: 'minor', importance: 0.1 }),
      memoryStored(caller.tenantId, { content: 'major', importance: 1 }),
    );
    const data = await reflect(caller, { max_memories: 1 });
    expect(contents(data)).toEqual(['major']);
    expect(data.statistics).toMatchObject({ total_memories_analyzed: 2, memories_returned: 1 });
  });

  test('relationships count for the score, and are described by type', async () => {
    const caller = testCaller();
    const [hub, leaf, lone] = ['hub', 'leaf', 'lone'].map((content) =>
      memoryStored(caller.tenantId, { content }),
    );
    await analysis.memoryEvents(hub!, leaf!, lone!);
    const [id, other] = [hub!.data.id, leaf!.data.id];
    const gone = relationshipStored(caller.tenantId, lone!.data.id, other, { relationship_type: 'disputes' });
    await analysis.relationshipEvents(
      relationshipStored(caller.tenantId, id, other),
      relationshipStored(caller.tenantId, other, id, { relationship_type: 'causes' }),
      relationshipStored(caller.tenantId, id, memoryStored(caller.tenantId).data.id),
      gone,
    );
    await analysis.relationshipEvents(relationshipDeleted(gone));
    const weights = { recency_weight: 0, access_weight: 0, importance_weight: 0, relationship_weight: 1 };
    const data = await reflect(caller, weights);
    expect(data.memories.map((memory: { content: string }) => memory.content)).toEqual([
      'hub',
      'leaf',
      'lone',
    ]);
    expect(data.memories.map((memory: { score: number }) => memory.score)).toEqual([
      1,
      expect.closeTo(0.792, 2),
      0,
    ]);
    expect(data.relationship_insights).toEqual([
      { type: 'supports', count: 2, description: '2 memories back others' },
      { type: 'causes', count: 1, description: '1 memory is the cause of another' },
    ]);
    expect((await reflect(caller, { include_relationships: false })).relationship_insights).toEqual([]);
  });

  test('clusters and patterns come with a description and can be switched off', async () => {
    const caller = testCaller();
    const earlier = Array.from({ length: 60 }, (_, i) =>
      memoryStored(caller.tenantId, { content: 'Watered the tomatoes.', created_at: hoursAgo(500 + i) }),
    );
    const now = Array.from({ length: 8 }, (_, i) =>
      memoryStored(caller.tenantId, { content: 'Marathon training: long run.', created_at: hoursAgo(1 + i) }),
    );
    await analysis.memoryEvents(...earlier, ...now);
    const data = await reflect(caller, { time_window: 'week' });
    expect(data.memory_clusters).toEqual([
      {
        name: expect.stringContaining('marathon'),
        memory_count: 8,
        description: expect.stringContaining('Marathon'),
      },
    ]);
    expect(data.emerging_patterns[0]).toEqual({
      pattern: expect.stringContaining('marathon'),
      memory_count: 8,
      description: expect.stringContaining('8 of these 8 memories, 0 of the 60 before them'),
    });
    const without = await reflect(caller, {
      time_window: 'week',
      include_clusters: false,
      include_patterns: false,
    });
    expect(without).toMatchObject({ memory_clusters: [], emerging_patterns: [] });
  });

  test('access counts arrive from the memory service and count for the score', async () => {
    const caller = testCaller();
    const read = memoryStored(caller.tenantId, { content: 'read' });
    await analysis.memoryEvents(read, memoryStored(caller.tenantId, { content: 'unread' }));
    analysis.accesses.counts.push({
      tenantId: caller.tenantId,
      id: read.data.id,
      accessCount: 7,
      lastAccessed: NOW,
    });
    await analysis.pullAccessCounts();
    const data = await reflect(caller);
    expect(data.memories[0]).toMatchObject({ content: 'read', access_count: 7 });
    expect(data.memories[0].score - data.memories[1].score).toBeCloseTo(0.3, 3);
    expect(data.statistics.total_access_count).toBe(7);
  });

  test('deleted, inactive and protected memories are never analysed', async () => {
    const caller = testCaller();
    const deleted = memoryStored(caller.tenantId);
    await analysis.memoryEvents(
      deleted,
      memoryStored(caller.tenantId, { is_active: false, lifecycle_state: 'evolved' }),
      memoryStored(caller.tenantId, { memory_type: 'identity_core' }),
      memoryStored(caller.tenantId, { memory_type: 'personality_trait' }),
      memoryStored(caller.tenantId, { content: 'stays' }),
    );
    await analysis.memoryEvents(memoryDeleted(caller.tenantId, deleted.data.id, 2));
    expect(contents(await reflect(caller))).toEqual(['stays']);
  });

  test('another tenant’s memories are never analysed', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(
      memoryStored(testCaller().tenantId),
      memoryStored(caller.tenantId, { content: 'mine' }),
    );
    expect(contents(await reflect(caller))).toEqual(['mine']);
  });
});

describe('include_documents', () => {
  const caller = testCaller();
  const document = (filename: string, hours: number, tenantId = caller.tenantId) => ({
    tenantId,
    id: randomUUID(),
    filename,
    texts: ['Beekeeping in winter.', 'Beekeeping needs patience.', 'Beekeeping pays in honey.'],
    created_at: hoursAgo(hours),
  });
  const [fresh, old, foreign] = [
    document('bees.md', 2),
    document('older-bees.md', 400),
    document('foreign.md', 1, testCaller().tenantId),
  ];
  beforeAll(() => void analysis.neighbours.documents.push(fresh, old, foreign));

  test('adds documents[] of the window (id, filename, chunk_count, created_at), and topics count their chunks', async () => {
    const { documents, active_topics } = await reflect(caller, {
      time_window: 'week',
      include_documents: true,
    });
    expect(documents).toEqual([
      { id: fresh.id, filename: 'bees.md', chunk_count: 3, created_at: fresh.created_at },
    ]);
    expect(active_topics.join(' ')).toMatch(/beekeeping/i);
  });

  test('a window without bounds has all of the tenant, newest first', async () => {
    const { documents } = await reflect(caller, { include_documents: true });
    expect(documents.map((each: { filename: string }) => each.filename)).toEqual([
      'bees.md',
      'older-bees.md',
    ]);
  });

  test('defaults to false: no documents, no topic of theirs', async () => {
    const reflection = await reflect(caller, { time_window: 'week' });
    expect(reflection).not.toHaveProperty('documents');
    expect(reflection.active_topics).toEqual([]);
  });
});

describe('POST /api/v2/analysis/reflect: 401, 403', () => {
  test('without a token', async () => {
    const response = await request(analysis.as(null)).post('/api/v2/analysis/reflect').send({});
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test('analysis needs the scope read', async () => {
    const caller = testCaller({ via: 'oauth', scopes: ['write'] });
    const response = await request(analysis.as(caller)).post('/api/v2/analysis/reflect').send({});
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
  });
});

describe('POST /api/v2/analysis/reflect: 422', () => {
  test.each([
    [{ recency_weight: 0.5 }, 'VAL_VALIDATION_FAILED', 'recency_weight'],
    [{ recency_weight: 1.4 }, 'VAL_FIELD_INVALID', 'recency_weight'],
    [{ time_window: 'year' }, 'VAL_ENUM_INVALID', 'time_window'],
    [{ max_memories: 0 }, 'VAL_FIELD_INVALID', 'max_memories'],
    [{ max_memories: 1001 }, 'VAL_FIELD_INVALID', 'max_memories'],
    [{ max_memories: 1.5 }, 'VAL_FIELD_INVALID', 'max_memories'],
    [{ include_clusters: 'yes' }, 'VAL_FIELD_INVALID', 'include_clusters'],
    [{ start_date: 'soon' }, 'VAL_FIELD_INVALID', 'start_date'],
    [{ start_date: '2026-02-02', end_date: '2026-02-01' }, 'VAL_VALIDATION_FAILED', 'start_date'],
  ])('%j is %s', async (body, code, field) => {
    const response = await request(analysis.as()).post('/api/v2/analysis/reflect').send(body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
    expect(Object.keys(response.body.error.field_errors)).toContain(field);
  });

  test.each([0.3999, 0.4001])(
    'the weights may sum to 1.0 give or take 0.001: recency %d',
    async (recency_weight) => {
      await reflect(testCaller(), { recency_weight });
    },
  );
});
