import type { Clock } from '../src/load/clock.ts';

export interface VirtualClock extends Clock {
  /** Advances the time, like a process that is busy for `ms` milliseconds. */
  advance(ms: number): void;
}

/** Creates a virtual clock for tests. Time advances only by `wait` and `advance`. */
export function createVirtualClock(): VirtualClock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    wait: async (delayMs) => {
      // Lets pending promises settle before the time advances.
      await new Promise((resolve) => setImmediate(resolve));
      if (delayMs > 0) nowMs += delayMs;
    },
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
