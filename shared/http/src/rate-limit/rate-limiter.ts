/** Result of counting a request. */
export interface Allowance {
  allowed: boolean;
  /** Maximum number of requests per window. */
  limit: number;
  /** Requests left in the window, at least 0. */
  remaining: number;
  /** Unix time in seconds at which the full limit is available again. */
  resetAt: number;
  /** Seconds until the request can be retried, at least 1. 0 if the request was allowed. */
  retryAfter: number;
}

/** Counts requests per key in a sliding window of one minute. */
export interface RateLimiter {
  /**
   * Counts `cost` requests (at least 1) if all of them fit into the limit. Otherwise, counts no request.
   * Concurrent calls never admit more requests than the limit allows. The promise never rejects, so a failure
   * of the limiter never rejects requests.
   */
  consume(key: string, cost?: number): Promise<Allowance>;
  close(): Promise<void>;
}
