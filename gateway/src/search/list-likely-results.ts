import { sortPositions } from '@loci/core';
import { fuseWithDefaults } from './fuse-rankings.ts';
import type { HybridSearch } from './hybrid-search.ts';
import { rankByModel } from './learned-ranking/learned-ranking.ts';
import { scoreByModel } from './learned-ranking/score-by-model.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import type { CandidateSet } from './retrieve-candidates.ts';

/** The items whose relationships are loaded together with the graph expansion. */
export interface LikelyResults {
  /** Candidates that are probably results. */
  ids: string[];
  /** True if items that only the graph finds can be results. */
  includesReached: boolean;
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
  const { weights, ranking, skip, limit } = request;
  const { candidates } = candidateSet;
  const positions = Uint32Array.from(candidates.data.blended, (_, position) => position);
  // Without relationships, the graph ranking is the order of the candidates.
  const { fused, byDefault } = fuseWithDefaults(
    { ...rankings, graph: positions },
    request,
    candidates.length,
  );
  const sort = (by: Float64Array): Uint32Array => sortPositions(positions.slice(), by);
  const { blended } = candidates.data;
  const scored =
    ranking === 'rrf'
      ? null
      : scoreByModel(candidateSet, rankings, blended, byDefault.scores, ranking === 'auto', sort);
  const learned = scored && rankByModel(request, true, scored, fused, sort);
  const scores = learned?.scores ?? fused.scores;
  const order = sort(scores);
  const totalWeight = (rankings.keyword ? weights.keyword : 0) + (rankings.vector ? weights.vector : 0);
  // Only the graph retriever ranks a reached item. The best possible rank is the first.
  const bestReachedScore = weights.graph / (totalWeight + weights.graph);
  return {
    ids: Array.from(order.subarray(skip, limit + MARGIN), (position) => candidates.id(position)),
    includesReached: order.length < limit || bestReachedScore >= scores[order[limit - 1]!]!,
  };
}
