import { sortPositions } from '@loci/core';
import { contributionOf, fusedScores, roundScore } from '../fuse-rankings.ts';
import type { FusedRankings } from '../fuse-rankings.ts';
import type { HybridSearch } from '../hybrid-search.ts';
import { RETRIEVERS } from '../retriever.ts';
import type { ModelScores } from './score-by-model.ts';
import { SIGNALS } from './signals.ts';
import type { Signal } from './signals.ts';

/** Weight of the learned ranking, as a multiple of the sum of the weights of the retrievers that ran. */
const MODEL_WEIGHT = 4;

/** The learned ranking of a search. Arrays have one element per item of the search. */
export interface LearnedRanking {
  /** Fused scores that include the learned ranking, 0 to 1. NaN for items that no retriever ranks. */
  scores: Float64Array;
  /** Sums of the contributions of the retrievers and the learned ranking. NaN for items that no retriever ranks. */
  sums: Float64Array;
  /** Rank of each item in the learned ranking, from 1. 0 if no retriever ranks it. */
  ranks: Uint32Array;
  /** Weight of the learned ranking. */
  weight: number;
  /** Sum of an item that every retriever and the model rank first. */
  bestPossible: number;
  /** Returns the contribution of the learned ranking to the sum of an item. */
  contribution(position: number): number;
  /** Returns the score and the signals of an item, or null if the model does not score it. */
  explain(position: number): { score: number; signals: Record<Signal, number> } | null;
}

/**
 * Adds a learned ranking to the fusion of a search. The model orders the candidates that it scores among the places that they
 * have in the fusion. Other items, including those that only the graph found, keep their ranks.
 *
 * @param hasGraph true if the graph retriever ran
 * @param scored scores of the model
 * @param fused fused rankings of the retrievers
 * @param sort returns the positions of the scores that are not NaN, highest score first
 * @see docs/reference/search.md#learned-ranking
 */
export function rankByModel(
  { weights, rrfK }: Pick<HybridSearch, 'weights' | 'rrfK'>,
  hasGraph: boolean,
  { positions, scores: modelScores, signals }: ModelScores,
  fused: FusedRankings,
  sort: (scores: Float64Array) => Uint32Array,
): LearnedRanking {
  const order = sort(fused.scores);
  const ranks = new Uint32Array(fused.scores.length);
  for (let i = 0; i < order.length; i++) ranks[order[i]!] = i + 1;
  const places = positions.map((position) => ranks[position]!).sort();
  const byModel = sortPositions(
    positions.map((_, i) => i),
    modelScores,
  );
  for (let i = 0; i < places.length; i++) ranks[positions[byModel[i]!]!] = places[i]!;
  const ran = RETRIEVERS.filter((retriever) => retriever !== 'graph' || hasGraph);
  const weight = MODEL_WEIGHT * ran.reduce((sum, retriever) => sum + weights[retriever], 0);
  const bestPossible = fused.bestPossible + contributionOf(weight, rrfK, 1);
  const sums = fused.sums.map((sum, item) =>
    ranks[item] === 0 ? NaN : sum + contributionOf(weight, rrfK, ranks[item]!),
  );
  return {
    scores: fusedScores(sums, bestPossible),
    sums,
    ranks,
    weight,
    bestPossible,
    contribution: (position) => contributionOf(weight, rrfK, ranks[position]!),
    explain: (position) => {
      const i = positions.indexOf(position);
      if (i === -1) return null;
      return {
        score: roundScore(modelScores[i]!),
        signals: Object.fromEntries(
          SIGNALS.map((name, s) => [name, signals[i * SIGNALS.length + s]!]),
        ) as Record<Signal, number>,
      };
    },
  };
}
