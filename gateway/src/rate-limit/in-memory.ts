import type { RateLimiter } from './rate-limiter.ts';
import { WINDOW_MS, advance, judge } from './sliding-window.ts';
import type { WindowCounts } from './sliding-window.ts';

/** Keys beyond this many push out the longest unused one: a flood of addresses cannot fill the memory. */
const MAX_KEYS = 100_000;

/** A rate limiter for one gateway process. */
export function inMemoryRateLimiter(limitPerMinute: number, now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, WindowCounts>();
  return {
    consume: (key, cost = 1) => {
      const nowMs = now();
      const counts = advance(windows.get(key), nowMs);
      const allowance = judge(counts, cost, limitPerMinute, nowMs);
      if (allowance.allowed) counts.current += cost;
      windows.delete(key);
      windows.set(key, counts);
      if (windows.size > MAX_KEYS) forgetOldest(windows, nowMs);
      return Promise.resolve(allowance);
    },
    close: () => Promise.resolve(),
  };
}

function forgetOldest(windows: Map<string, WindowCounts>, nowMs: number): void {
  for (const [key, counts] of windows) {
    if (windows.size <= MAX_KEYS && counts.startMs > nowMs - 2 * WINDOW_MS) return;
    windows.delete(key);
  }
}
