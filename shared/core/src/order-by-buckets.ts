/** Lists are not ordered by buckets if they are longer, to limit the memory of the buffers. */
const MAX_LENGTH = 8_192;
/** Maximum mean of the squared bucket sizes per position, above which a merge sort is faster than insertion in the buckets. */
const MAX_SQUARES = 32;

/** Buffers that all calls use, because allocating them takes longer than filling them. */
let bucketOf = new Uint32Array(0);
let ends = new Uint32Array(0);
let ordered = new Uint32Array(0);

/**
 * Orders positions roughly by their scores, highest first: divides the range of the scores into as many equal buckets as there
 * are positions. Positions in the same bucket keep their order, and equal scores are in the same bucket, so that a stable
 * insertion sort afterwards moves positions only within their buckets.
 *
 * @param positions ordered in place
 * @param scores scores by position; must not be NaN
 * @returns false if too many positions are in the same buckets, or the list is too long. `positions` is then unchanged.
 */
export function orderByBuckets(positions: Uint32Array, scores: Float64Array): boolean {
  const { length } = positions;
  if (length > MAX_LENGTH) return false;
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < length; i++) {
    const score = scores[positions[i]!]!;
    if (score < min) min = score;
    if (score > max) max = score;
  }
  const bucketsPerScore = (length - 1) / (max - min);
  // The scores are equal or infinite, or differ too little for a division.
  if (!(bucketsPerScore > 0 && bucketsPerScore < Infinity)) return false;
  growBuffers(length);
  ends.fill(0, 0, length);
  for (let i = 0; i < length; i++) {
    // Rounding keeps the order, so that a lower score is never in an earlier bucket.
    const bucket = Math.trunc((max - scores[positions[i]!]!) * bucketsPerScore);
    bucketOf[i] = bucket;
    ends[bucket]!++;
  }
  let squares = 0;
  let end = 0;
  for (let bucket = 0; bucket < length; bucket++) {
    const size = ends[bucket]!;
    squares += size * size;
    ends[bucket] = end += size;
  }
  if (squares > MAX_SQUARES * length) return false;
  for (let i = length - 1; i >= 0; i--) ordered[--ends[bucketOf[i]!]!] = positions[i]!;
  for (let i = 0; i < length; i++) positions[i] = ordered[i]!;
  return true;
}

function growBuffers(length: number): void {
  if (length <= ordered.length) return;
  // Bounds the number of allocations.
  const grown = Math.min(MAX_LENGTH, 2 * length);
  bucketOf = new Uint32Array(grown);
  ends = new Uint32Array(grown);
  ordered = new Uint32Array(grown);
}
