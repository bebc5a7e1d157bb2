import { describe, expect, test } from '@jest/globals';
import type { Candidate, ExpandedNode } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { hybridSearch } from '../../src/search/hybrid-search.ts';
import type { HybridSearch } from '../../src/search/hybrid-search.ts';
import { candidate, fakeSearchClients, id } from './search-clients.fixture.ts';

/** A search with the items that the retrievers find. */
interface SearchCase {
  candidates: Candidate[];
  /** Nodes that graph expansion returns: candidates that are not seeds, and items that are not candidates. */
  reached: ExpandedNode[];
  /** Ids of reached items that the filter rejects. */
  rejected: string[];
  request: Pick<HybridSearch, 'weights' | 'expandGraph' | 'graphSeedLimit' | 'rrfK' | 'minScore' | 'limit'>;
}

/** Few different scores make ties common. */
const SCORE = fc.constantFrom(null, 0, 0.5, 1);
const CANDIDATES = fc.uniqueArray(fc.nat(19), { maxLength: 12 }).chain((numbers) =>
  fc.tuple(
    ...numbers.map((n) =>
      fc
        .record({
          keyword: SCORE,
          vector: SCORE,
          blended: fc.constantFrom(0, 0.25, 0.5),
          importance: fc.constantFrom(null, 0.2, 0.9),
          created_at_ms: fc.constantFrom(1, 2),
        })
        .map(({ keyword, vector, ...rest }) =>
          candidate(n, {
            keyword_score: keyword,
            keyword_rank_score: keyword,
            vector_score: vector,
            vector_rank_score: vector,
            ...rest,
          }),
        ),
    ),
  ),
);
const WEIGHTS = fc.constantFrom(
  { keyword: 0.4, vector: 0.4, graph: 0.2 },
  { keyword: 0.5, vector: 0.5, graph: 0 },
  { keyword: 0, vector: 0.5, graph: 0.5 },
  { keyword: 1, vector: 0, graph: 0 },
  { keyword: 0, vector: 1, graph: 0 },
  { keyword: 0, vector: 0, graph: 1 },
);

const SEARCH_CASE: fc.Arbitrary<SearchCase> = fc
  .record({
    candidates: CANDIDATES,
    found: fc.uniqueArray(
      fc.record({
        n: fc.nat(29),
        score: fc.constantFrom(0.125, 0.25, 0.75),
        depth: fc.integer({ min: 1, max: 2 }),
      }),
      { selector: ({ n }) => n, maxLength: 8 },
    ),
    rejected: fc.subarray([20, 21, 22, 23, 24]),
    request: fc.record({
      weights: WEIGHTS,
      expandGraph: fc.boolean(),
      graphSeedLimit: fc.integer({ min: 1, max: 6 }),
      rrfK: fc.constantFrom(1, 60, 100),
      minScore: fc.constantFrom(null, 0.3, 0.9),
      limit: fc.integer({ min: 1, max: 15 }),
    }),
  })
  .filter(({ request: { weights, expandGraph } }) => expandGraph || weights.graph < 1)
  .map(({ candidates, found, rejected, request }) => {
    const seeds = [...candidates].sort(byTies).slice(0, request.graphSeedLimit);
    return {
      candidates,
      // Graph expansion returns each node once. The fake adds the seeds.
      reached: found
        .map(({ n, score, depth }) => ({ id: id(n), score, depth }))
        .filter((node) => !seeds.some((seed) => seed.id === node.id)),
      rejected: rejected.map(id),
      request,
    };
  });

interface RankedItem {
  id: string;
  blended: number;
  importance: number | null;
  created_at_ms: number;
}

/** Sorts by higher blended score, then higher importance, then newer creation time, then smaller id. */
function byTies(a: RankedItem, b: RankedItem): number {
  if (a.blended !== b.blended) return b.blended - a.blended;
  if ((a.importance ?? 0) !== (b.importance ?? 0)) return (b.importance ?? 0) - (a.importance ?? 0);
  if (a.created_at_ms !== b.created_at_ms) return b.created_at_ms - a.created_at_ms;
  return a.id < b.id ? -1 : 1;
}

/**
 * Direct implementation of the documented ranking.
 *
 * @see docs/reference/search.md#reciprocal-rank-fusion
 * @see docs/reference/relationships.md#graph-expansion
 */
function referenceSearch({
  candidates,
  reached,
  rejected,
  request,
}: SearchCase): { id: string; score: number }[] {
  const { weights, rrfK, minScore, limit } = request;
  const admitted = reached.filter((node) => !rejected.includes(node.id));
  const newNodes = admitted.filter((node) => !candidates.some((item) => item.id === node.id));
  const known: RankedItem[] = [
    ...candidates,
    ...newNodes.map((node) => ({ id: node.id, blended: 0, importance: 0.5, created_at_ms: 1_000 })),
  ];
  const lists: { weight: number; ids: string[] }[] = [];
  for (const [weight, name] of [
    [weights.keyword, 'keyword_rank_score'],
    [weights.vector, 'vector_rank_score'],
  ] as const) {
    if (weight === 0) continue;
    const hits = candidates.filter((item) => item[name] !== null);
    lists.push({
      weight,
      ids: hits.sort((a, b) => b[name]! - a[name]! || byTies(a, b)).map((item) => item.id),
    });
  }
  if (weights.graph > 0 && request.expandGraph) {
    const gained = (item: RankedItem): number => admitted.find((node) => node.id === item.id)?.score ?? 0;
    const isNewNode = (item: RankedItem): boolean => newNodes.some((node) => node.id === item.id);
    // Each candidate starts with its blended score. For equal scores, candidates precede new nodes, which
    // keep the order of the expansion.
    const scores = known.map((item) => ({ item, score: item.blended + gained(item) }));
    scores.sort(
      (a, b) =>
        b.score - a.score ||
        Number(isNewNode(a.item)) - Number(isNewNode(b.item)) ||
        (isNewNode(a.item) ? known.indexOf(a.item) - known.indexOf(b.item) : byTies(a.item, b.item)),
    );
    lists.push({ weight: weights.graph, ids: scores.map(({ item }) => item.id) });
  }
  const best = lists.reduce((sum, { weight }) => sum + weight / (rrfK + 1), 0);
  return known
    .filter((item) => lists.some(({ ids }) => ids.includes(item.id)))
    .map((item) => {
      const score = lists.reduce((sum, { weight, ids }) => {
        const rank = ids.indexOf(item.id) + 1;
        return rank === 0 ? sum : sum + weight / (rrfK + rank);
      }, 0);
      return { item, score: Number((score / best).toFixed(12)) };
    })
    .filter(({ score }) => minScore === null || score >= minScore)
    .sort((a, b) => b.score - a.score || byTies(a.item, b.item))
    .slice(0, limit)
    .map(({ item, score }) => ({ id: item.id, score }));
}

describe('hybridSearch', () => {
  test('equals the reference implementation for any ties, weights, filters, minimum scores and limits', async () => {
    await assertProperty(
      fc.asyncProperty(SEARCH_CASE, async (searchCase) => {
        const clients = fakeSearchClients();
        clients.candidates = searchCase.candidates;
        clients.reached = searchCase.reached;
        for (const each of searchCase.rejected) clients.rejected.add(each);
        const { hits } = await hybridSearch(
          clients,
          testCaller(),
          { query: 'tea', filter: {}, graphMaxDepth: 2, includeNeighbors: 0, skip: 0, ...searchCase.request },
          new AbortController().signal,
        );
        const found = hits.map(({ fused }) => ({ id: fused.id, score: fused.score }));
        const expected = referenceSearch(searchCase);
        expect(found.map((hit) => hit.id)).toEqual(expected.map((hit) => hit.id));
        found.forEach(({ score }, place) => expect(score).toBeCloseTo(expected[place]!.score, 11));
      }),
      { runs: 2_000 },
    );
  });
});
