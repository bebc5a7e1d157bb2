import { beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_MIN_RELEVANCE, FULL_WEIGHT_KNOWN_SHARE } from '@loci/contracts';
import type { Candidate } from '@loci/contracts';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import { RELEVANCE_MODEL } from '../../src/search/relevance/relevance-model.ts';
import { candidate, fakeSearchClients, id } from './search-clients.fixture.ts';

let clients: ReturnType<typeof fakeSearchClients>;
beforeEach(() => {
  clients = fakeSearchClients();
  clients.model = RELEVANCE_MODEL.embeddingModel;
  clients.candidates = [
    candidate(1, { vector_score: 0.7 }),
    candidate(2, { vector_score: 0.5 }),
    candidate(3, { vector_score: 0.1 }),
  ];
  clients.coverage = new Map([
    [id(1), 1],
    [id(2), 0.5],
    [id(3), 0],
  ]);
});

interface Results {
  items: { id: string; relevance: number | null; score_breakdown: { query_coverage: number } }[];
  search_metadata: { knowledge_cloud?: { nodes: unknown[] } };
}

async function search(body: Record<string, unknown> = {}): Promise<Results> {
  const response = await request(serveRoutes(hybridSearchRoutes(clients), testCaller()))
    .post('/api/v2/search/hybrid')
    .send({ query: 'tea', ...body });
  expect(response.status).toBe(200);
  return (response.body as { data: Results }).data;
}
const relevances = ({ items }: Results) => items.map(({ relevance }) => relevance);

describe('relevance', () => {
  test('decreases with the coverage and the similarity of the results', async () => {
    const found = await search();
    const [first, second, third] = relevances(found) as number[];
    expect(first).toBeGreaterThan(0.3);
    expect(second).toBeLessThan(first!);
    expect(third).toBeLessThan(second!);
    expect(found.items.map((item) => item.score_breakdown.query_coverage)).toEqual([1, 0.5, 0]);
  });

  test('does not depend on the weights and the constant of the fusion', async () => {
    const weights = { bm25_weight: 0.1, vector_weight: 0.1, graph_weight: 0.8, rrf_k: 1 };
    expect(relevances(await search(weights))).toEqual(relevances(await search()));
  });

  test('is null if the vectors are from another embedding model, or vector search did not run', async () => {
    expect(relevances(await search({ bm25_weight: 1, vector_weight: 0, graph_weight: 0 }))).toEqual([
      null,
      null,
      null,
    ]);
    clients.model = 'other';
    expect(relevances(await search({ min_relevance: 1 }))).toEqual([null, null, null]);
  });

  test('of an item that only the graph found is that of the best result, in proportion to the graph scores', async () => {
    clients.reached = [{ id: id(9), score: 0.1, depth: 1 }];
    clients.coverage.set(id(9), 0);
    const { items } = await search();
    const reached = items.find((item) => item.id === id(9))!;
    const best = Math.max(...(relevances({ items, search_metadata: {} }) as number[]));
    expect(reached.relevance).toBeGreaterThan(0.01);
    expect(reached.relevance).toBeLessThan(best);
  });
});

describe('relevance for a query that the embedding model does not know', () => {
  const aboveMinimum = async (): Promise<string[]> =>
    (await search({ min_relevance: DEFAULT_MIN_RELEVANCE })).items.map((item) => item.id);
  const withKnownShare = async (share: number | undefined): Promise<(number | null)[]> => {
    clients.knownShare = share;
    return relevances(await search());
  };

  test('is below the default minimum if no result contains a term of the query', async () => {
    clients.coverage = new Map(clients.candidates.map((item) => [item.id, 0]));
    clients.knownShare = FULL_WEIGHT_KNOWN_SHARE;
    expect(await aboveMinimum()).toContain(id(1));
    for (const share of [0, FULL_WEIGHT_KNOWN_SHARE - 0.01]) {
      clients.knownShare = share;
      expect(await aboveMinimum()).toEqual([]);
    }
  });

  test('does not depend on the known share if a result contains a term of the query', async () => {
    const expected = await withKnownShare(1);
    expect(await withKnownShare(0)).toEqual(expected);
  });

  test('does not depend on the known share from the minimum on, or if the share is unknown', async () => {
    clients.coverage = new Map(clients.candidates.map((item) => [item.id, 0]));
    const expected = await withKnownShare(1);
    for (const share of [FULL_WEIGHT_KNOWN_SHARE, undefined])
      expect(await withKnownShare(share)).toEqual(expected);
  });
});

describe('min_relevance', () => {
  test('excludes results with a lower relevance from the results and the knowledge cloud', async () => {
    const all = await search();
    const [, second] = relevances(all) as number[];
    const found = await search({ min_relevance: second });
    expect(found.items.map((item) => item.id)).toEqual([id(1), id(2)]);
    expect(found.search_metadata.knowledge_cloud!.nodes.length).toBeLessThan(
      all.search_metadata.knowledge_cloud!.nodes.length,
    );
  });

  test('of 1 excludes all results with a known relevance', async () => {
    expect((await search({ min_relevance: 1 })).items).toEqual([]);
  });
});

describe('relevance of turns of conversations', () => {
  const turns = (count: number): Candidate[] =>
    Array.from({ length: count }, (_, i) => {
      const score = 0.6 - i / 1_000;
      return candidate(i + 1, {
        keyword_score: 5 * score,
        vector_score: score,
        keyword_rank_score: 2 * score,
        vector_rank_score: 2 * score,
        blended: score,
        words: (i * 7) % 50,
        traits: 0,
      });
    });
  const linkAll = (): [string, string][] =>
    clients.candidates.slice(1).map((item, i) => [clients.candidates[i]!.id, item.id]);
  const byId = ({ items }: Results) =>
    new Map(items.map((item) => [item.id, item.relevance] as const).sort(([a], [b]) => a.localeCompare(b)));

  beforeEach(() => {
    // More than the model scores.
    clients.candidates = turns(60);
    clients.coverage = new Map();
  });

  test('depends on the model of learned ranking, for the items that it scores', async () => {
    const others = byId(await search({ limit: 60 }));
    clients.conversationLinks = linkAll();
    const rated = byId(await search({ limit: 60 }));
    const changed = [...rated.keys()].filter((each) => rated.get(each) !== others.get(each));
    expect(changed.length).toBeGreaterThan(45);
    for (const n of [51, 55, 60]) expect(rated.get(id(n))).toBe(others.get(id(n)));
  });

  test('does not depend on the ranking, the weights and the constant of the fusion', async () => {
    clients.conversationLinks = linkAll();
    // In the order of the keyword retriever, other items than in that of the default weights are the first 50.
    clients.candidates = clients.candidates.map((item, i) => ({
      ...item,
      keyword_score: i + 1,
      keyword_rank_score: i + 1,
    }));
    const expected = byId(await search({ limit: 60 }));
    for (const parameters of [
      { ranking: 'rrf' },
      { ranking: 'learned' },
      { bm25_weight: 0.9, vector_weight: 0.05, graph_weight: 0.05, ranking: 'auto' },
      { bm25_weight: 0.05, vector_weight: 0.05, graph_weight: 0.9 },
      { rrf_k: 1, ranking: 'auto' },
    ])
      expect(byId(await search({ ...parameters, limit: 60 }))).toEqual(expected);
  });

  test('of items that are not turns does not depend on the model, even if it ranks them', async () => {
    const expected = byId(await search({ limit: 60, ranking: 'rrf' }));
    expect(byId(await search({ limit: 60, ranking: 'learned' }))).toEqual(expected);
  });
});
