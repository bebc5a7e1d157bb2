import { compareTies } from './compare-ties.ts';
import type { TieBreakers } from './compare-ties.ts';
import { fuseWithDefaults } from './fuse-rankings.ts';
import type { FusedRankings } from './fuse-rankings.ts';
import type { HybridSearch } from './hybrid-search.ts';
import { rankByModel } from './learned-ranking/learned-ranking.ts';
import type { LearnedRanking } from './learned-ranking/learned-ranking.ts';
import { scoreByModel } from './learned-ranking/score-by-model.ts';
import type { ModelScores } from './learned-ranking/score-by-model.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { GraphScores } from './score-by-graph.ts';
import { sortByScore } from './sort-by-score.ts';

/** The ranking of a search before recency, dates and the second hop. Arrays have one element per item of the search. */
export interface FusedRanking {
  fused: FusedRankings;
  /** The fused rankings with the default parameters. */
  byDefault: FusedRankings;
  /** Scores of the model. Null if the model cannot rank the candidates. */
  modelScores: ModelScores | null;
  /** The learned ranking. Null if the search does not use the model. */
  learned: LearnedRanking | null;
  /** Fused scores, which include the learned ranking if the search uses the model. NaN for items that no retriever ranks. */
  scores: Float64Array;
  /** Sums of the contributions from which the scores are computed. */
  sums: Float64Array;
  /** Sum of an item that every retriever, and the model if it ran, ranks first. */
  bestPossible: number;
  /**
   * Returns the positions of the scores that are not NaN, highest score first. The positions of equal scores have the order of
   * `compareTies`. Sorts the same array only once.
   */
  sort(scores: Float64Array): Uint32Array;
}

/** The part of the graph ranking that the fusion uses. */
export type FusedGraph = Pick<GraphScores, 'ranking' | 'scores' | 'reached'>;

/**
 * Fuses the rankings of the retrievers and the model.
 *
 * @param graph the graph ranking, or null if the graph retriever did not run
 */
export function createFusedRanking(
  request: HybridSearch,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
  graph: FusedGraph | null,
): FusedRanking {
  const { candidates } = candidateSet;
  const all = graph ? { ...rankings, graph: graph.ranking } : rankings;
  const { fused, byDefault } = fuseWithDefaults(
    all,
    request,
    candidates.length + (graph?.reached.length ?? 0),
  );
  const compareTied = graph && graph.reached.length > 0 ? compareTiesOf(candidates, graph) : undefined;
  const sorted = new Map<Float64Array, Uint32Array>();
  const sort = (scores: Float64Array): Uint32Array => {
    let order = sorted.get(scores);
    if (order === undefined) sorted.set(scores, (order = sortByScore(scores, compareTied)));
    return order;
  };
  const modelScores = scoreByModel(
    candidateSet,
    rankings,
    graph?.scores ?? null,
    byDefault.scores,
    request.ranking !== 'learned',
    sort,
  );
  const learned =
    modelScores && request.ranking !== 'rrf'
      ? rankByModel(request, graph !== null, modelScores, fused, sort)
      : null;
  const { scores, sums, bestPossible } = learned ?? fused;
  return { fused, byDefault, modelScores, learned, scores, sums, bestPossible, sort };
}

/** Returns the graph ranking of a search whose graph expansion finds nothing: that of the candidates by blended score. */
export function unexpandedGraph({ candidates }: CandidateSet): FusedGraph {
  const ranking = new Uint32Array(candidates.length);
  for (let position = 0; position < ranking.length; position++) ranking[position] = position;
  return { ranking, scores: candidates.data.blended, reached: [] };
}

/** Returns true if the graph expansion did not change the scores and the order of the candidates, and reached no other item. */
export function isUnexpanded(graph: FusedGraph, { candidates }: CandidateSet): boolean {
  if (graph.reached.length > 0) return false;
  const { blended } = candidates.data;
  for (let position = 0; position < blended.length; position++)
    if (graph.scores[position] !== blended[position] || graph.ranking[position] !== position) return false;
  return true;
}

/**
 * Returns a compare function for the positions of items with equal scores. It compares two candidates by
 * their positions, because candidates are already sorted by `compareTies`.
 */
function compareTiesOf(
  candidates: CandidateSet['candidates'],
  { reached }: FusedGraph,
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
