import { RETRIEVERS } from './retriever.ts';
import type { Ranking, Retriever } from './retriever.ts';

/** The fused ranking. Arrays have one element per item of the search. */
export interface FusedRankings {
  /**
   * Fused score of each item, 0 to 1. An item that every retriever ranks first has the score 1. NaN if no
   * retriever ranks it.
   */
  scores: Float64Array;
  /** Rank of each item per retriever, from 1. 0 if the retriever did not find the item. */
  ranks: Record<Retriever, Uint32Array>;
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
    best += weight / (k + 1);
    for (let index = 0; index < ranking.length; index++) {
      const item = ranking[index]!;
      ranks[retriever][item] = index + 1;
      sums[item] = (sums[item]! || 0) + weight / (k + index + 1);
    }
  }
  // Items with equal ranks must have equal scores. Rounding removes the differences that the order of the
  // floating-point additions causes.
  return { scores: sums.map((sum) => (best === 0 ? 0 * sum : Math.min(1, round(sum / best)))), ranks };
}

const round = (score: number): number => Math.round(score * 1e12) / 1e12;
