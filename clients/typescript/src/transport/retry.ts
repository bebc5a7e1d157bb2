import { ApiError, ConnectionError } from '../errors.ts';

const BASE_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Parses a `retry-after` header, which is a number of seconds or an HTTP date. Returns seconds, or null. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds < 0 ? null : seconds;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1_000);
}

/**
 * Returns the delay before the next attempt in milliseconds, or null if the request must not be repeated.
 *
 * @param attempt number of failed attempts so far, from 1
 * @param isSafe true if a repetition cannot repeat a change
 * @param maxRetryAfterMs longest `retry-after` to wait for, in milliseconds
 * @param random returns a number from 0 to 1
 */
export function retryDelay(
  error: unknown,
  attempt: number,
  isSafe: boolean,
  maxRetryAfterMs: number,
  random: () => number = Math.random,
): number | null {
  if (!isTransient(error, isSafe)) return null;
  // Clients that failed together must not retry together.
  const backoff = random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (retryAfter === null) return backoff;
  if (retryAfter * 1_000 > maxRetryAfterMs) return null;
  return retryAfter * 1_000 + random() * BASE_DELAY_MS;
}

function isTransient(error: unknown, isSafe: boolean): boolean {
  if (error instanceof ConnectionError) return isSafe;
  if (!(error instanceof ApiError)) return false;
  // The server rejects these requests before it processes them.
  if (error.status === 429 || error.code === 'BIZ_REQUEST_IN_PROGRESS') return true;
  return isSafe && TRANSIENT_STATUSES.has(error.status);
}
