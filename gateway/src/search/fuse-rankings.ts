import { RETRIEVERS } from './retriever.ts';
import type { Ranking, Retriever } from './retriever.ts';

/** An item with its fused score. */
export interface FusedItem {
  id: string;
  /** Fused score, 0 to 1. An item that every retriever ranks first has 1. */
  score: number;
  /** Rank per retriever, from 1. Absent if the retriever did not find the item. */
  ranks: Partial<Record<Retriever, number>>;
}

/**
 * Weighted reciprocal rank fusion: the sum of `weight / (k + rank)` over the retrievers, divided by the best possible
 * sum.
 *
 * @param rankings rankings of the retrievers that ran; a missing retriever does not change the scores
 * @returns the union of the rankings, in no particular order
 * @see docs/reference/search.md#reciprocal-rank-fusion
 * @see Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and individual rank learning
 *   methods"
 */
export function fuseRankings(
  rankings: Partial<Record<Retriever, Ranking>>,
  weights: Readonly<Record<Retriever, number>>,
  k: number,
): FusedItem[] {
  const fused = new Map<string, FusedItem>();
  let best = 0;
  for (const retriever of RETRIEVERS) {
    const ranking = rankings[retriever];
    if (!ranking) continue;
    best += weights[retriever] / (k + 1);
    ranking.forEach((id, index) => {
      let item = fused.get(id);
      if (!item) fused.set(id, (item = { id, score: 0, ranks: {} }));
      item.ranks[retriever] = index + 1;
      item.score += weights[retriever] / (k + index + 1);
    });
  }
  const items = [...fused.values()];
  // Rounding makes equal ranks a tie, regardless of the order of the floating-point additions.
  for (const item of items) item.score = best === 0 ? 0 : Math.min(1, round(item.score / best));
  return items;
}

const round = (score: number): number => Math.round(score * 1e12) / 1e12;
