import type { Allowance } from './rate-limiter.ts';

export const RATE_WINDOW_MS = 60_000;

export interface WindowCounts {
  /** Start of the current window, a multiple of RATE_WINDOW_MS. */
  startMs: number;
  current: number;
  previous: number;
}

export const windowStart = (atMs: number): number => Math.floor(atMs / RATE_WINDOW_MS) * RATE_WINDOW_MS;

/** Moves the counts to the window of `nowMs`. */
export function advance(counts: WindowCounts | undefined, nowMs: number): WindowCounts {
  const startMs = windowStart(nowMs);
  if (!counts || counts.startMs < startMs - RATE_WINDOW_MS) return { startMs, current: 0, previous: 0 };
  if (counts.startMs < startMs) return { startMs, current: 0, previous: counts.current };
  return counts;
}

/**
 * Evaluates a request with the sliding window counter algorithm. The requests of the previous window count in
 * proportion to its overlap with the last minute. This assumes that they were evenly distributed.
 *
 * @param counts counts before the request, in the window of `nowMs`
 */
export function evaluateWindow(counts: WindowCounts, cost: number, limit: number, nowMs: number): Allowance {
  const elapsed = nowMs - counts.startMs;
  const used = counts.current + counts.previous * (1 - elapsed / RATE_WINDOW_MS);
  const allowed = used + cost <= limit;
  const remaining = Math.max(0, Math.floor(limit - used - (allowed ? cost : 0)));
  const resetAt = Math.ceil(
    (counts.startMs + (counts.current > 0 || allowed ? 2 : 1) * RATE_WINDOW_MS) / 1000,
  );
  return {
    allowed,
    limit,
    remaining,
    resetAt,
    retryAfter: allowed ? 0 : secondsUntilFree(counts, cost, limit, nowMs),
  };
}

function secondsUntilFree(
  { startMs, current, previous }: WindowCounts,
  cost: number,
  limit: number,
  nowMs: number,
): number {
  const room = limit - cost;
  // The share of the earlier window decreases until the request fits. Until the current window ends, the
  // earlier window is the previous one. After that, the earlier window is the current one.
  const [base, shrinking, from] =
    current <= room ? [current, previous, startMs] : [0, current, startMs + RATE_WINDOW_MS];
  const free = shrinking === 0 ? from : from + RATE_WINDOW_MS * (1 - Math.max(0, room - base) / shrinking);
  return Math.max(1, Math.ceil((free - nowMs) / 1000));
}
