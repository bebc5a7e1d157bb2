import { unavailable } from '@loci/core';
import { compareTies } from './compare-ties.ts';
import type { TieBreakers } from './compare-ties.ts';
import { fuseRankings } from './fuse-rankings.ts';
import type { FusedRankings } from './fuse-rankings.ts';
import type { HybridSearch } from './hybrid-search.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import { RETRIEVERS } from './retriever.ts';
import type { Retriever } from './retriever.ts';
import type { GraphScores } from './score-by-graph.ts';

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

/** The items of a search whose scores reach the minimum, best first. */
export interface RankedItems {
  readonly length: number;
  /** Returns the item at a rank. The first rank is 0. */
  item(rank: number): FusedItem;
}

/**
 * Fuses the rankings of the retrievers.
 *
 * @param graph the graph ranking, or null if the graph retriever did not run
 * @throws SYS_SERVICE_UNAVAILABLE if no retriever with a positive weight returned a ranking
 */
export function rankResults(
  request: HybridSearch,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
  graph: GraphScores | null,
): RankedItems {
  const { candidates } = candidateSet;
  if (!rankings.keyword && !rankings.vector && !graph) throw unavailable('Search');
  const length = candidates.length + (graph?.reached.length ?? 0);
  const all = graph ? { ...rankings, graph: graph.ranking } : rankings;
  const fused = fuseRankings(all, request.weights, request.rrfK, length);
  const minScore = request.minScore ?? -Infinity;
  const comparePositions = compareTiesOf(candidateSet, graph);
  const order = Uint32Array.from(fused.scores, (_, position) => position)
    .filter((position) => fused.scores[position]! >= minScore)
    .sort((a, b) => fused.scores[b]! - fused.scores[a]! || comparePositions(a, b));
  const idOf = (position: number): string =>
    position < candidates.length ? candidates.id(position) : graph!.reached[position - candidates.length]!.id;
  return {
    length: order.length,
    item: (rank) => toFusedItem(idOf(order[rank]!), order[rank]!, fused),
  };
}

/**
 * Returns a compare function for the positions of items with equal scores. It compares two candidates by
 * their positions, because candidates are already sorted by `compareTies`.
 */
function compareTiesOf(
  { candidates }: CandidateSet,
  graph: GraphScores | null,
): (a: number, b: number) => number {
  const { length } = candidates;
  const tieBreakersOf = (position: number): TieBreakers => {
    if (position >= length) return { ...graph!.reached[position - length]!, blended: 0 };
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
