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

describe('POST /api/v2/analysis/reflect', () => {
  test('selects, ages and orders memories by their event time', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(
      memoryStored(caller.tenantId, { content: 'Imported history', occurred_at: hoursAgo(24 * 365) }),
      memoryStored(caller.tenantId, { content: 'Imported yesterday', occurred_at: hoursAgo(30) }),
      memoryStored(caller.tenantId, { content: 'Stored now' }),
    );
    expect(contents(await reflect(caller, { time_window: 'week' }))).toEqual([
      'Imported yesterday',
      'Stored now',
    ]);
    const { memories } = await reflect(caller);
    expect(memories).toMatchObject([
      { content: 'Stored now', age_hours: 1 },
      { content: 'Imported yesterday', age_hours: 30, created_at: hoursAgo(1), occurred_at: hoursAgo(30) },
      { content: 'Imported history', age_hours: 8_760 },
    ]);
  });

  test('returns the memories of the window with scores, topics and statistics', async () => {
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
          occurred_at: hoursAgo(1),
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

  test('returns an empty reflection for a tenant without memories', async () => {
    expect(await reflect(testCaller())).toMatchObject({
      memories: [],
      statistics: { total_memories_analyzed: 0 },
    });
  });

  describe('with a named time window', () => {
    const caller = testCaller();
    beforeAll(async () => {
      const memoriesAt = (hours: number, count: number) =>
        Array.from({ length: count }, () => memoryStored(caller.tenantId, { created_at: hoursAgo(hours) }));
      await analysis.memoryEvents(
        ...memoriesAt(1, 2),
        ...memoriesAt(13, 3),
        ...memoriesAt(7 * 24 + 1, 40),
        ...memoriesAt(29 * 24, 10),
        ...memoriesAt(31 * 24, 20),
      );
    });

    test.each([
      ['the 50 newest memories', 'recent', 50],
      ['the current UTC day', 'today', 2],
      ['the last 7 days', 'week', 5],
      ['the last 30 days', 'month', 55],
    ])('analyzes %s for the window %s', async (_what, time_window, count) => {
      const { statistics } = await reflect(caller, { time_window });
      expect(statistics.total_memories_analyzed).toBe(count);
    });

    test('analyzes 50 memories for the default window, even if max_memories is greater', async () => {
      const { statistics } = await reflect(caller, { max_memories: 1000 });
      expect(statistics.total_memories_analyzed).toBe(50);
    });
  });

  describe('with dates', () => {
    const caller = testCaller();
    beforeAll(async () => {
      await analysis.memoryEvents(
        memoryStored(caller.tenantId, { content: 'before', created_at: '2026-03-01T23:59:59.999Z' }),
        memoryStored(caller.tenantId, { content: 'first', created_at: '2026-03-02T00:00:00.000Z' }),
        memoryStored(caller.tenantId, { content: 'last', created_at: '2026-03-03T23:59:59.999Z' }),
        memoryStored(caller.tenantId, { content: 'after', created_at: '2026-03-04T00:00:00.000Z' }),
      );
    });

    test('a start and an end date override the time window and include the whole end date', async () => {
      const body = { time_window: 'today', start_date: '2026-03-02', end_date: '2026-03-03' };
      expect(contents(await reflect(caller, body))).toEqual(['first', 'last']);
    });

    test('a window with only a start date has no end', async () => {
      expect(contents(await reflect(caller, { start_date: '2026-03-03' }))).toEqual(['after', 'last']);
    });

    test('an end time includes memories that were created at that time', async () => {
      expect(contents(await reflect(caller, { end_date: '2026-03-02T00:00:00Z' }))).toEqual([
        'before',
        'first',
      ]);
    });
  });

  test('returns the memories with the highest scores up to max_memories', async () => {
    const caller = testCaller();
    await analysis.memoryEvents(
      memoryStored(caller.tenantId, { content: 'minor', importance: 0.1 }),
      memoryStored(caller.tenantId, { content: 'major', importance: 1 }),
    );
    const data = await reflect(caller, { max_memories: 1 });
    expect(contents(data)).toEqual(['major']);
    expect(data.statistics).toMatchObject({ total_memories_analyzed: 2, memories_returned: 1 });
  });

  describe('with relationships', () => {
    const caller = testCaller();
    beforeAll(async () => {
      const [hub, leaf, isolated] = ['hub', 'leaf', 'isolated'].map((content) =>
        memoryStored(caller.tenantId, { content }),
      ) as [MemoryEvent, MemoryEvent, MemoryEvent];
      await analysis.memoryEvents(hub, leaf, isolated);
      const [id, otherId] = [hub.data.id, leaf.data.id];
      const deleted = relationshipStored(caller.tenantId, isolated.data.id, otherId, {
        relationship_type: 'disputes',
      });
      await analysis.relationshipEvents(
        relationshipStored(caller.tenantId, id, otherId),
        relationshipStored(caller.tenantId, otherId, id, { relationship_type: 'causes' }),
        relationshipStored(caller.tenantId, id, memoryStored(caller.tenantId).data.id),
        deleted,
      );
      await analysis.relationshipEvents(relationshipDeleted(deleted));
    });

    test('scores memories by their number of relationships', async () => {
      const weights = { recency_weight: 0, access_weight: 0, importance_weight: 0, relationship_weight: 1 };
      const { memories } = await reflect(caller, weights);
      expect(
        memories.map(({ content, score }: { content: string; score: number }) => [content, score]),
      ).toEqual([
        ['hub', 1],
        ['leaf', expect.closeTo(0.792, 2)],
        ['isolated', 0],
      ]);
    });

    test('describes the relationships of each type, without deleted relationships', async () => {
      expect((await reflect(caller)).relationship_insights).toEqual([
        { type: 'supports', count: 2, description: '2 relationships: a memory supports another' },
        { type: 'causes', count: 1, description: '1 relationship: a memory causes another' },
      ]);
    });

    test('describes no relationships if include_relationships is false', async () => {
      expect((await reflect(caller, { include_relationships: false })).relationship_insights).toEqual([]);
    });
  });

  describe('with a topic that is new in the window', () => {
    const caller = testCaller();
    beforeAll(async () => {
      const baseline = Array.from({ length: 60 }, (_, i) =>
        memoryStored(caller.tenantId, { content: 'Watered the tomatoes.', created_at: hoursAgo(500 + i) }),
      );
      const window = Array.from({ length: 8 }, (_, i) =>
        memoryStored(caller.tenantId, {
          content: 'Marathon training: long run.',
          created_at: hoursAgo(1 + i),
        }),
      );
      await analysis.memoryEvents(...baseline, ...window);
    });

    test('returns a cluster for the topic', async () => {
      expect((await reflect(caller, { time_window: 'week' })).memory_clusters).toEqual([
        {
          name: expect.stringContaining('marathon'),
          memory_count: 8,
          description: expect.stringContaining('Marathon'),
        },
      ]);
    });

    test('returns an emerging pattern for the topic', async () => {
      expect((await reflect(caller, { time_window: 'week' })).emerging_patterns[0]).toEqual({
        pattern: expect.stringContaining('marathon'),
        memory_count: 8,
        description: expect.stringContaining('8 of these 8 memories, 0 of the 60 before them'),
      });
    });

    test('returns neither clusters nor patterns if include_clusters and include_patterns are false', async () => {
      const options = { time_window: 'week', include_clusters: false, include_patterns: false };
      expect(await reflect(caller, options)).toMatchObject({ memory_clusters: [], emerging_patterns: [] });
    });
  });

  test('uses the access counts of the memory service for scores and statistics', async () => {
    const caller = testCaller();
    const accessed = memoryStored(caller.tenantId, { content: 'accessed' });
    await analysis.memoryEvents(accessed, memoryStored(caller.tenantId, { content: 'never accessed' }));
    analysis.accesses.counts.push({
      tenantId: caller.tenantId,
      id: accessed.data.id,
      accessCount: 7,
      lastAccessed: NOW,
    });
    await analysis.pullAccessCounts();
    const data = await reflect(caller);
    expect(data.memories[0]).toMatchObject({ content: 'accessed', access_count: 7 });
    expect(data.memories[0].score - data.memories[1].score).toBeCloseTo(0.3, 3);
    expect(data.statistics.total_access_count).toBe(7);
  });

  test.each<[string, (tenantId: string) => Promise<void>]>([
    [
      'deleted',
      async (tenantId) => {
        const memory = memoryStored(tenantId);
        await analysis.memoryEvents(memory);
        await analysis.memoryEvents(memoryDeleted(tenantId, memory.data.id, 2));
      },
    ],
    [
      'inactive',
      (tenantId) =>
        analysis.memoryEvents(memoryStored(tenantId, { is_active: false, lifecycle_state: 'evolved' })),
    ],
    [
      'identity_core',
      (tenantId) => analysis.memoryEvents(memoryStored(tenantId, { memory_type: 'identity_core' })),
    ],
    [
      'personality_trait',
      (tenantId) => analysis.memoryEvents(memoryStored(tenantId, { memory_type: 'personality_trait' })),
    ],
    ["another tenant's", () => analysis.memoryEvents(memoryStored(testCaller().tenantId))],
  ])('does not analyze %s memories', async (_what, store) => {
    const caller = testCaller();
    await store(caller.tenantId);
    await analysis.memoryEvents(memoryStored(caller.tenantId, { content: 'analyzed' }));
    expect(contents(await reflect(caller))).toEqual(['analyzed']);
  });
});

type MemoryEvent = ReturnType<typeof memoryStored>;

describe('POST /api/v2/analysis/reflect with documents', () => {
  const caller = testCaller();
  const document = (filename: string, hours: number, tenantId = caller.tenantId) => ({
    tenantId,
    id: randomUUID(),
    filename,
    texts: ['Beekeeping in winter.', 'Beekeeping needs patience.', 'Beekeeping pays in honey.'],
    created_at: hoursAgo(hours),
  });
  const recent = document('bees.md', 2);
  beforeAll(() => {
    const old = document('older-bees.md', 400);
    const foreign = document('foreign.md', 1, testCaller().tenantId);
    analysis.fakes.documents.push(recent, old, foreign);
  });

  test('returns the documents of the window', async () => {
    const { documents } = await reflect(caller, { time_window: 'week', include_documents: true });
    expect(documents).toEqual([
      { id: recent.id, filename: 'bees.md', chunk_count: 3, created_at: recent.created_at },
    ]);
  });

  test('includes the words of document chunks in the topics', async () => {
    const { active_topics } = await reflect(caller, { time_window: 'week', include_documents: true });
    expect(active_topics.join(' ')).toMatch(/beekeeping/i);
  });

  test('returns all documents of the tenant for a window without bounds, newest first', async () => {
    const { documents } = await reflect(caller, { include_documents: true });
    expect(documents.map((each: { filename: string }) => each.filename)).toEqual([
      'bees.md',
      'older-bees.md',
    ]);
  });

  test('excludes documents and their words by default', async () => {
    const reflection = await reflect(caller, { time_window: 'week' });
    expect(reflection).not.toHaveProperty('documents');
    expect(reflection.active_topics).toEqual([]);
  });
});

describe('POST /api/v2/analysis/reflect errors', () => {
  test('rejects a request without a token with 401', async () => {
    const response = await request(analysis.as(null)).post('/api/v2/analysis/reflect').send({});
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test('rejects an OAuth token without the read scope with 403', async () => {
    const caller = testCaller({ via: 'oauth', scopes: ['write'] });
    const response = await request(analysis.as(caller)).post('/api/v2/analysis/reflect').send({});
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
  });

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
  ])('rejects the body %j with 422 %s', async (body, code, field) => {
    const response = await request(analysis.as()).post('/api/v2/analysis/reflect').send(body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
    expect(Object.keys(response.body.error.field_errors)).toContain(field);
  });

  test.each([0.3999, 0.4001])(
    'accepts a recency_weight of %d, because the weights sum to 1.0 within the tolerance',
    async (recency_weight) => {
      await reflect(testCaller(), { recency_weight });
    },
  );
});
