import { sortPositions, unavailable } from '@loci/core';
import { compareTies } from './compare-ties.ts';
import type { TieBreakers } from './compare-ties.ts';
import { dateFactor } from './dates/date-factor.ts';
import type { DateRange } from './dates/parse-dates.ts';
import { fusedScore, fuseWithDefaults, roundScore } from './fuse-rankings.ts';
import type { FusedRankings } from './fuse-rankings.ts';
import type { HybridSearch } from './hybrid-search.ts';
import { rankByModel } from './learned-ranking/learned-ranking.ts';
import type { LearnedRanking } from './learned-ranking/learned-ranking.ts';
import { scoreByModel } from './learned-ranking/score-by-model.ts';
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
 * @throws SYS_SERVICE_UNAVAILABLE if no retriever with a positive weight returned a ranking
 */
export function rankResults(
  request: HybridSearch,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
  graph: GraphScores | null,
  nowMs: number,
  dates: readonly DateRange[],
): RankedItems {
  const { candidates, secondHop } = candidateSet;
  if (!rankings.keyword && !rankings.vector && !graph) throw unavailable('Search');
  const length = candidates.length + (graph?.reached.length ?? 0);
  const all = graph ? { ...rankings, graph: graph.ranking } : rankings;
  const { fused, byDefault } = fuseWithDefaults(all, request, length);
  const compareTied = graph && graph.reached.length > 0 ? compareTiesOf(candidates, graph) : undefined;
  const sort = (scores: Float64Array, minScore: number): Uint32Array =>
    sortPositions(positionsWithScore(scores, minScore), scores, compareTied);
  const sortAll = (scores: Float64Array): Uint32Array => sort(scores, -Infinity);
  const onlyTurns = request.ranking !== 'learned';
  const scored = scoreByModel(
    candidateSet,
    rankings,
    graph?.scores ?? null,
    byDefault.scores,
    onlyTurns,
    sortAll,
  );
  const learned =
    scored && request.ranking !== 'rrf' ? rankByModel(request, graph !== null, scored, fused, sortAll) : null;
  const bestPossible = learned?.bestPossible ?? fused.bestPossible;
  const firstScores = learned?.scores ?? fused.scores;
  const sums = learned?.sums ?? fused.sums;
  const raised = secondHop && raiseSecondHop(sums, sortAll(firstScores), secondHop.positions);
  const fusedScores = raised ? firstScores.slice() : firstScores;
  for (const [position, { contribution }] of raised ?? [])
    fusedScores[position] = fusedScore(sums[position]! + contribution, bestPossible);
  const recency = recencyFactors(request, candidateSet, graph, nowMs);
  const dateFactors =
    dates.length === 0
      ? null
      : timesOf(candidateSet, graph).map((timeMs) => dateFactor(timeMs, dates, request.dateWeight));
  const scores =
    recency || dateFactors
      ? fusedScores.map((score, i) => roundScore(score * (recency?.[i] ?? 1) * (dateFactors?.[i] ?? 1)))
      : fusedScores;
  const order = sort(scores, request.minScore ?? -Infinity);
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
    turnScore: scored?.areTurns ? (scored.scores[scored.positions.indexOf(position)] ?? null) : null,
    raised: raised?.get(position) ?? null,
    sum: sums[position]! + (raised?.get(position)?.contribution ?? 0),
  });
  return {
    length: order.length,
    bestPossible,
    learned,
    item: (rank) => toItem(order[rank]!),
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
const timesOf = ({ candidates }: CandidateSet, graph: GraphScores | null): Float64Array =>
  Float64Array.from([
    ...candidates.data.created_at_ms,
    ...(graph?.reached ?? []).map((item) => item.created_at_ms),
  ]);

/** Returns the positions, in ascending order, of the scores that reach the minimum. The minimum excludes NaN. */
function positionsWithScore(scores: Float64Array, min: number): Uint32Array {
  const positions = new Uint32Array(scores.length);
  let count = 0;
  for (let position = 0; position < scores.length; position++)
    if (scores[position]! >= min) positions[count++] = position;
  return positions.subarray(0, count);
}

/**
 * Returns a compare function for the positions of items with equal scores. It compares two candidates by
 * their positions, because candidates are already sorted by `compareTies`.
 */
function compareTiesOf(
  candidates: CandidateSet['candidates'],
  { reached }: GraphScores,
): (a: number, b: number) => number {
  const { length } = candidates;
  const tieBreakersOf = (position: number): TieBreakers => {
    if (position >= length) return { ...reached[position - length]!, blended: 0 };
    return {
      id: candidates.id(position),
      blended: candidates.data.blended[position]!,
      importance: candidates.value('importance', position),
      created_at_ms: candidates.data.created_at_ms[position]!,
    };
  };
  return (a, b) => (a < length && b < length ? a - b : compareTies(tieBreakersOf(a), tieBreakersOf(b)));
}

function ranksOf({ ranks }: FusedRankings, position: number): FusedItem['ranks'] {
  const found = RETRIEVERS.filter((retriever) => ranks[retriever][position]! > 0);
  return Object.fromEntries(found.map((retriever) => [retriever, ranks[retriever][position]!]));
}
