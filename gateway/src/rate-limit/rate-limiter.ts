/** What one request found. */
export interface Allowance {
  allowed: boolean;
  /** Requests per window. */
  limit: number;
  /** Requests left in the window, 0 when none. */
  remaining: number;
  /** Unix seconds at which a full window is free again. */
  resetAt: number;
  /** Seconds to wait when not allowed, at least 1. */
  retryAfter: number;
}

/** Counts requests by key over a sliding minute. A key that was never seen has the whole limit. */
export interface RateLimiter {
  /**
   * Counts `cost` requests, at least 1, if all of them fit; what is refused costs nothing. Questions at once never
   * admit more than the limit together. Never rejects: a limiter that cannot count is no reason to refuse anybody.
   */
  consume(key: string, cost?: number): Promise<Allowance>;
  close(): Promise<void>;
}
