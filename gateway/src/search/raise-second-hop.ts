/** Ranks, from 1, to which the first items of the second hop are raised. @see docs/retrieval.md#second-hop */
export const SECOND_HOP_RANKS = [5, 9, 10] as const;

/** How the second hop raised an item. */
export interface RaisedItem {
  /** Rank of the item among the items without recency and dates, from 1. */
  rank: number;
  /** Amount that is added to the sum of the fusion. */
  contribution: number;
}

/**
 * Raises the items of the second hop to fixed ranks: the first one whose rank is worse to the first of these ranks, and so
 * on. Its sum becomes the mean of the sums of the items before and after it, so that it has this rank with any weights.
 *
 * @param sums sums of the fusion by position
 * @param order positions of the ranked items, highest sum first
 * @param found positions of the items of the second hop, best first
 * @returns the raised items by position
 */
export function raiseSecondHop(
  sums: Float64Array,
  order: ArrayLike<number>,
  found: readonly number[],
): Map<number, RaisedItem> {
  const raised = new Map<number, RaisedItem>();
  const ranking = Array.from(order);
  const sumOf = (position: number): number => sums[position]! + (raised.get(position)?.contribution ?? 0);
  for (const position of found) {
    const rank = SECOND_HOP_RANKS[raised.size];
    if (rank === undefined) break;
    const at = ranking.indexOf(position);
    if (at < rank) continue;
    const sum = (sumOf(ranking[rank - 2]!) + sumOf(ranking[rank - 1]!)) / 2;
    raised.set(position, { rank, contribution: sum - sums[position]! });
    ranking.splice(at, 1);
    ranking.splice(rank - 1, 0, position);
  }
  return raised;
}
