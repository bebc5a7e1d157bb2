import { sortPositions } from '@loci/core';

/** Hits of a search as columns: the ordinals of items and their scores. */
export interface OrdinalHits {
  ordinals: Int32Array;
  scores: Float64Array;
}

/**
 * Returns hits with the highest score first.
 *
 * @param compareTies compares the positions of two hits with equal scores
 * @param limit maximum number of hits
 */
export function sortHits(
  { ordinals, scores }: OrdinalHits,
  compareTies: (a: number, b: number) => number,
  limit = ordinals.length,
): OrdinalHits {
  const order = new Uint32Array(ordinals.length);
  for (let position = 0; position < order.length; position++) order[position] = position;
  sortPositions(order, scores, compareTies);
  const length = Math.min(limit, order.length);
  const sorted = { ordinals: new Int32Array(length), scores: new Float64Array(length) };
  for (let rank = 0; rank < length; rank++) {
    sorted.ordinals[rank] = ordinals[order[rank]!]!;
    sorted.scores[rank] = scores[order[rank]!]!;
  }
  return sorted;
}
