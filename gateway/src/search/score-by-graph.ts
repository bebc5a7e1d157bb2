import type { ExpandedNode } from '@loci/contracts';
import type { TieBreakers } from './compare-ties.ts';
import type { GraphExpansion } from './expand-graph.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { Ranking } from './retriever.ts';
import { sortByScore } from './sort-by-score.ts';

/** An item that only the graph found, with the properties that order items with equal scores. */
export type ReachedTieBreakers = Omit<TieBreakers, 'blended'>;

/** Graph ranking of a search. */
export interface GraphScores {
  /**
   * Positions of the candidates and the reached items in the list of all items, highest graph score first.
   */
  ranking: Ranking;
  /** Graph scores of the candidates and the reached items. The index is the position of the item. */
  scores: Float64Array;
  /** Items that only the graph found. Their positions follow those of the candidates. */
  reached: readonly ReachedTieBreakers[];
  /** The seeds and the visited items of the search, highest graph score first. */
  visited: readonly ExpandedNode[];
}

/**
 * Ranks the items of a search by graph score. Each candidate starts with its blended score, so without
 * relationships the graph ranking equals the blended ranking.
 *
 * @param reached items that only the graph found and that the ranking includes
 */
export function scoreByGraph(
  { candidates, seedCount }: CandidateSet,
  { nodes }: GraphExpansion,
  reached: readonly ReachedTieBreakers[],
): GraphScores {
  const scores = new Float64Array(candidates.length + reached.length);
  scores.set(candidates.data.blended);
  const reachedPositions = new Map(reached.map(({ id }, i) => [id, candidates.length + i]));
  const visited: ExpandedNode[] = [];
  for (const { id, score, depth } of nodes) {
    const position = reachedPositions.get(id) ?? candidates.positionOf(id);
    if (position === -1) continue;
    // The expansion includes the blended score in the score of a seed, but not in that of another candidate.
    if (position < seedCount) scores[position] = score;
    else scores[position]! += score;
    visited.push({ id, score: scores[position]!, depth });
  }
  return {
    ranking: sortByScore(scores),
    scores,
    reached,
    visited: visited.sort((a, b) => b.score - a.score),
  };
}
