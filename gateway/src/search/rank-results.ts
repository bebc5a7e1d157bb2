import { unavailable } from '@loci/core';
import { compareTies } from './compare-ties.ts';
import type { TieBreakers } from './compare-ties.ts';
import type { GraphExpansion } from './expand-graph.ts';
import { fuseRankings } from './fuse-rankings.ts';
import type { FusedRankings } from './fuse-rankings.ts';
import type { HybridSearch } from './hybrid-search.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import { RETRIEVERS } from './retriever.ts';
import type { Ranking, Retriever } from './retriever.ts';
import { sortByScore } from './sort-by-score.ts';

/** An item with its fused score. */
export interface FusedItem {
  id: string;
  /** Position in the list of all items: first the candidates, then the items that only the graph found. */
  position: number;
  /** Fused score, 0 to 1. An item that every retriever ranks first has the score 1. */
  score: number;
  /** Rank per retriever, from 1. Absent if the retriever did not find the item. */
  ranks: Partial<Record<Retriever, number>>;
}

/** The requested part of the fused ranking. */
export interface RankedResults {
  /** Results, best first. */
  best: readonly FusedItem[];
  /** Rankings that were fused, by retriever. */
  rankings: Partial<Record<Retriever, Ranking>>;
  /** Duration of the fusion in milliseconds. */
  timeMs: number;
}

/**
 * Fuses the rankings of the retrievers and returns the results of the requested page.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if no retriever with a positive weight returned a ranking
 */
export function rankResults(
  request: HybridSearch,
  candidateSet: CandidateSet,
  expansion: GraphExpansion | null,
): RankedResults {
  const startedAt = performance.now();
  const { candidates } = candidateSet;
  const rankings = rankingsOf(request, candidateSet, expansion);
  if (Object.keys(rankings).length === 0) throw unavailable('Search');
  const length = candidates.length + (expansion?.reached.length ?? 0);
  const fused = fuseRankings(rankings, request.weights, request.rrfK, length);
  const minScore = request.minScore ?? -Infinity;
  const comparePositions = compareTiesOf(candidateSet, expansion);
  const best = Uint32Array.from(fused.scores, (_, position) => position)
    .filter((position) => fused.scores[position]! >= minScore)
    .sort((a, b) => fused.scores[b]! - fused.scores[a]! || comparePositions(a, b))
    .subarray(request.skip, request.limit);
  const idOf = (position: number): string =>
    position < candidates.length
      ? candidates.id(position)
      : expansion!.reached[position - candidates.length]!.id;
  return {
    best: Array.from(best, (position) => toFusedItem(idOf(position), position, fused)),
    rankings,
    timeMs: performance.now() - startedAt,
  };
}

function rankingsOf(
  { weights }: HybridSearch,
  { candidates: { data }, keyword, vector }: CandidateSet,
  expansion: GraphExpansion | null,
): Partial<Record<Retriever, Ranking>> {
  return {
    ...(weights.keyword > 0 && keyword ? { keyword: sortByScore(data.keyword_rank_score) } : {}),
    ...(weights.vector > 0 && vector ? { vector: sortByScore(data.vector_rank_score) } : {}),
    ...(expansion ? { graph: expansion.ranking } : {}),
  };
}

/**
 * Returns a compare function for the positions of items with equal scores. It compares two candidates by
 * their positions, because candidates are already sorted by `compareTies`.
 */
function compareTiesOf(
  { candidates }: CandidateSet,
  expansion: GraphExpansion | null,
): (a: number, b: number) => number {
  const { length } = candidates;
  const tieBreakersOf = (position: number): TieBreakers => {
    if (position >= length) return { ...expansion!.reached[position - length]!, blended: 0 };
    return {
      id: candidates.id(position),
      blended: candidates.data.blended[position]!,
      importance: candidates.value('importance', position),
      created_at_ms: candidates.data.created_at_ms[position]!,
    };
  };
  return (a, b) => (a < length && b < length ? a - b : compareTies(tieBreakersOf(a), tieBreakersOf(b)));
}

function toFusedItem(id: string, position: number, { scores, ranks }: FusedRankings): FusedItem {
  const found = RETRIEVERS.filter((retriever) => ranks[retriever][position]! > 0);
  return {
    id,
    position,
    score: scores[position]!,
    ranks: Object.fromEntries(found.map((retriever) => [retriever, ranks[retriever][position]!])),
  };
}
