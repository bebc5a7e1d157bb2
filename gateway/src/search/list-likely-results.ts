import { createFusedRanking, unexpandedGraph } from './fused-ranking.ts';
import type { FusedRanking } from './fused-ranking.ts';
import type { HybridSearch } from './hybrid-search.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import type { CandidateSet } from './retrieve-candidates.ts';

/** The items whose relationships are loaded together with the graph expansion. */
export interface LikelyResults {
  /** Candidates that are probably results. */
  ids: string[];
  /** True if items that only the graph finds can be results. */
  includesReached: boolean;
  /** Ranking of the candidates from which the results are predicted. Null if nothing was predicted. */
  ranking: FusedRanking | null;
}

/** Number of additional candidates. The graph expansion changes the ranks of some candidates. */
const MARGIN = 10;

/**
 * Predicts the results before the graph expansion. After a wrong prediction, another request loads the
 * missing relationships. The prediction does not change the results.
 */
export function listLikelyResults(
  request: HybridSearch,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
): LikelyResults {
  const { weights, skip, limit } = request;
  const { candidates } = candidateSet;
  const ranking = createFusedRanking(request, candidateSet, rankings, unexpandedGraph(candidateSet));
  const order = ranking.sort(ranking.scores);
  const totalWeight = (rankings.keyword ? weights.keyword : 0) + (rankings.vector ? weights.vector : 0);
  // Only the graph retriever ranks a reached item. The best possible rank is the first.
  const bestReachedScore = weights.graph / (totalWeight + weights.graph);
  return {
    ids: Array.from(order.subarray(skip, limit + MARGIN), (position) => candidates.id(position)),
    includesReached: order.length < limit || bestReachedScore >= ranking.scores[order[limit - 1]!]!,
    ranking,
  };
}
