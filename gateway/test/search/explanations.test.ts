import { beforeEach, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import { serveRoutes, testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import request from 'supertest';
import type { z } from 'zod';
import type { hybridSearchResource } from '../../src/search/hybrid-search.resource.ts';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import { runSearchCase, SEARCH_CASE } from './search-case.fixture.ts';
import { candidate, edge, fakeSearchClients, id } from './search-clients.fixture.ts';

type Data = z.infer<typeof hybridSearchResource>;

const DAY_MS = 86_400_000;
const KEYWORD_ALONE = { bm25_weight: 1, vector_weight: 0, graph_weight: 0 };

const caller = testCaller();
let clients: ReturnType<typeof fakeSearchClients>;
beforeEach(() => {
  clients = fakeSearchClients();
});

const post = (body: Record<string, unknown>) =>
  request(serveRoutes(hybridSearchRoutes(clients), caller))
    .post('/api/v2/search/hybrid')
    .send({ query: 'tea', ...body });
const find = async (body: Record<string, unknown>): Promise<Data['items']> => {
  const response = await post(body);
  expect(response.status).toBe(200);
  return (response.body as { data: Data }).data.items;
};

describe('hybrid search with explain', () => {
  test('returns contributions that add up exactly to the final score, for any ranks, weights and half-lives', async () => {
    const halfLives = fc.constantFrom(null, 0.01, 30, 3650);
    const rankings = fc.constantFrom('rrf' as const, 'learned' as const);
    let explained = 0;
    let learned = 0;
    let raised = 0;
    const found = fc.shuffledSubarray(Array.from({ length: 20 }, (_, n) => id(n)));
    const cases = fc.tuple(SEARCH_CASE, found);
    await assertProperty(
      fc.asyncProperty(
        cases,
        halfLives,
        rankings,
        async ([searchCase, secondHop], recencyHalfLifeDays, ranking) => {
          const changes = { explain: true, recencyHalfLifeDays, ranking };
          const { hits } = await runSearchCase(searchCase, changes, secondHop);
          for (const { fused, explanation } of hits) {
            const { retrievers, fusion } = explanation!;
            const { weights, rrfK } = searchCase.request;
            let sum = 0;
            let bestPossible = 0;
            for (const [name, weight] of [
              ['bm25', weights.keyword],
              ['vector', weights.vector],
              ['graph', weights.graph],
            ] as const) {
              const retriever = retrievers[name];
              if (!retriever) continue;
              expect(retriever.weight).toBe(weight);
              if (weight > 0) bestPossible += weight / (rrfK + 1);
              if (retriever.rank === null) {
                expect(retriever.contribution).toBeNull();
                continue;
              }
              expect(retriever.contribution).toBe(weight / (rrfK + retriever.rank));
              sum += retriever.contribution!;
            }
            if (fusion.learned) {
              const { rank, weight, contribution } = fusion.learned;
              const { keyword, vector, graph } = weights;
              expect(weight).toBe(4 * (keyword + vector + (retrievers.graph ? graph : 0)));
              expect(contribution).toBe(weight / (rrfK + rank));
              sum += contribution;
              bestPossible += weight / (rrfK + 1);
              learned++;
            }
            if (fusion.second_hop) {
              expect(fusion.second_hop.contribution).toBeGreaterThanOrEqual(0);
              sum += fusion.second_hop.contribution;
              raised++;
            }
            const round = (score: number): number => Math.round(score * 1e12) / 1e12;
            expect(fusion.sum).toBe(sum);
            expect(fusion.best_possible).toBe(bestPossible);
            expect(fusion.fused_score).toBe(Math.min(1, round(sum / bestPossible)));
            expect(fusion.final_score).toBe(
              recencyHalfLifeDays === null
                ? fusion.fused_score
                : round(fusion.fused_score * fusion.recency_factor),
            );
            expect(fusion.final_score).toBe(fused.score);
            explained++;
          }
        },
      ),
      { runs: 1_000 },
    );
    expect(explained).toBeGreaterThan(1_000);
    expect(learned).toBeGreaterThan(100);
    expect(raised).toBeGreaterThan(10);
  });

  test('returns the rank, score, shares of neighbors and matched terms of each retriever', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    clients.terms = new Map([[id(1), [{ term: 'tea', idf: 2, frequency: 1, weight: 99 }]]]);
    clients.parts = {
      own_keyword: [0.75, 0.5],
      own_vector: [0.5, 0.25],
      pairs: [
        [0, 1],
        [1, 0],
      ],
      distances: [1, 1],
      neighbor_keyword: [0.25, 0.125],
      neighbor_vector: [0.0625, 0.5],
    };
    const [first, second] = await find({ explain: true, enable_graph_expansion: false });
    expect(first!.explanation).toEqual({
      retrievers: {
        bm25: {
          rank: 1,
          score: 99,
          rank_score: 99,
          own_share: 0.75,
          weight: 0.4,
          contribution: 0.4 / 61,
          terms: [{ term: 'tea', idf: 2, frequency: 1, weight: 99 }],
        },
        vector: {
          rank: 1,
          score: 0.99,
          rank_score: 0.99,
          own_share: 0.5,
          weight: 0.4,
          contribution: 0.4 / 61,
        },
        graph: null,
      },
      blended_score: 0.99,
      diversity: null,
      neighbors: [{ memory_id: id(2), distance: 1, bm25_share: 0.25, vector_share: 0.0625 }],
      fusion: {
        rrf_k: 60,
        learned: null,
        second_hop: null,
        sum: 0.8 / 61,
        best_possible: 0.8 / 61,
        fused_score: 1,
        recency_factor: 1,
        date_factor: 1,
        final_score: 1,
      },
    });
    expect(second!.explanation).toMatchObject({
      retrievers: { bm25: { rank: 2, terms: [] } },
      neighbors: [{ memory_id: id(1), bm25_share: 0.125 }],
    });
  });

  test('returns the path on which graph expansion reached an item, with its relationships', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    clients.conversationLinks = [[id(1), id(2)]];
    clients.edges = [edge(2, 3)];
    const path = { ids: [id(1), id(2), id(3)], transferred: 0.125 };
    clients.reached = [{ id: id(3), score: 0.2, depth: 2, path }];
    const items = await find({ explain: true });
    expect(items.find((item) => item.id === id(3))!.explanation!.retrievers).toMatchObject({
      bm25: { rank: null, score: null, contribution: null, terms: [] },
      vector: { rank: null },
      graph: {
        score: 0.2,
        received: 0.2,
        path: {
          transferred: 0.125,
          steps: [
            { from_id: id(1), to_id: id(2), relationship_id: null, type: 'conversation', strength: 0.2 },
            { from_id: id(2), to_id: id(3), relationship_id: id(1_023), type: 'supports', strength: 0.5 },
          ],
        },
      },
    });
    expect(items[0]!.explanation!.retrievers.graph!.path).toBeNull();
  });

  test('returns paths without relationships if they cannot be loaded', async () => {
    clients.reached = [{ id: id(3), score: 0.2, depth: 1, path: { ids: [id(1), id(3)], transferred: 0.2 } }];
    clients.candidates = [candidate(1)];
    clients.broken.set('edges', () => Promise.reject(unavailable('The graph')));
    const items = await find({ explain: true });
    expect(items[1]!.explanation!.retrievers.graph!.path!.steps).toEqual([
      { from_id: id(1), to_id: id(3), relationship_id: null, type: null, strength: null },
    ]);
  });

  test('sends the requests of a search without explain if explain is false', async () => {
    clients.candidates = [candidate(1), candidate(2)];
    clients.reached = [{ id: id(3), score: 0.2, depth: 1 }];
    await find({});
    const without = structuredClone(clients.requests);
    for (const requests of Object.values(clients.requests)) requests.length = 0;
    const items = await find({ explain: false });
    expect(clients.requests).toEqual(without);
    for (const requests of [without.candidates, without.expand, without.items])
      for (const sent of requests) expect(Object.keys(sent).join()).not.toContain('explain');
    expect(items.every((item) => !('explanation' in item))).toBe(true);
  });

  test('sends one additional request, and only if graph expansion reached a result', async () => {
    clients.candidates = [candidate(1)];
    await find({ explain: true });
    expect(clients.requests.edges).toEqual([]);
    clients.reached = [{ id: id(3), score: 0.2, depth: 1, path: { ids: [id(1), id(3)], transferred: 0.2 } }];
    await find({ explain: true });
    expect(clients.requests.edges).toMatchObject([{ ids: [], between: [id(1), id(3)] }]);
    expect([clients.requests.candidates.length, clients.requests.items.length]).toEqual([2, 2]);
  });

  test('rejects a limit above 50 with 422', async () => {
    const { status, body } = await post({ explain: true, limit: 51 });
    expect([status, (body as { error: object }).error]).toMatchObject([
      422,
      {
        code: 'VAL_FIELD_INVALID',
        field_errors: { limit: ['limit must be at most 50 if explain is true.'] },
      },
    ]);
    await find({ explain: true, limit: 50 });
    await find({ limit: 51 });
  });
});

describe('hybrid search with recency_half_life_days', () => {
  const aged = (n: number, days: number) => candidate(n, { created_at_ms: Date.now() - days * DAY_MS });

  test('multiplies the fused score by 0.5 plus half of the decay', async () => {
    clients.candidates = [aged(1, 30)];
    const [item] = await find({ ...KEYWORD_ALONE, recency_half_life_days: 30, explain: true });
    expect(item!.score).toBeCloseTo(0.75, 6);
    expect(item!.explanation!.fusion).toMatchObject({ fused_score: 1, final_score: item!.score });
    expect(item!.explanation!.fusion.recency_factor).toBeCloseTo(0.75, 6);
  });

  test('moves a newer item before an older item with a similar fused score', async () => {
    clients.candidates = [aged(1, 1_000), aged(2, 0)];
    expect((await find(KEYWORD_ALONE)).map((item) => item.id)).toEqual([id(1), id(2)]);
    const items = await find({ ...KEYWORD_ALONE, recency_half_life_days: 30 });
    expect(items.map((item) => item.id)).toEqual([id(2), id(1)]);
  });

  test('applies the factor before min_score_threshold', async () => {
    clients.candidates = [aged(1, 1_000)];
    expect(await find({ min_score_threshold: 0.6 })).toHaveLength(1);
    expect(await find({ min_score_threshold: 0.6, recency_half_life_days: 30 })).toHaveLength(0);
  });

  test('does not reduce the score of an item whose event time is in the future or unknown', async () => {
    clients.candidates = [aged(1, -1), candidate(2, { created_at_ms: null })];
    const items = await find({ recency_half_life_days: 1, explain: true });
    expect(items.map((item) => item.explanation!.fusion.recency_factor)).toEqual([1, 1]);
  });

  test('never removes or adds a result if the limit is not reached', async () => {
    const halfLives = fc.double({ min: 0.01, max: 3650, noNaN: true });
    await assertProperty(
      fc.asyncProperty(SEARCH_CASE, halfLives, async (searchCase, recencyHalfLifeDays) => {
        const all = { limit: 100, minScore: null };
        const idsOf = async (changes: object): Promise<string[]> =>
          (await runSearchCase(searchCase, { ...all, ...changes })).hits.map(({ fused }) => fused.id).sort();
        expect(await idsOf({ recencyHalfLifeDays })).toEqual(await idsOf({}));
      }),
      { runs: 500 },
    );
  });

  test.each([0, 0.009, 3651, -1, '30'])('rejects %j with 422', async (value) => {
    const { status, body } = await post({ recency_half_life_days: value });
    expect([status, (body as { error: { code: string } }).error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
