import type { Candidate } from '@loci/contracts';
import { unavailable } from '@loci/core';
import { compareTies } from './compare-ties.ts';
import type { TieBreakers } from './compare-ties.ts';
import type { GraphExpansion } from './expand-graph.ts';
import { fuseRankings } from './fuse-rankings.ts';
import type { FusedItem } from './fuse-rankings.ts';
import type { HybridSearch } from './hybrid-search.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { Ranking, Retriever } from './retriever.ts';

/** The requested part of the fused ranking. */
export interface RankedResults {
  /** Results, best first. */
  best: readonly FusedItem[];
  /** Fused rankings by retriever. */
  rankings: Partial<Record<Retriever, Ranking>>;
  /** Duration of the fusion in milliseconds. */
  timeMs: number;
}

/**
 * Fuses the rankings of the retrievers and returns the results of the requested page.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if no retriever that has a weight returned a ranking
 */
export function rankResults(
  request: HybridSearch,
  candidateSet: CandidateSet,
  expansion: GraphExpansion | null,
): RankedResults {
  const startedAt = performance.now();
  const rankings = rankingsOf(request, candidateSet, expansion);
  if (Object.keys(rankings).length === 0) throw unavailable('Search');
  const { minScore } = request;
  const tieBreakersOf = (id: string): TieBreakers | undefined =>
    candidateSet.byId.get(id) ?? expansion?.reached.get(id);
  const best = fuseRankings(rankings, request.weights, request.rrfK)
    .filter((item) => minScore === null || item.score >= minScore)
    .sort((a, b) => compareFused(a, b, tieBreakersOf))
    .slice(request.skip, request.limit);
  return { best, rankings, timeMs: performance.now() - startedAt };
}

function rankingsOf(
  { weights }: HybridSearch,
  { candidates, keyword, vector }: CandidateSet,
  expansion: GraphExpansion | null,
): Partial<Record<Retriever, Ranking>> {
  return {
    ...(weights.keyword > 0 && keyword ? { keyword: rankBy(candidates, 'keyword_rank_score') } : {}),
    ...(weights.vector > 0 && vector ? { vector: rankBy(candidates, 'vector_rank_score') } : {}),
    ...(expansion ? { graph: expansion.ranking } : {}),
  };
}

/** Returns the ids of items with the score, highest first. The sort is stable, so ties keep their order. */
function rankBy(items: readonly Candidate[], score: 'keyword_rank_score' | 'vector_rank_score'): Ranking {
  return items
    .filter((item) => item[score] !== null)
    .sort((a, b) => b[score]! - a[score]!)
    .map((item) => item.id);
}

function compareFused(
  a: FusedItem,
  b: FusedItem,
  tieBreakersOf: (id: string) => TieBreakers | undefined,
): number {
  if (a.score !== b.score) return b.score - a.score;
  const [first, second] = [tieBreakersOf(a.id), tieBreakersOf(b.id)];
  return first && second ? compareTies(first, second) : 0;
}
