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

/** Counts requests by key over a sliding minute. */
export interface RateLimiter {
  /** Counts `cost` requests if they fit; a refused one costs nothing. */
  consume(key: string, cost?: number): Promise<Allowance>;
  close(): Promise<void>;
}
