import pTimeout from 'p-timeout';

/**
 * Waits for `work` for at most `timeoutMs` milliseconds. After the timeout, the work continues and its result
 * or rejection is ignored.
 *
 * @param onTimeout called after the timeout; `withTimeout` returns its result or rejects with its error
 */
export function withTimeout<T, F = never>(
  work: Promise<T>,
  timeoutMs: number,
  onTimeout: () => F | Promise<F>,
): Promise<T | F> {
  return pTimeout(work, { milliseconds: timeoutMs, fallback: onTimeout });
}
