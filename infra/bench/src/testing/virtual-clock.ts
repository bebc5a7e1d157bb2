import type { Clock } from '../load/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets time pass as if the process had been busy. */
  advance(ms: number): void;
}

/** For tests: time passes by waiting and by `advance`, and costs nothing. */
export function createVirtualClock(): VirtualClock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    wait: async (delayMs) => {
      // What was answered before this moment is to see the time at which it was answered.
      await new Promise((resolve) => setImmediate(resolve));
      if (delayMs > 0) nowMs += delayMs;
    },
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
