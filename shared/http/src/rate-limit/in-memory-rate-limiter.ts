import type { RateLimiter } from './rate-limiter.ts';
import { RATE_WINDOW_MS, advance, evaluateWindow } from './sliding-window.ts';
import type { WindowCounts } from './sliding-window.ts';

/** Maximum number of keys. The least recently used key is evicted, so that many addresses cannot exhaust memory. */
const MAX_KEYS = 100_000;

/**
 * Rate limiter that counts in memory, for a single process.
 *
 * @param now returns milliseconds since the epoch
 */
export function createInMemoryRateLimiter(limitPerMinute: number, now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, WindowCounts>();
  return {
    consume: (key, cost = 1) => {
      const nowMs = now();
      const counts = advance(windows.get(key), nowMs);
      const allowance = evaluateWindow(counts, cost, limitPerMinute, nowMs);
      if (allowance.allowed) counts.current += cost;
      windows.delete(key);
      windows.set(key, counts);
      if (windows.size > MAX_KEYS) evictOldest(windows, nowMs);
      return Promise.resolve(allowance);
    },
    close: () => Promise.resolve(),
  };
}

function evictOldest(windows: Map<string, WindowCounts>, nowMs: number): void {
  for (const [key, counts] of windows) {
    if (windows.size <= MAX_KEYS && counts.startMs > nowMs - 2 * RATE_WINDOW_MS) return;
    windows.delete(key);
  }
}
