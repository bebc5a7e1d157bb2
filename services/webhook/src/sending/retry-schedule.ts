const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after each failed attempt. They add up to about 24 hours. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/** Share of a delay by which it is randomly longer or shorter, so that retries do not arrive all at once. */
const JITTER = 0.1;

/** Time without a success after which a webhook is disabled. */
export const DISABLE_AFTER_MS = 24 * HOUR_MS;

/**
 * Returns the delay until the next attempt, or null if the last attempt has failed.
 *
 * @param attempts number of failed attempts, at least 1
 * @param random number from 0 to 1
 */
export function retryDelay(attempts: number, random: number): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
