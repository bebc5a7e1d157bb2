import { unavailable } from '@loci/core';
import { dateFactor } from './dates/date-factor.ts';
import type { DateRange } from './dates/parse-dates.ts';
import { fusedScore, roundScore } from './fuse-rankings.ts';
import type { FusedRankings } from './fuse-rankings.ts';
import { createFusedRanking, isUnexpanded } from './fused-ranking.ts';
import type { FusedRanking } from './fused-ranking.ts';
import type { HybridSearch } from './hybrid-search.ts';
import type { LearnedRanking } from './learned-ranking/learned-ranking.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import { raiseSecondHop } from './raise-second-hop.ts';
import type { RaisedItem } from './raise-second-hop.ts';
import { recencyFactor } from './recency.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import { RETRIEVERS } from './retriever.ts';
import type { Retriever } from './retriever.ts';
import type { GraphScores } from './score-by-graph.ts';

/** An item with its fused score. */
export interface FusedItem {
  id: string;
  /** Position in the list of all items: first the candidates, then the items that only the graph found. */
  position: number;
  /** Final score, 0 to 1: the fused score times the recency factor and the date factor, rounded. */
  score: number;
  /** Fused score, 0 to 1. An item that every retriever ranks first has the score 1. */
  fusedScore: number;
  /** Recency factor, 0.5 to 1. 1 if the search has no half-life. */
  recency: number;
  /** Date factor, 0 to 1. 1 if the query names no period. */
  dateFactor: number;
  /** Rank per retriever, from 1. Absent if the retriever did not find the item. */
  ranks: Partial<Record<Retriever, number>>;
  /** Rank in the learned ranking, from 1. Null if the search does not use the model. */
  learnedRank: number | null;
  /** Fused score with the default parameters and the ranking `rrf`. */
  defaultScore: number;
  /**
   * Score of the model of learned ranking, whether or not the search ranks by it. Null if the model does not score the item, and
   * if the candidates are not turns of conversations.
   */
  turnScore: number | null;
  /** Sum of the fusion, from which `fusedScore` is computed. */
  sum: number;
  /** How the second hop raised the item. Null for most items. */
  raised: RaisedItem | null;
}

/** The items of a search whose scores reach the minimum, best first. */
export interface RankedItems {
  readonly length: number;
  /** Sum of the contributions of an item that every retriever, and the model if it ran, ranks first. */
  readonly bestPossible: number;
  /** The learned ranking. Null if the search does not use the model. */
  readonly learned: LearnedRanking | null;
  /** Returns the item at a rank. The first rank is 0. */
  item(rank: number): FusedItem;
  /**
   * Returns an item and its rank, from 0. The rank is -1 if the score does not reach the minimum. Returns null if no
   * retriever ranks the item.
   */
  find(id: string): { rank: number; item: FusedItem } | null;
}

/**
 * Fuses the rankings of the retrievers and applies the recency factor and the date factor.
 *
 * @param nowMs time from which the age of items is computed
 * @param dates periods that the query names
 * @param graph the graph ranking, or null if the graph retriever did not run
 * @param unexpanded ranking of the candidates before graph expansion, if it is known. Used if the expansion did not change it.
 * @throws SYS_SERVICE_UNAVAILABLE if no retriever with a positive weight returned a ranking
 */
export function rankResults(
  request: HybridSearch,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
  graph: GraphScores | null,
  unexpanded: FusedRanking | null,
  nowMs: number,
  dates: readonly DateRange[],
): RankedItems {
  const { candidates, secondHop } = candidateSet;
  if (!rankings.keyword && !rankings.vector && !graph) throw unavailable('Search');
  const ranking =
    unexpanded && graph && isUnexpanded(graph, candidateSet)
      ? unexpanded
      : createFusedRanking(request, candidateSet, rankings, graph);
  const { fused, byDefault, modelScores, learned, sums, bestPossible } = ranking;
  const raised = secondHop && raiseSecondHop(sums, ranking.sort(ranking.scores), secondHop.positions);
  const fusedScores = raised ? ranking.scores.slice() : ranking.scores;
  for (const [position, { contribution }] of raised ?? [])
    fusedScores[position] = fusedScore(sums[position]! + contribution, bestPossible);
  const recency = recencyFactors(request, candidateSet, graph, nowMs);
  const dateFactors =
    dates.length === 0
      ? null
      : timesOf(candidateSet, graph).map((timeMs) => dateFactor(timeMs, dates, request.dateWeight));
  const scores = recency || dateFactors ? multiplyScores(fusedScores, recency, dateFactors) : fusedScores;
  const order = withMinScore(ranking.sort(scores), scores, request.minScore);
  const idOf = (position: number): string =>
    position < candidates.length ? candidates.id(position) : graph!.reached[position - candidates.length]!.id;
  const toItem = (position: number): FusedItem => ({
    id: idOf(position),
    position,
    score: scores[position]!,
    fusedScore: fusedScores[position]!,
    recency: recency ? recency[position]! : 1,
    dateFactor: dateFactors ? dateFactors[position]! : 1,
    ranks: ranksOf(fused, position),
    learnedRank: learned && learned.ranks[position]!,
    defaultScore: byDefault.scores[position]!,
    turnScore: modelScores?.areTurns
      ? (modelScores.scores[modelScores.positions.indexOf(position)] ?? null)
      : null,
    raised: raised?.get(position) ?? null,
    sum: sums[position]! + (raised?.get(position)?.contribution ?? 0),
  });
  const items: FusedItem[] = [];
  return {
    length: order.length,
    bestPossible,
    learned,
    item: (rank) => (items[rank] ??= toItem(order[rank]!)),
    find: (id) => {
      const reached = graph?.reached.findIndex((item) => item.id === id) ?? -1;
      const position = reached === -1 ? candidates.positionOf(id) : candidates.length + reached;
      // The scores of candidates that no retriever ranks are NaN.
      if (position === -1 || Number.isNaN(scores[position])) return null;
      return { rank: order.indexOf(position), item: toItem(position) };
    },
  };
}

/** Returns the recency factor of each item, or null if the search has no half-life. */
function recencyFactors(
  { recencyHalfLifeDays }: HybridSearch,
  candidateSet: CandidateSet,
  graph: GraphScores | null,
  nowMs: number,
): Float64Array | null {
  if (recencyHalfLifeDays === null) return null;
  return timesOf(candidateSet, graph).map((timeMs) => recencyFactor(timeMs, nowMs, recencyHalfLifeDays));
}

/** Returns the event times of the items in milliseconds since the epoch. NaN for unknown times. */
function timesOf({ candidates }: CandidateSet, graph: GraphScores | null): Float64Array {
  const reached = graph?.reached ?? [];
  const times = new Float64Array(candidates.length + reached.length);
  times.set(candidates.data.created_at_ms);
  for (let i = 0; i < reached.length; i++) times[candidates.length + i] = reached[i]!.created_at_ms;
  return times;
}

/** Multiplies the scores by the factors and rounds them. */
function multiplyScores(
  fusedScores: Float64Array,
  recency: Float64Array | null,
  dateFactors: Float64Array | null,
): Float64Array {
  const scores = new Float64Array(fusedScores.length);
  for (let i = 0; i < scores.length; i++)
    scores[i] = roundScore(
      fusedScores[i]! * (recency ? recency[i]! : 1) * (dateFactors ? dateFactors[i]! : 1),
    );
  return scores;
}

/** Returns the positions, highest score first, whose scores reach the minimum. */
function withMinScore(order: Uint32Array, scores: Float64Array, min: number | null): Uint32Array {
  let { length } = order;
  if (min !== null) while (length > 0 && scores[order[length - 1]!]! < min) length--;
  return order.subarray(0, length);
}

function ranksOf({ ranks }: FusedRankings, position: number): FusedItem['ranks'] {
  const found: FusedItem['ranks'] = {};
  for (const retriever of RETRIEVERS)
    if (ranks[retriever][position]! > 0) found[retriever] = ranks[retriever][position]!;
  return found;
}
