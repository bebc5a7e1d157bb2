import { RETRIEVERS } from './retriever.ts';
import type { Ranking, Retriever } from './retriever.ts';

/** Default weights and default constant of the fusion. The models of relevance and of learned ranking depend on them. */
export const DEFAULT_WEIGHTS: Readonly<Record<Retriever, number>> = { keyword: 0.4, vector: 0.4, graph: 0.2 };
export const DEFAULT_RRF_K = 60;

/** The fused ranking. Arrays have one element per item of the search. */
export interface FusedRankings {
  /**
   * Fused score of each item, 0 to 1. An item that every retriever ranks first has the score 1. NaN if no
   * retriever ranks it.
   */
  scores: Float64Array;
  /** Rank of each item per retriever, from 1. 0 if the retriever did not find the item. */
  ranks: Record<Retriever, Uint32Array>;
  /** Sum of the contributions of each item. NaN if no retriever ranks it. */
  sums: Float64Array;
  /** Sum of an item that every retriever ranks first. */
  bestPossible: number;
}

/**
 * Weighted reciprocal rank fusion: the sum of `weight / (k + rank)` over the retrievers, divided by the best
 * possible sum.
 *
 * @param rankings rankings of the retrievers that ran; a missing retriever does not change the scores
 * @param length number of items of the search
 * @see docs/reference/search.md#reciprocal-rank-fusion
 * @see Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and individual rank
 *   learning methods"
 */
export function fuseRankings(
  rankings: Partial<Record<Retriever, Ranking>>,
  weights: Readonly<Record<Retriever, number>>,
  k: number,
  length: number,
): FusedRankings {
  const sums = new Float64Array(length).fill(NaN);
  const ranks = {
    keyword: new Uint32Array(length),
    vector: new Uint32Array(length),
    graph: new Uint32Array(length),
  };
  let best = 0;
  for (const retriever of RETRIEVERS) {
    const ranking = rankings[retriever];
    if (!ranking) continue;
    const weight = weights[retriever];
    const ranksOf = ranks[retriever];
    best += contributionOf(weight, k, 1);
    for (let index = 0; index < ranking.length; index++) {
      const item = ranking[index]!;
      ranksOf[item] = index + 1;
      sums[item] = (sums[item]! || 0) + contributionOf(weight, k, index + 1);
    }
  }
  return { scores: fusedScores(sums, best), ranks, sums, bestPossible: best };
}

/**
 * Fuses the rankings of a search with its parameters and with the default ones. The relevance and the model of learned ranking
 * depend on the latter, whatever the parameters of the search are.
 */
export function fuseWithDefaults(
  rankings: Partial<Record<Retriever, Ranking>>,
  { weights, rrfK }: { weights: Readonly<Record<Retriever, number>>; rrfK: number },
  length: number,
): { fused: FusedRankings; byDefault: FusedRankings } {
  const fused = fuseRankings(rankings, weights, rrfK, length);
  const isDefault =
    rrfK === DEFAULT_RRF_K &&
    RETRIEVERS.every((retriever) => weights[retriever] === DEFAULT_WEIGHTS[retriever]);
  return {
    fused,
    byDefault: isDefault ? fused : fuseRankings(rankings, DEFAULT_WEIGHTS, DEFAULT_RRF_K, length),
  };
}

/** Returns the part of the sum of an item that comes from its rank in one retriever. */
export const contributionOf = (weight: number, k: number, rank: number): number => weight / (k + rank);

/** Returns the fused score, 0 to 1, of an item whose contributions have the given sum. NaN for NaN. */
export const fusedScore = (sum: number, bestPossible: number): number =>
  bestPossible === 0 ? 0 * sum : Math.min(1, roundScore(sum / bestPossible));

/** Returns {@link fusedScore} of each sum. A loop, because `map` of a typed array takes several times longer. */
export function fusedScores(sums: Float64Array, bestPossible: number): Float64Array {
  const scores = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i++) scores[i] = fusedScore(sums[i]!, bestPossible);
  return scores;
}

/**
 * Rounds a score to 12 decimals. Items with equal ranks must have equal scores, and the order of floating-point
 * additions causes differences.
 */
export const roundScore = (score: number): number => Math.round(score * 1e12) / 1e12;
