import { setImmediate } from 'node:timers/promises';

/** Divides long CPU work into slices, between which the event loop runs other tasks. */
export interface TimeSlice {
  /** Returns true if the current slice has used its time. */
  isOver(): boolean;
  /** Runs the waiting tasks of the event loop, then begins the next slice. */
  next(): Promise<void>;
}

const DEFAULT_SLICE_MS = 10;

/**
 * Begins the first slice of a long computation. The computation calls `if (slice.isOver()) await slice.next()` between
 * short steps.
 *
 * @param maxMs length of a slice in milliseconds. The last step of a slice can exceed it.
 */
export function createTimeSlice(maxMs = DEFAULT_SLICE_MS): TimeSlice {
  let end = performance.now() + maxMs;
  return {
    isOver: () => performance.now() >= end,
    next: async () => {
      await setImmediate();
      end = performance.now() + maxMs;
    },
  };
}

/** Maps `items` in order with a synchronous function, in time slices. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  slice: TimeSlice = createTimeSlice(),
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (slice.isOver()) await slice.next();
    results.push(map(item, index));
  }
  return results;
}
