import { orderByBuckets } from './order-by-buckets.ts';

/** Length of the runs that are sorted by insertion before they are merged. */
const RUN_LENGTH = 8;

/**
 * Sorts positions by their scores, highest first. A bucket sort, or a merge sort for scores of which many are nearly equal. Both
 * are several times faster than `sort` with a compare function.
 *
 * @param positions sorted in place
 * @param scores scores by position; must not be NaN
 * @param compareTies compares two positions with equal scores, like a compare function of `sort`. Without it,
 *   positions with equal scores keep their order.
 * @returns `positions`
 */
export function sortPositions(
  positions: Uint32Array,
  scores: Float64Array,
  compareTies?: (a: number, b: number) => number,
): Uint32Array {
  const { length } = positions;
  const isBefore = (a: number, b: number): boolean => {
    const aScore = scores[a]!;
    const bScore = scores[b]!;
    return aScore > bScore || (aScore === bScore && compareTies !== undefined && compareTies(a, b) < 0);
  };
  if (isSorted(positions, isBefore)) return positions;
  if (orderByBuckets(positions, scores)) {
    insertionSort(positions, 0, length, isBefore);
    return positions;
  }
  for (let start = 0; start < length; start += RUN_LENGTH)
    insertionSort(positions, start, Math.min(start + RUN_LENGTH, length), isBefore);
  let source = positions;
  let target = new Uint32Array(length);
  for (let run = RUN_LENGTH; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run)
      merge(
        source,
        target,
        start,
        Math.min(start + run, length),
        Math.min(start + 2 * run, length),
        isBefore,
      );
    [source, target] = [target, source as Uint32Array<ArrayBuffer>];
  }
  if (source !== positions) positions.set(source);
  return positions;
}

type IsBefore = (a: number, b: number) => boolean;

/** Common, because many lists are already sorted by a similar score. */
function isSorted(positions: Uint32Array, isBefore: IsBefore): boolean {
  for (let i = 1; i < positions.length; i++) if (isBefore(positions[i]!, positions[i - 1]!)) return false;
  return true;
}

function insertionSort(positions: Uint32Array, start: number, end: number, isBefore: IsBefore): void {
  for (let i = start + 1; i < end; i++) {
    const inserted = positions[i]!;
    let hole = i;
    for (; hole > start && isBefore(inserted, positions[hole - 1]!); hole--)
      positions[hole] = positions[hole - 1]!;
    positions[hole] = inserted;
  }
}

/** Merges the sorted ranges from `start` to `middle` and from `middle` to `end`. */
function merge(
  source: Uint32Array,
  target: Uint32Array,
  start: number,
  middle: number,
  end: number,
  isBefore: IsBefore,
): void {
  // Common, because many lists are already sorted by a similar score.
  const isSorted = middle === end || !isBefore(source[middle]!, source[middle - 1]!);
  if (isSorted) return target.set(source.subarray(start, end), start);
  let left = start;
  let right = middle;
  for (let next = start; next < end; next++) {
    // Takes the left element if both are equal, so that the sort is stable.
    const isRight = left === middle || (right < end && isBefore(source[right]!, source[left]!));
    target[next] = isRight ? source[right++]! : source[left++]!;
  }
}
