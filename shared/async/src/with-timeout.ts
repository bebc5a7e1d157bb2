import pTimeout from 'p-timeout';

/**
 * Waits for `work` for at most `timeoutMs` milliseconds. The work is not canceled. Its later rejection is ignored.
 *
 * @param onTimeout called when the time is up: its return value is the result, or it throws
 */
export function withTimeout<T, F = never>(
  work: Promise<T>,
  timeoutMs: number,
  onTimeout: () => F | Promise<F>,
): Promise<T | F> {
  return pTimeout(work, { milliseconds: timeoutMs, fallback: onTimeout });
}
