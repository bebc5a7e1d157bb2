import { beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_LIST_BYTES, encodeCursor } from '@loci/http';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import type { z } from 'zod';
import { hybridSearch } from '../../src/search/hybrid-search.ts';
import type { hybridSearchResource } from '../../src/search/hybrid-search.resource.ts';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import { hybridSearchBody, toHybridSearch } from '../../src/search/hybrid-search.schemas.ts';
import { candidate, fakeSearchClients, down, edge, id } from './search-clients.fixture.ts';

type Data = z.infer<typeof hybridSearchResource>;

interface ResponseBody {
  data: Data;
  error: {
    code: string;
    message: string;
    details: Record<string, unknown> | null;
    field_errors: Record<string, string[]> | null;
  };
}

const PATH = '/api/v2/search/hybrid';
const caller = testCaller();

let clients: ReturnType<typeof fakeSearchClients>;
beforeEach(() => {
  clients = fakeSearchClients();
});

const post = async (body: Record<string, unknown>, as: typeof caller | null = caller) => {
  const response = await request(serveRoutes(hybridSearchRoutes(clients), as))
    .post(PATH)
    .send(body);
  return { httpStatus: response.status, ...(response.body as ResponseBody) };
};
const find = async (body: Record<string, unknown> = {}): Promise<Data> => {
  const { httpStatus, data, error } = await post({ query: 'tea', ...body });
  expect([httpStatus, error]).toEqual([200, undefined]);
  return data;
};
const idsOf = (data: Data): string[] => data.items.map((item) => item.id);

const KEYWORD_ALONE = { bm25_weight: 1, vector_weight: 0, graph_weight: 0 };
const VECTOR_ALONE = { bm25_weight: 0, vector_weight: 1, graph_weight: 0 };
const GRAPH_ALONE = { bm25_weight: 0, vector_weight: 0, graph_weight: 1 };

describe('POST /api/v2/search/hybrid: response', () => {
  test('contains every documented field', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    clients.edges = [edge(1, 2), edge(3, 1)];
    const data = await find();
    expect(data.items[0]).toEqual({
      id: id(1),
      content: `Item ${id(1)}`,
      snippet: `Item ${id(1)}`,
      score: 1,
      relevance: null,
      score_breakdown: {
        final_score: 1,
        bm25_score: 99,
        vector_score: 0.99,
        graph_score: 0.99,
        query_coverage: 1,
        rank_bm25: 1,
        rank_vector: 1,
      },
      metadata: {
        memory_type: 'fact',
        importance: 0.5,
        highlight: `<mark>Item</mark> ${id(1)}`,
        graph_context: {
          relationships: [
            { to_id: id(2), type: 'supports', strength: 0.5 },
            { to_id: id(3), type: 'supports', strength: 0.5 },
          ],
          relationship_count: 2,
        },
      },
      source_type: 'direct_input',
      tags: ['a'],
      created_at: '2026-06-01T12:00:00.000Z',
      occurred_at: '2026-05-01T12:00:00.000Z',
      content_with_context: null,
      chunk_index: null,
      total_chunks: null,
      document_id: null,
      document: null,
    });
    expect(data).toMatchObject({
      query: 'tea',
      analyzed_query: {
        original: 'tea',
        search_type: 'hybrid',
        weights: { bm25: 0.4, vector: 0.4, graph: 0.2 },
        graph_expansion_enabled: true,
        dates: [],
      },
      search_metadata: {
        search_method: 'hybrid_rrf',
        results_count: 2,
        degraded: [],
        pending_writes: 0,
        stats: { bm25_count: 2, vector_count: 2, graph_count: 2, second_hop_count: 0, final_count: 2 },
      },
    });
    for (const name of ['search', 'bm25', 'vector', 'graph', 'second_hop', 'fusion'] as const)
      expect(data.search_metadata.stats[`${name}_time_ms`]).toBeGreaterThanOrEqual(0);
  });

  test('contains the citation of a document chunk', async () => {
    const document = {
      id: id(9),
      filename: 'log.pdf',
      title: 'The log',
      page: 3,
      section: 'Autumn',
      chunk_index: 4,
      chunk_count: 7,
    };
    clients.candidates = [candidate(1)];
    clients.citations.set(id(1), document);
    expect((await find()).items[0]).toMatchObject({ document_id: document.id, document });
  });

  test('returns no items and an empty knowledge cloud if nothing matches', async () => {
    const data = await find();
    expect(data.items).toEqual([]);
    expect(data.search_metadata).toMatchObject({
      results_count: 0,
      knowledge_cloud: { nodes: [], edges: [], stats: { seed_count: 0, cloud_count: 0, edge_count: 0 } },
    });
  });

  test('returns the number of changes of the caller that the search does not find yet', async () => {
    clients.pendingWrites = 2;
    expect((await find()).search_metadata.pending_writes).toBe(2);
  });

  test('loads the results and the other nodes of the knowledge cloud in one request', async () => {
    clients.candidates = [candidate(1), candidate(2), candidate(3)];
    clients.edges = [edge(1, 3)];
    const { search_metadata } = await find({ limit: 1 });
    expect(clients.requests.items).toMatchObject([{ ids: [id(1)], cloud_ids: [id(3)] }]);
    expect(search_metadata.knowledge_cloud!.nodes.map((node) => node.id)).toEqual([id(1), id(3)]);
  });

  test('needs one request each for the candidates, the graph and the results', async () => {
    clients.candidates = Array.from({ length: 60 }, (_, i) => candidate(i + 1));
    clients.reached = [90, 91, 92].map((n) => ({ id: id(n), score: 0.1, depth: 1 }));
    clients.edges = [edge(1, 90), edge(2, 30)];
    clients.rejected.add(id(91));
    await find();
    const { candidates, expand, items, edges } = clients.requests;
    expect([candidates, expand, items, edges].map(({ length }) => length)).toEqual([1, 1, 1, 0]);
  });

  test('loads the relationships of a result that was not expected before the graph expansion', async () => {
    clients.candidates = Array.from({ length: 60 }, (_, i) => candidate(i + 1));
    clients.reached = [{ id: id(50), score: 9, depth: 1 }];
    clients.edges = [edge(50, 51)];
    const data = await find({ ...GRAPH_ALONE, limit: 1 });
    expect(clients.requests.edges).toMatchObject([{ ids: [id(50)], limit_per_node: 20, between: [] }]);
    expect(data.items[0]).toMatchObject({
      id: id(50),
      metadata: { graph_context: { relationship_count: 1 } },
    });
  });

  test('loads an item that becomes a result because the filter rejects an item that the graph reached', async () => {
    // Without the rejected item, the score of the second candidate reaches the minimum.
    clients.candidates = [candidate(1), candidate(2)];
    clients.reached = [{ id: id(9), score: 5, depth: 1 }];
    clients.rejected.add(id(9));
    const rankOf = async (minScore: number) =>
      idsOf(await find({ ...GRAPH_ALONE, min_score_threshold: minScore }));
    expect(await rankOf(61 / 62 - 1e-6)).toEqual([id(1), id(2)]);
    expect(clients.requests.items.map(({ ids }) => ids)).toEqual([[id(9), id(1)], [id(2)]]);
  });

  test('omits an item that was deleted after it was found', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    clients.search.items = () => Promise.resolve({ items: [], cloud_items: [], reached: [] });
    expect((await find()).items).toEqual([]);
  });
});

describe('POST /api/v2/search/hybrid: parameters', () => {
  test('uses the documented defaults', async () => {
    clients.candidates = Array.from({ length: 30 }, (_, i) => candidate(i + 1));
    const data = await find();
    expect(data.items).toHaveLength(20);
    expect(clients.requests.candidates).toEqual([
      {
        tenant_id: caller.tenantId,
        query: 'tea',
        filter: {},
        window: 200,
        keyword: true,
        vector: true,
        conversation_neighbors: true,
        shared_terms: true,
        second_hop: true,
      },
    ]);
    expect(clients.requests.expand).toMatchObject([{ max_depth: 2 }]);
    expect(clients.requests.expand[0]!.scores).toHaveLength(10);
    expect(clients.requests.items).toMatchObject([{ query: 'tea', include_neighbors: 0 }]);
  });

  test('returns at most `limit` items from a window of five times as many candidates', async () => {
    clients.candidates = Array.from({ length: 30 }, (_, i) => candidate(i + 1));
    expect((await find({ limit: 3 })).items).toHaveLength(3);
    await find({ limit: 100 });
    expect(clients.requests.candidates.map(({ window }) => window)).toEqual([200, 500]);
  });

  test('passes graph_max_depth, graph_seed_limit and include_neighbors to the services', async () => {
    clients.candidates = Array.from({ length: 60 }, (_, i) => candidate(i + 1));
    await find({ graph_max_depth: 5, graph_seed_limit: 50, include_neighbors: 20 });
    expect(clients.requests.expand[0]).toMatchObject({ max_depth: 5 });
    expect(clients.requests.expand[0]!.scores).toHaveLength(50);
    expect(clients.requests.items[0]).toMatchObject({ include_neighbors: 20 });
  });

  test('applies every filter to candidates and to items that graph expansion reaches', async () => {
    clients.candidates = [candidate(1)];
    clients.reached = [{ id: id(9), score: 0.1, depth: 1 }];
    await find({
      memory_types: ['fact', 'insight'],
      source_types: ['conversation'],
      importance_threshold: 0.3,
      user_id: id(7),
      tags: 'Green Tea, ,X,Ünïcode',
      start_date: '2026-01-02',
      end_date: '2026-01-03',
    });
    const filter = {
      memory_types: ['fact', 'insight'],
      source_types: ['conversation'],
      min_importance: 0.3,
      user_id: id(7),
      tags: ['green-tea', 'unicode', 'x'],
      occurred_from: Date.parse('2026-01-02T00:00:00.000Z'),
      occurred_to: Date.parse('2026-01-03T23:59:59.999Z'),
    };
    expect(clients.requests.candidates[0]!.filter).toEqual(filter);
    expect(clients.requests.items[0]).toMatchObject({ reached_ids: [id(9)], filter });
  });

  test.each([
    { min_importance: 0.3 },
    { importance_threshold: 0.3 },
    { min_importance: 0.3, importance_threshold: 0.3 },
    { min_importance: null, importance_threshold: 0.3 },
  ])('filters by the importance of %j', async (body) => {
    await find(body);
    expect(clients.requests.candidates[0]!.filter).toEqual({ min_importance: 0.3 });
  });

  test('interprets a date-time without a time zone as UTC', async () => {
    await find({ start_date: '2026-01-02T10:00:00', end_date: '2026-01-02T12:00:00+02:00' });
    expect(clients.requests.candidates[0]!.filter).toEqual({
      occurred_from: Date.parse('2026-01-02T10:00:00Z'),
      occurred_to: Date.parse('2026-01-02T10:00:00Z'),
    });
  });

  test('ignores null and empty filters, but not tags that are empty only after normalization', async () => {
    await find({
      memory_types: [],
      source_types: null,
      tags: '',
      start_date: null,
      importance_threshold: null,
    });
    await find({ tags: '!!!' });
    expect(clients.requests.candidates.map(({ filter }) => filter)).toEqual([{}, { tags: [] }]);
  });

  test('computes the score from rrf_k, the weights and the ranks', async () => {
    clients.candidates = [
      candidate(1, { keyword_rank_score: 2, vector_rank_score: 1 }),
      candidate(2, { keyword_rank_score: 1, vector_rank_score: 2 }),
    ];
    const data = await find({ bm25_weight: 0.7, vector_weight: 0.3, graph_weight: 0, rrf_k: 5 });
    const best = 1 / 6;
    expect(data.items.map((item) => item.score)).toEqual([
      expect.closeTo((0.7 / 6 + 0.3 / 7) / best, 9),
      expect.closeTo((0.7 / 7 + 0.3 / 6) / best, 9),
    ]);
    expect(data.items[1]!.score_breakdown).toMatchObject({ rank_bm25: 2, rank_vector: 1, graph_score: null });
  });

  test('keeps results whose final_score is at least min_score_threshold', async () => {
    clients.candidates = Array.from({ length: 10 }, (_, i) => candidate(i + 1));
    const all = await find();
    const threshold = all.items[4]!.score;
    const data = await find({ min_score_threshold: threshold });
    expect(idsOf(data)).toEqual(idsOf(all).slice(0, 5));
    expect(data.search_metadata.results_count).toBe(5);
    expect((await find({ min_score_threshold: 1.1 })).items).toEqual([]);
    expect((await find({ min_score_threshold: -1 })).items).toHaveLength(10);
  });
});

describe('POST /api/v2/search/hybrid: dates in the query', () => {
  const QUERY = { query: 'What did Ada buy yesterday?', reference_time: '2026-03-10T03:00:00Z' };
  beforeEach(() => {
    clients.candidates = [
      candidate(1, { created_at_ms: Date.UTC(2026, 0, 1) }),
      candidate(2, { created_at_ms: Date.UTC(2026, 2, 9, 12) }),
      candidate(3, { created_at_ms: null }),
    ];
  });

  test('rank items of the period higher, and remove none', async () => {
    const data = await find({ ...QUERY, explain: true });
    expect(data.analyzed_query.dates).toEqual([
      { text: 'yesterday', from: '2026-03-09T00:00:00.000Z', to: '2026-03-10T00:00:00.000Z', event: null },
    ]);
    expect(idsOf(data)).toEqual([id(2), id(3), id(1)]);
    const factors = data.items.map((item) => item.explanation!.fusion.date_factor);
    expect(factors.slice(0, 2)).toEqual([1, 1]);
    expect(factors[2]).toBeCloseTo(0.8, 2);
    const { fused_score: fused, final_score: final } = data.items[2]!.explanation!.fusion;
    expect(final).toBeCloseTo(fused * factors[2]!, 11);
  });

  test('are relative to the reference time in the time zone', async () => {
    const { analyzed_query } = await find({ ...QUERY, time_zone: 'America/New_York' });
    expect(analyzed_query.dates).toEqual([
      { text: 'yesterday', from: '2026-03-08T05:00:00.000Z', to: '2026-03-09T04:00:00.000Z', event: null },
    ]);
  });

  test('have no effect with a date_weight of 0', async () => {
    const data = await find({ ...QUERY, date_weight: 0, explain: true });
    expect(data.analyzed_query.dates).toEqual([]);
    expect(idsOf(data)).toEqual([id(1), id(2), id(3)]);
    expect(data.items[0]!.explanation!.fusion.date_factor).toBe(1);
  });

  test.each([
    { time_zone: 'Mars/Olympus' },
    { time_zone: '' },
    { reference_time: 'yesterday' },
    { reference_time: '2026-02-30' },
    { date_weight: 1.1 },
  ])('are rejected with 422 for %j', async (field) => {
    const { httpStatus, error } = await post({ query: 'tea', ...field });
    expect([httpStatus, error!.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(Object.keys(error!.field_errors ?? {})).toEqual(Object.keys(field));
  });
});

describe('POST /api/v2/search/hybrid: diversity', () => {
  beforeEach(() => {
    clients.candidates = [1, 2, 3, 4].map((n) => candidate(n));
    for (const [n, content] of ['Ada likes tea.', 'Ada likes tea!', 'Bob likes milk.'].entries())
      clients.contents.set(id(n + 1), content);
  });

  test('of 0, the default, keeps the order of the scores, and compares no further items', async () => {
    expect(idsOf(await find({ limit: 2 }))).toEqual([id(1), id(2)]);
    expect(clients.requests.items.map((items) => items.ids)).toEqual([[id(1), id(2)]]);
  });

  test('replaces a result that repeats a better one by the next item, which a second request loads', async () => {
    const data = await find({ limit: 2, diversity: 0.5, explain: true });
    expect(idsOf(data)).toEqual([id(1), id(3)]);
    expect(clients.requests.items.map((items) => items.ids)).toEqual([[id(1), id(2)], [id(3)]]);
    expect(data.items[1]!.explanation!.diversity).toEqual({
      rank_by_score: 3,
      similar_to: null,
      similarity: 0,
    });
    const all = await find({ limit: 4, diversity: 0.5, explain: true });
    expect(idsOf(all)).toEqual([id(1), id(3), id(4), id(2)]);
    expect(all.items[3]!.explanation!.diversity).toEqual({
      rank_by_score: 2,
      similar_to: id(1),
      similarity: 1,
    });
    expect((await find({ explain: true })).items[0]!.explanation!.diversity).toBeNull();
  });

  test('needs one request for the items if the results do not change', async () => {
    clients.contents.set(id(2), 'Eve likes coffee.');
    expect(idsOf(await find({ limit: 2, diversity: 0.5 }))).toEqual([id(1), id(2)]);
    expect(clients.requests.items).toHaveLength(1);
    expect(clients.requests.items[0]!.cloud_ids).toEqual([id(3), id(4)]);
  });

  test('is rejected outside 0 to 1', async () => {
    for (const diversity of [-0.1, 1.1]) {
      const { httpStatus, error } = await post({ query: 'tea', diversity });
      expect([httpStatus, error!.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    }
  });
});

describe('POST /api/v2/search/hybrid: default weights', () => {
  const weightsOf = async (body: Record<string, unknown> = {}) =>
    (await find(body)).analyzed_query.weights as Record<string, number>;
  beforeEach(() => {
    clients.candidates = [
      candidate(1, { keyword_score: 9, vector_score: 0.1 }),
      candidate(2, { keyword_score: 1, vector_score: 0.9, blended: 1 }),
    ];
  });

  test('prefer keyword search if the embedding model knows less than half of the query', async () => {
    clients.knownShare = 0.49;
    expect(await weightsOf()).toEqual({ bm25: 0.7, vector: 0.1, graph: 0.2 });
    const data = await find({ explain: true });
    expect(idsOf(data)).toEqual([id(1), id(2)]);
    expect(data.items[0]!.explanation!.retrievers.bm25!.weight).toBe(0.7);
  });

  test('are equal if the model knows half of the query, or the share is unknown', async () => {
    for (const share of [0.5, undefined]) {
      clients.knownShare = share;
      expect(await weightsOf()).toEqual({ bm25: 0.4, vector: 0.4, graph: 0.2 });
      expect(idsOf(await find())).toEqual([id(2), id(1)]);
    }
  });

  test('do not replace weights of the caller', async () => {
    clients.knownShare = 0;
    const weights = { bm25_weight: 0.4, vector_weight: 0.4 };
    for (const body of [weights, { ...weights, graph_weight: 0.2 }, { graph_weight: 0.2 }])
      expect(await weightsOf(body)).toEqual({ bm25: 0.4, vector: 0.4, graph: 0.2 });
  });
});

describe('POST /api/v2/search/hybrid: weights of 0', () => {
  beforeEach(() => {
    clients.candidates = [
      candidate(1, { keyword_score: 5, vector_score: null }),
      candidate(2, { keyword_score: null, vector_score: 0.9 }),
    ];
  });

  test('runs only the keyword retriever if the other weights are 0', async () => {
    const data = await find(KEYWORD_ALONE);
    expect(clients.requests.candidates[0]).toMatchObject({ keyword: true, vector: false });
    expect(idsOf(data)).toEqual([id(1)]);
    expect(data.items[0]!.score_breakdown).toMatchObject({
      rank_bm25: 1,
      rank_vector: null,
      graph_score: null,
    });
    expect(data.search_metadata.stats).toMatchObject({ bm25_count: 1, vector_count: 0, graph_count: 0 });
    expect(clients.requests.expand).toEqual([]);
  });

  test('runs only the vector retriever if the other weights are 0', async () => {
    const data = await find(VECTOR_ALONE);
    expect(clients.requests.candidates[0]).toMatchObject({ keyword: false, vector: true });
    expect(idsOf(data)).toEqual([id(2)]);
    expect(data.search_metadata.stats).toMatchObject({ bm25_count: 0, vector_count: 1, graph_count: 0 });
  });

  test('uses keyword and vector results only as seeds if only graph_weight is positive', async () => {
    clients.reached = [{ id: id(9), score: 2, depth: 1 }];
    const data = await find(GRAPH_ALONE);
    expect(clients.requests.candidates[0]).toMatchObject({ keyword: true, vector: true });
    expect(idsOf(data)).toEqual([id(9), id(1), id(2)]);
    expect(data.items[0]!.score).toBe(1);
    expect(data.items[1]!.score_breakdown).toMatchObject({ rank_bm25: null, rank_vector: null });
    expect(data.search_metadata.stats).toMatchObject({ bm25_count: 0, vector_count: 0, graph_count: 3 });
  });

  test('returns the seeds as knowledge_cloud, without graph expansion, if graph_weight is 0', async () => {
    clients.edges = [edge(1, 2)];
    const data = await find({ bm25_weight: 0.5, vector_weight: 0.5, graph_weight: 0 });
    expect(clients.requests.expand).toEqual([]);
    expect(data.search_metadata.knowledge_cloud).toMatchObject({
      nodes: [{ is_seed: true }, { is_seed: true }],
      edges: [{ from_id: id(1), to_id: id(2) }],
    });
  });

  test('omits knowledge_cloud if enable_graph_expansion is false', async () => {
    clients.edges = [edge(1, 2)];
    const data = await find({ enable_graph_expansion: false });
    expect(clients.requests.expand).toEqual([]);
    expect(data.search_metadata).not.toHaveProperty('knowledge_cloud');
    expect(data.analyzed_query.graph_expansion_enabled).toBe(false);
    expect(data.search_metadata.stats.graph_count).toBe(0);
    expect(data.items[0]!.metadata.graph_context?.relationship_count).toBe(1);
    expect(data.items[0]!.score).toBeGreaterThan(0.4);
  });

  test('rejects a search without any enabled retriever with 422 VAL_VALIDATION_FAILED', async () => {
    const { httpStatus, error } = await post({ query: 'x', ...GRAPH_ALONE, enable_graph_expansion: false });
    expect([httpStatus, error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(Object.keys(error.field_errors!)).toEqual(['enable_graph_expansion']);
  });
});

describe('POST /api/v2/search/hybrid: ties', () => {
  /** Two items that swap ranks between two equally weighted retrievers, so their scores are equal. */
  const itemsWithEqualScores = (first: object, second: object) => [
    candidate(1, { keyword_rank_score: 2, vector_rank_score: 1, blended: 0.5, ...first }),
    candidate(2, { keyword_rank_score: 1, vector_rank_score: 2, blended: 0.5, ...second }),
  ];
  const EVEN = { bm25_weight: 0.5, vector_weight: 0.5, graph_weight: 0 };

  test.each([
    ['blended score', { blended: 0.4 }, { blended: 0.6 }],
    ['importance', { importance: 0.1 }, { importance: 0.2 }],
    ['importance, where one item has none', { importance: null }, { importance: 0.2 }],
    ['creation time, newest first', { created_at_ms: 1 }, { created_at_ms: 2 }],
  ])('orders equal scores by %s', async (_, first, second) => {
    clients.candidates = itemsWithEqualScores(first, second);
    const data = await find(EVEN);
    expect(data.items[0]!.score).toBe(data.items[1]!.score);
    expect(idsOf(data)).toEqual([id(2), id(1)]);
  });

  test('orders otherwise equal results by id', async () => {
    clients.candidates = itemsWithEqualScores({}, {}).toReversed();
    expect(idsOf(await find(EVEN))).toEqual([id(1), id(2)]);
  });

  test('orders equal scores within one retriever by id', async () => {
    clients.candidates = [3, 1, 2].map((n) => candidate(n, { keyword_score: 7, blended: 0.5 }));
    expect(idsOf(await find(KEYWORD_ALONE))).toEqual([id(1), id(2), id(3)]);
  });
});

const toCloudEdge = ({ direction_type: _, ...rest }: ReturnType<typeof edge>) => rest;

describe('POST /api/v2/search/hybrid: the graph', () => {
  test('ranks by blended score in a graph-only search without relationships', async () => {
    clients.candidates = [candidate(2), candidate(1), candidate(3)];
    const data = await find(GRAPH_ALONE);
    expect(idsOf(data)).toEqual([id(1), id(2), id(3)]);
  });

  test('adds the expansion score to the graph score of a candidate, but not of a seed', async () => {
    clients.candidates = [candidate(1), candidate(2, { blended: 0.1 })];
    clients.reached = [
      { id: id(2), score: 0.3, depth: 1 },
      { id: id(9), score: 0.25, depth: 2 },
    ];
    const data = await find({ graph_seed_limit: 1 });
    const scoreOf = (n: number) => data.items.find((item) => item.id === id(n))!.score_breakdown.graph_score;
    expect([scoreOf(1), scoreOf(2), scoreOf(9)]).toEqual([0.99, expect.closeTo(0.4, 9), 0.25]);
    expect(data.search_metadata.stats.graph_count).toBe(3);
  });

  test('requests only relationships of results, at most 20 per result', async () => {
    clients.candidates = [candidate(1)];
    await find();
    expect(clients.requests.expand).toMatchObject([{ edges_of: id(1), limit_per_node: 20 }]);
  });

  test('omits items that graph expansion reaches but the filter rejects', async () => {
    clients.candidates = [candidate(1)];
    clients.reached = [
      { id: id(8), score: 0.5, depth: 1 },
      { id: id(9), score: 0.4, depth: 1 },
    ];
    clients.rejected.add(id(8));
    const data = await find();
    expect(idsOf(data).sort()).toEqual([id(1), id(9)]);
    expect(data.search_metadata.knowledge_cloud!.nodes.map((node) => node.id)).toEqual([id(1), id(9)]);
  });

  test('returns each of at most 60 relationships between results once in knowledge_cloud', async () => {
    clients.candidates = Array.from({ length: 30 }, (_, n) => candidate(n + 1));
    clients.edges = Array.from({ length: 29 }, (_, n) => edge(n + 1, n + 2));
    const { knowledge_cloud: chain } = (await find({ graph_seed_limit: 30, limit: 30 })).search_metadata;
    expect(chain!.edges).toEqual(clients.edges.map(toCloudEdge));
    clients.edges = Array.from({ length: 8 }, (_, a) =>
      Array.from({ length: 9 }, (_, b) => edge(a + 1, b + 11)),
    ).flat();
    const { knowledge_cloud: dense } = (await find({ graph_seed_limit: 30, limit: 30 })).search_metadata;
    expect(new Set(dense!.edges.map((each) => each.id)).size).toBe(60);
    expect(dense!.edges).toHaveLength(60);
  });

  test('returns only the results and their related items as knowledge_cloud, with labels of at most 80 characters', async () => {
    clients.candidates = [candidate(1), candidate(2), candidate(3)];
    clients.reached = [{ id: id(9), score: 0.2, depth: 1 }];
    clients.edges = [edge(1, 9), edge(1, 77), edge(2, 9)];
    const { knowledge_cloud: cloud } = (await find({ graph_seed_limit: 2, limit: 1 })).search_metadata;
    expect(cloud).toEqual({
      nodes: [
        {
          id: id(1),
          label: `Item ${id(1)}`,
          memory_type: 'fact',
          importance: 0.5,
          score: 0.99,
          depth: 0,
          version: 2,
          is_active: true,
          is_seed: true,
        },
        expect.objectContaining({ id: id(9), score: 0.2, depth: 1, version: 1, is_seed: false }),
      ],
      edges: [toCloudEdge(edge(1, 9))],
      stats: { seed_count: 1, cloud_count: 2, edge_count: 1 },
    });
    for (const node of cloud!.nodes) expect(node.label.length).toBeLessThanOrEqual(80);
  });

  test('passes links between conversation neighbors to graph expansion', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    clients.conversationLinks = [[id(1), id(2)]];
    await find();
    expect(clients.requests.expand).toMatchObject([
      { ids: id(1) + id(2), scores: [0.99, 0.98], links: [0, 1], link_weight: 0.2 },
    ]);
  });
});

describe('POST /api/v2/search/hybrid: outages', () => {
  beforeEach(() => {
    clients.candidates = [candidate(1), candidate(2)];
  });

  test.each([
    ['keyword', 'bm25'],
    ['vector', 'vector'],
  ] as const)(
    'returns results without the %s retriever, with %s reported as degraded',
    async (retriever, method) => {
      clients.failed = [retriever];
      const data = await find();
      expect(data.search_metadata.degraded).toEqual([method]);
      expect(data.items[0]!.score).toBe(1);
      expect(data.search_metadata.stats[`${method}_count`]).toBe(0);
      expect(data.items[0]!.score_breakdown[`rank_${method}`]).toBeNull();
    },
  );

  test.each([
    ['expand', {}],
    ['edges', { bm25_weight: 0.5, vector_weight: 0.5, graph_weight: 0 }],
  ])(
    'returns keyword and vector results, with graph reported as degraded, if the graph call %s fails',
    async (call, body) => {
      clients.reached = [{ id: id(9), score: 0.5, depth: 1 }];
      clients.broken.set(call, down);
      const data = await find(body);
      expect(data.search_metadata.degraded).toEqual(['graph']);
      expect(idsOf(data).slice(0, 2)).toEqual([id(1), id(2)]);
      expect(data.search_metadata).toHaveProperty('knowledge_cloud');
    },
  );

  test('responds with 503 if the search service cannot load the results', async () => {
    clients.broken.set('items', down);
    const { httpStatus, error } = await post({ query: 'tea', limit: 1 });
    expect([httpStatus, error.code]).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
  });

  test('does not report a retriever with weight 0 as degraded', async () => {
    clients.failed = ['vector'];
    expect((await find(KEYWORD_ALONE)).search_metadata.degraded).toEqual([]);
  });

  test('reports the keyword and the graph retriever as degraded if both fail', async () => {
    clients.failed = ['keyword'];
    clients.broken.set('expand', down);
    expect((await find()).search_metadata.degraded).toEqual(['bm25', 'graph']);
  });

  test.each([
    ['the keyword and the vector retriever fail', {}, () => (clients.failed = ['keyword', 'vector'])],
    ['the only retriever with a weight fails', VECTOR_ALONE, () => (clients.failed = ['vector'])],
    [
      'the graph is unavailable and the only retriever with a weight',
      GRAPH_ALONE,
      () => clients.broken.set('expand', down),
    ],
    ['the search service is unavailable', {}, () => clients.broken.set('candidates', down)],
    ['the items cannot be read', {}, () => clients.broken.set('items', down)],
  ])('responds with 503 SYS_SERVICE_UNAVAILABLE if %s', async (_, body, breakService) => {
    breakService();
    const { httpStatus, error } = await post({ query: 'tea', ...body });
    expect([httpStatus, error.code]).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
  });

  test('sends no further requests after the caller has disconnected', async () => {
    const disconnect = new AbortController();
    clients.broken.set('expand', () => {
      disconnect.abort(new Error('gone'));
      return down();
    });
    const search = hybridSearch(
      clients,
      caller,
      toHybridSearch(hybridSearchBody.parse({ query: 'tea' })),
      disconnect.signal,
    );
    await expect(search).rejects.toThrow('gone');
    expect(clients.requests.items).toEqual([]);
  });

  test('passes an abort signal to every call, with a shorter timeout for the graph', async () => {
    const options: { signal?: AbortSignal; timeoutMs?: number }[] = [];
    const { candidates } = clients.search;
    clients.search.candidates = (body, given) => {
      options.push(given!);
      return candidates(body, given);
    };
    const { expand } = clients.graph;
    clients.graph.expand = (body, given) => {
      options.push(given!);
      return expand(body, given);
    };
    await find();
    for (const { signal } of options) expect(signal).toBeInstanceOf(AbortSignal);
    expect(options[1]!.timeoutMs).toBeLessThan(options[0]!.timeoutMs!);
  });
});

describe('POST /api/v2/search/hybrid: validation', () => {
  const query = 'x';
  test.each([
    ['VAL_FIELD_REQUIRED', 'query', {}],
    ['VAL_FIELD_INVALID', 'query', { query: '' }],
    ['VAL_FIELD_TOO_LONG', 'query', { query: 'x'.repeat(4_001) }],
    ['VAL_FIELD_INVALID', 'query', { query: null }],
    ['VAL_FIELD_INVALID', 'query', { query: 'a\u0000b' }],
    ['VAL_FIELD_INVALID', 'limit', { query, limit: 0 }],
    ['VAL_FIELD_INVALID', 'limit', { query, limit: 101 }],
    ['VAL_FIELD_INVALID', 'limit', { query, limit: '20' }],
    ['VAL_FIELD_INVALID', 'bm25_weight', { query, bm25_weight: -0.1, vector_weight: 0.9 }],
    ['VAL_FIELD_INVALID', 'graph_weight', { query, bm25_weight: 1, vector_weight: 0.1, graph_weight: -0.1 }],
    ['VAL_FIELD_INVALID', 'graph_weight', { query, graph_weight: 'all' }],
    ['VAL_VALIDATION_FAILED', 'bm25_weight', { query, bm25_weight: 0.5 }],
    ['VAL_VALIDATION_FAILED', 'bm25_weight', { query, bm25_weight: 0, vector_weight: 0, graph_weight: 0 }],
    ['VAL_VALIDATION_FAILED', 'bm25_weight', { query, bm25_weight: 0.4011 }],
    ['VAL_VALIDATION_FAILED', 'bm25_weight', { query, bm25_weight: 0.3989 }],
    ['VAL_VALIDATION_FAILED', 'bm25_weight', { query, bm25_weight: 1, vector_weight: 1, graph_weight: 1 }],
    ['VAL_ENUM_INVALID', 'memory_types.1', { query, memory_types: ['fact', 'dream'] }],
    ['VAL_ENUM_INVALID', 'source_types.0', { query, source_types: ['hearsay'] }],
    ['VAL_FIELD_INVALID', 'memory_types', { query, memory_types: 'fact' }],
    ['VAL_FIELD_INVALID', 'importance_threshold', { query, importance_threshold: 2 }],
    ['VAL_FIELD_INVALID', 'min_importance', { query, min_importance: 2 }],
    [
      'VAL_VALIDATION_FAILED',
      'importance_threshold',
      { query, min_importance: 0.1, importance_threshold: 0.2 },
    ],
    ['VAL_FIELD_INVALID', 'enable_graph_expansion', { query, enable_graph_expansion: 'yes' }],
    ['VAL_FIELD_INVALID', 'graph_max_depth', { query, graph_max_depth: 0 }],
    ['VAL_FIELD_INVALID', 'graph_max_depth', { query, graph_max_depth: 6 }],
    ['VAL_FIELD_INVALID', 'graph_seed_limit', { query, graph_seed_limit: 0 }],
    ['VAL_FIELD_INVALID', 'graph_seed_limit', { query, graph_seed_limit: 51 }],
    ['VAL_FIELD_INVALID', 'rrf_k', { query, rrf_k: 0 }],
    ['VAL_FIELD_INVALID', 'rrf_k', { query, rrf_k: 101 }],
    ['VAL_FIELD_INVALID', 'min_score_threshold', { query, min_score_threshold: 'low' }],
    ['VAL_FIELD_INVALID', 'include_neighbors', { query, include_neighbors: -1 }],
    ['VAL_FIELD_INVALID', 'include_neighbors', { query, include_neighbors: 21 }],
    ['VAL_FIELD_INVALID', 'tags', { query, tags: ['a'] }],
    ['VAL_FIELD_INVALID', 'start_date', { query, start_date: 'yesterday' }],
    ['VAL_FIELD_INVALID', 'start_date', { query, start_date: '2026-02-30' }],
    ['VAL_FIELD_INVALID', 'end_date', { query, end_date: '2026-13-01' }],
    ['VAL_FIELD_INVALID', 'end_date', { query, end_date: 20_260_101 }],
    ['VAL_VALIDATION_FAILED', 'start_date', { query, start_date: '2026-01-02', end_date: '2026-01-01' }],
  ])('responds with %s for an invalid %s: %j', async (code, field, body) => {
    const { httpStatus, error } = await post(body);
    expect([httpStatus, error.code]).toEqual([422, code]);
    expect(Object.keys(error.field_errors!)).toEqual([field]);
    expect(clients.requests.candidates).toEqual([]);
  });

  test('accepts weights whose sum differs from 1.0 by at most 0.001', async () => {
    await find({ bm25_weight: 0.333, vector_weight: 0.333, graph_weight: 0.333 });
    await find({ bm25_weight: 0.1, vector_weight: 0.2, graph_weight: 0.7 });
    // The floating-point sum is slightly above 1.001.
    await find({ bm25_weight: 0.334, vector_weight: 0.334, graph_weight: 0.333 });
  });

  test('accepts a query of 4,000 emoji, because the limit counts code points', async () => {
    await find({ query: '🍵'.repeat(4_000) });
  });

  test('ignores an unknown field', async () => {
    await find({ query: 'x', surprise: true });
  });
});

test('POST /api/v2/search/hybrid responds with 401 without an access token', async () => {
  expect((await post({ query: 'x' }, null)).httpStatus).toBe(401);
});

test('POST /api/v2/search/hybrid responds with 403 without the read scope', async () => {
  expect((await post({ query: 'x' }, testCaller({ scopes: ['write'] }))).httpStatus).toBe(403);
});

describe('POST /api/v2/search/hybrid: size limit', () => {
  test('the cursors of truncated responses return every result once, best first', async () => {
    clients.candidates = Array.from({ length: 100 }, (_, n) => candidate(n + 1));
    const large = clients.search.items;
    clients.search.items = async (body) => {
      const loaded = await large(body);
      const items = loaded.items.map((item) => ({ ...item, content: '\u0001'.repeat(10_000) }));
      return { ...loaded, items };
    };
    const found: string[] = [];
    const truncated: boolean[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const data = await find({ limit: 100, ...(cursor ? { cursor } : {}) });
      expect(Buffer.byteLength(JSON.stringify(data.items))).toBeLessThan(MAX_LIST_BYTES);
      expect(data.search_metadata.results_count).toBe(data.items.length);
      found.push(...idsOf(data));
      truncated.push(data.search_metadata.truncated);
      cursor = data.search_metadata.next_cursor;
    }
    expect(found).toEqual(Array.from({ length: 100 }, (_, n) => id(n + 1)));
    expect(truncated).toEqual([true, false]);
  });

  test.each(['x', encodeCursor({ list: 'vector', after: [], position: 1 })])(
    'rejects the invalid cursor %s with 422',
    async (cursor) => {
      const { httpStatus, error } = await post({ query: 'tea', cursor });
      expect([httpStatus, error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
      expect(Object.keys(error.field_errors!)).toEqual(['cursor']);
    },
  );
});
