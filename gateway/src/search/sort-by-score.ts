import { sortPositions } from '@loci/core';

/**
 * Returns the positions of the scores that are not NaN, highest score first.
 *
 * @param compareTies compares two positions with equal scores. Without it, they keep their order.
 */
export function sortByScore(
  scores: Float64Array,
  compareTies?: (a: number, b: number) => number,
): Uint32Array {
  const positions = new Uint32Array(scores.length);
  let count = 0;
  for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i])) positions[count++] = i;
  return sortPositions(positions.subarray(0, count), scores, compareTies);
}
