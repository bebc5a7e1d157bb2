import type { Candidate, ExpandedNode } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import fc from 'fast-check';
import { hybridSearch } from '../../src/search/hybrid-search.ts';
import type { HybridResult, HybridSearch } from '../../src/search/hybrid-search.ts';
import { RANKING_MODEL } from '../../src/search/learned-ranking/ranking-model.ts';
import { candidate, fakeSearchClients, id } from './search-clients.fixture.ts';

/** A search with the items that the retrievers find. */
export interface SearchCase {
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
          words: fc.constantFrom(1, 5, 40),
          traits: fc.integer({ min: 0, max: 15 }),
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

export const SEARCH_CASE: fc.Arbitrary<SearchCase> = fc
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

export interface RankedItem {
  id: string;
  blended: number;
  importance: number | null;
  created_at_ms: number | null;
}

/** Sorts by higher blended score, then higher importance, then newer creation time, then smaller id. */
export function byTies(a: RankedItem, b: RankedItem): number {
  if (a.blended !== b.blended) return b.blended - a.blended;
  if ((a.importance ?? 0) !== (b.importance ?? 0)) return (b.importance ?? 0) - (a.importance ?? 0);
  if (a.created_at_ms !== b.created_at_ms) return (b.created_at_ms ?? 0) - (a.created_at_ms ?? 0);
  return a.id < b.id ? -1 : 1;
}

/**
 * Runs a search with fakes that return the items of the case.
 *
 * @param secondHop ids of the candidates that the second hop finds
 */
export function runSearchCase(
  searchCase: SearchCase,
  changes: Partial<HybridSearch> = {},
  secondHop: readonly string[] = [],
): Promise<HybridResult> {
  const clients = fakeSearchClients();
  clients.model = RANKING_MODEL.embeddingModel;
  clients.candidates = searchCase.candidates;
  clients.reached = searchCase.reached;
  clients.secondHop = [...secondHop];
  for (const each of searchCase.rejected) clients.rejected.add(each);
  return hybridSearch(
    clients,
    testCaller(),
    {
      query: 'tea',
      filter: {},
      include: [],
      past: null,
      graphMaxDepth: 2,
      includeNeighbors: 0,
      skip: 0,
      hasDefaultWeights: false,
      ranking: 'rrf',
      secondHop: true,
      minRelevance: null,
      recencyHalfLifeDays: null,
      dateWeight: 0,
      timeZone: 'UTC',
      referenceTime: null,
      diversity: 0,
      explain: false,
      withRelationships: true,
      ...searchCase.request,
      ...changes,
    },
    new AbortController().signal,
  );
}
