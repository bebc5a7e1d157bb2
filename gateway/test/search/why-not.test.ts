import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InspectedMemory, InspectMemoryRequest } from '@loci/contracts';
import { unavailable } from '@loci/core';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import { whyNotRoutes } from '../../src/search/why-not/why-not.routes.ts';
import type { WhyNotResource } from '../../src/search/why-not/why-not.resource.ts';
import { RANKING_MODEL } from '../../src/search/learned-ranking/ranking-model.ts';
import { RELEVANCE_MODEL } from '../../src/search/relevance/relevance-model.ts';
import { candidate, fakeSearchClients, id, inspectedMemory } from './search-clients.fixture.ts';

const caller = testCaller();
const MEMORY = id(500);
const KEYWORD_ALONE = { bm25_weight: 1, vector_weight: 0, graph_weight: 0 };

let clients: ReturnType<typeof fakeSearchClients>;
let inspected: InspectedMemory;
let inspections: InspectMemoryRequest[];
beforeEach(() => {
  clients = fakeSearchClients();
  inspections = [];
  inspected = inspectedMemory();
});

const post = (body: Record<string, unknown>, as: typeof caller | null = caller) => {
  const search = {
    ...clients.search,
    inspectMemory: (asked: InspectMemoryRequest) => {
      inspections.push(asked);
      return Promise.resolve(inspected);
    },
  };
  return request(serveRoutes(whyNotRoutes({ ...clients, search }), as))
    .post('/api/v2/search/why-not')
    .send(body);
};
const ask = async (search: Record<string, unknown> = {}): Promise<WhyNotResource> => {
  const response = await post({ memory_id: MEMORY, search: { query: 'tea', ...search } });
  expect(response.status).toBe(200);
  return (response.body as { data: WhyNotResource }).data;
};

describe('POST /api/v2/search/why-not', () => {
  test('returns the rank of a memory that the search returns', async () => {
    clients.candidates = [candidate(1), candidate(500), candidate(501)];
    expect(await ask({ limit: 2 })).toEqual({
      found: true,
      rank: 2,
      reason: null,
      evidence: {},
      degraded: [],
      pending_writes: 0,
    });
  });

  test('returns below_min_relevance with the relevance of a memory that is not relevant enough', async () => {
    clients.model = RELEVANCE_MODEL.embeddingModel;
    clients.candidates = [candidate(1, { vector_score: 0.7 }), candidate(500, { vector_score: 0.1 })];
    clients.coverage.set(MEMORY, 0);
    const answer = await ask({ min_relevance: 0.3 });
    expect(answer).toMatchObject({
      found: false,
      reason: 'below_min_relevance',
      evidence: { min_relevance: 0.3, ranking: { rank: 2 } },
    });
    expect(answer.evidence.relevance).toBeLessThan(0.3);
    expect(await ask({ min_relevance: 0.001 })).toMatchObject({ found: true, rank: 2 });
  });

  test('returns outranked with the better memory that diversity prefers to a similar one', async () => {
    clients.candidates = [candidate(1), candidate(500), candidate(501)];
    for (const each of [id(1), MEMORY]) clients.contents.set(each, 'Ada likes tea.');
    expect(await ask({ limit: 2, diversity: 0.5 })).toMatchObject({
      found: false,
      reason: 'outranked',
      evidence: { similar_to: id(1), similarity: 1, ranking: { rank: 3 } },
    });
    const unlimited = await ask({ limit: 2 });
    expect(unlimited).toMatchObject({ found: true, rank: 2 });
  });

  describe('with items of a second hop', () => {
    const others = Array.from({ length: 30 }, (_, n) => candidate(n + 1));

    test('returns the rank to which a memory was raised', async () => {
      clients.candidates = [...others, candidate(500, { blended: 0 })];
      clients.secondHop = [MEMORY];
      expect(await ask({ limit: 10 })).toMatchObject({ found: true, rank: 5 });
      expect(await ask({ limit: 10, second_hop: false })).toMatchObject({
        found: false,
        reason: 'outranked',
      });
    });

    test('returns outranked with the changed ranks for a memory before which another one was raised', async () => {
      clients.candidates = [
        ...others.slice(0, 4),
        candidate(500, { keyword_rank_score: 94, vector_rank_score: 0.94, blended: 0.94 }),
        ...others.slice(5),
      ];
      clients.secondHop = [id(28)];
      const { reason, evidence } = await ask({ limit: 6 });
      expect([reason, evidence.ranking!.rank]).toEqual(['outranked', 7]);
      expect(evidence.ranking!.final_score!).toBeLessThan(evidence.ranking!.last_score!);
      expect(await ask({ limit: 6, second_hop: false })).toMatchObject({ found: true, rank: 6 });
    });

    test('returns the raised score of a memory that is not relevant enough, and ranks that do not lower it', async () => {
      clients.model = RELEVANCE_MODEL.embeddingModel;
      clients.candidates = [...others, candidate(500, { vector_score: 0, blended: 0 })];
      clients.coverage.set(MEMORY, 0);
      clients.secondHop = [MEMORY];
      const { reason, evidence } = await ask({ limit: 10, min_relevance: 0.9 });
      expect([reason, evidence.ranking!.rank]).toEqual(['below_min_relevance', 5]);
      expect(evidence.ranking!.final_score!).toBeGreaterThan(evidence.ranking!.last_score!);
      const { rank, needed_rank: needed } = evidence.ranking!.retrievers.bm25!;
      expect(needed).toBe(rank! - 1);
    });
  });

  test('returns only the reason not_found, without a search, if the tenant has no such memory', async () => {
    inspected.memory = null;
    expect(await ask()).toEqual({
      found: false,
      rank: null,
      reason: 'not_found',
      evidence: {},
      degraded: [],
      pending_writes: 0,
    });
    expect(clients.requests.candidates).toEqual([]);
  });

  test('returns superseded with the next version, before any other reason', async () => {
    inspected.memory = { ...inspected.memory!, is_active: false, superseded_by: id(7) };
    inspected.indexed_revision = null;
    expect(await ask()).toMatchObject({
      reason: 'superseded',
      evidence: { superseded_by: id(7), superseded_at: '2026-06-01T12:00:00.000Z' },
    });
  });

  test('returns expired with the end of the period, before other filters', async () => {
    inspected.memory = { ...inspected.memory!, valid_until: '2026-06-02T00:00:00.000Z' };
    inspected.failed_filters = [
      { field: 'include', required: ['future'], actual: 'expired' },
      { field: 'memory_types', required: ['task'], actual: 'fact' },
    ];
    expect(await ask({ include: ['future'], memory_types: ['task'] })).toMatchObject({
      reason: 'expired',
      evidence: { valid_until: '2026-06-02T00:00:00.000Z' },
    });
    expect(inspections[0]!.filter).toMatchObject({ include: ['future'] });
  });

  test('returns filtered with the filter include for a memory that is not true yet', async () => {
    inspected.failed_filters = [{ field: 'include', required: [], actual: 'future' }];
    expect(await ask()).toMatchObject({
      reason: 'filtered',
      evidence: { filters: [{ filter: 'include', required: [], actual: 'future' }] },
    });
  });

  test('returns filtered with each filter that the memory does not match', async () => {
    inspected.failed_filters = [
      { field: 'memory_types', required: ['task'], actual: 'fact' },
      { field: 'min_importance', required: 0.9, actual: 0.5 },
      { field: 'user_id', required: 'ada', actual: 'bob' },
      { field: 'occurred_from', required: Date.UTC(2026, 6, 1), actual: Date.UTC(2026, 5, 1) },
    ];
    inspected.indexed_revision = 1;
    const search = { memory_types: ['task'], importance_threshold: 0.9, start_date: '2026-07-01' };
    expect(await ask(search)).toMatchObject({
      reason: 'filtered',
      evidence: {
        filters: [
          { filter: 'memory_types', required: ['task'], actual: 'fact' },
          { filter: 'min_importance', required: 0.9, actual: 0.5 },
          { filter: 'user_id', required: 'ada', actual: 'bob' },
          {
            filter: 'start_date',
            required: '2026-07-01T00:00:00.000Z',
            actual: '2026-06-01T00:00:00.000Z',
          },
        ],
      },
    });
    expect(inspections[0]!.filter).toMatchObject({ memory_types: ['task'], min_importance: 0.9 });
  });

  test.each([null, 2])('returns not_indexed_yet if the indexed revision is %j', async (revision) => {
    inspected.indexed_revision = revision;
    expect(await ask()).toMatchObject({
      reason: 'not_indexed_yet',
      evidence: { memory_revision: 3, indexed_revision: revision, embedding_status: 'completed' },
    });
  });

  test('returns not_indexed_yet for a memory without a vector whose embedding failed', async () => {
    Object.assign(inspected, { has_vector: false, embedding_status: 'failed' });
    clients.candidates = [candidate(1)];
    expect(await ask()).toMatchObject({
      reason: 'not_indexed_yet',
      evidence: { indexed_revision: 3, embedding_status: 'failed' },
    });
  });

  test('returns below_min_score with the final score of the memory and the needed rank', async () => {
    clients.candidates = [candidate(1), candidate(2), candidate(500)];
    const search = { ...KEYWORD_ALONE, rrf_k: 1, min_score_threshold: 0.6, limit: 10 };
    const { reason, evidence } = await ask(search);
    expect([reason, evidence.min_score_threshold]).toEqual(['below_min_score', 0.6]);
    expect(evidence.ranking).toMatchObject({
      rank: null,
      final_score: 0.5,
      retrievers: { bm25: { rank: 3, needed_rank: 2 }, vector: null, graph: null },
    });
  });

  test('includes the learned ranking in the rank that the memory would need', async () => {
    clients.model = RANKING_MODEL.embeddingModel;
    clients.candidates = [1, 2, 3, 500].map((n) => candidate(n, { words: 20, traits: 0 }));
    const weights = { bm25_weight: 0.98, vector_weight: 0.01, graph_weight: 0.01 };
    const { evidence } = await ask({ ranking: 'learned', limit: 3, rrf_k: 1, ...weights });
    const { final_score: score, last_score: last, retrievers } = evidence.ranking!;
    const { rank, needed_rank: needed } = retrievers.bm25!;
    expect([rank, needed]).toEqual([4, expect.any(Number)]);
    // The weights add up to 5, so the sum of an item that all rankings rank first is 5 / 2.
    const scoreAt = (changed: number): number =>
      score! + (0.98 / (1 + changed) - 0.98 / (1 + rank!)) * (2 / 5);
    expect(scoreAt(needed!)).toBeGreaterThan(last!);
    expect(scoreAt(needed! + 1)).toBeLessThanOrEqual(last!);
  });

  test('returns outranked with the ranks of the memory and the ranks that it would need', async () => {
    clients.candidates = [candidate(1), candidate(2), candidate(3), candidate(500)];
    inspected.keyword = { score: 0.4, rank: 4, window_score: null };
    inspected.vector = { score: 0.3, rank: 4, window_score: null };
    const { reason, evidence } = await ask({ limit: 2, rrf_k: 60 });
    const weights = { bm25: 0.4, vector: 0.4, graph: 0.2 };
    expect(reason).toBe('outranked');
    expect(evidence.ranking).toMatchObject({ rank: 4, limit: 2, window: 200, recency_factor: 1 });
    const { retrievers, final_score: score, last_score: last } = evidence.ranking!;
    expect(retrievers.bm25).toMatchObject({ rank: 4, search_rank: 4, score: 0.4, contribution: 0.4 / 64 });
    const scoreAt = (ranks: Record<keyof typeof weights, number>): number =>
      Object.entries(weights).reduce(
        (sum, [name, weight]) => sum + (weight * 61) / (60 + ranks[name as keyof typeof weights]),
        0,
      );
    const ranks = { bm25: 4, vector: 4, graph: 4 };
    expect(score).toBeCloseTo(scoreAt(ranks), 9);
    expect(last).toBeCloseTo(scoreAt({ bm25: 2, vector: 2, graph: 2 }), 9);
    for (const name of ['bm25', 'vector', 'graph'] as const) {
      const needed = retrievers[name]!.needed_rank;
      if (needed === null) {
        expect(scoreAt({ ...ranks, [name]: 1 })).toBeLessThanOrEqual(last!);
      } else {
        expect(scoreAt({ ...ranks, [name]: needed })).toBeGreaterThan(last!);
        expect(scoreAt({ ...ranks, [name]: needed + 1 })).toBeLessThanOrEqual(last! + 1e-12);
      }
    }
  });

  test('returns outranked with the rank outside of the window for a memory that is not a candidate', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    inspected.keyword = { score: 0.4, rank: 321, window_score: 1.5 };
    const { reason, evidence } = await ask({ limit: 2 });
    expect(reason).toBe('outranked');
    expect(evidence.ranking).toMatchObject({
      rank: null,
      final_score: null,
      retrievers: {
        bm25: { rank: null, search_rank: 321, score: 0.4, window_score: 1.5, contribution: null },
      },
    });
  });

  test('returns no_match if no retriever of the search can rank the memory', async () => {
    clients.candidates = [candidate(1)];
    inspected.vector = null;
    expect(await ask(KEYWORD_ALONE)).toMatchObject({
      reason: 'no_match',
      evidence: { ranking: { final_score: null, retrievers: { bm25: { rank: null, score: null } } } },
    });
    expect(inspections[0]).toMatchObject({ id: MEMORY, keyword: true, vector: false, window: 200 });
  });

  test('runs the search without explain and from its first result', async () => {
    clients.candidates = [candidate(500)];
    expect(await ask({ explain: true, limit: 50 })).toMatchObject({ found: true, rank: 1 });
    expect(clients.requests.candidates[0]).not.toHaveProperty('explain');
  });

  test('reports the retrievers that failed', async () => {
    clients.candidates = [candidate(1)];
    clients.failed = ['vector'];
    expect(await ask()).toMatchObject({ reason: 'no_match', degraded: ['vector'] });
  });

  test('responds with 503 if the search cannot run', async () => {
    clients.broken.set('candidates', () => Promise.reject(unavailable('Search')));
    expect((await post({ memory_id: MEMORY, search: { query: 'tea' } })).status).toBe(503);
  });

  test.each([
    ['VAL_FIELD_REQUIRED', 'memory_id', { search: { query: 'tea' } }],
    ['VAL_FIELD_REQUIRED', 'search', { memory_id: MEMORY }],
    ['VAL_UUID_INVALID', 'memory_id', { memory_id: 'x', search: { query: 'tea' } }],
    ['VAL_FIELD_REQUIRED', 'search.query', { memory_id: MEMORY, search: {} }],
    ['VAL_FIELD_INVALID', 'search.limit', { memory_id: MEMORY, search: { query: 'tea', limit: 101 } }],
    [
      'VAL_VALIDATION_FAILED',
      'search.bm25_weight',
      { memory_id: MEMORY, search: { query: 'tea', bm25_weight: 1 } },
    ],
  ])('responds with %s for an invalid %s', async (code, field, body) => {
    const { status, body: response } = await post(body);
    const { error } = response as { error: { code: string; field_errors: object } };
    expect([status, error.code, Object.keys(error.field_errors)]).toEqual([422, code, [field]]);
    expect(inspections).toEqual([]);
  });

  test('responds with 403 without the read scope', async () => {
    const body = { memory_id: MEMORY, search: { query: 'tea' } };
    expect((await post(body, testCaller({ scopes: ['write'] }))).status).toBe(403);
  });
});
