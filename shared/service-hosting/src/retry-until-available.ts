import { retry } from '@loci/async';
import { isAppError } from '@loci/core';
import type { Logger } from '@loci/runtime';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5_000;

/**
 * Retries `work` with exponential backoff while it rejects with SYS_SERVICE_UNAVAILABLE, because the
 * processes of a cluster start in any order.
 *
 * @param what name of the dependency, for the log
 * @throws the reason of `signal` if it is aborted; other errors of `work` without a retry
 */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { what, log, signal }: { what: string; log: Logger; signal: AbortSignal },
): Promise<T> {
  return retry(work, {
    firstDelayMs: FIRST_DELAY_MS,
    maxDelayMs: MAX_DELAY_MS,
    signal,
    shouldRetry: (error) => isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE',
    onRetry: (error, delayMs) =>
      log.warn({ err: error, dependency: what, wait_ms: delayMs }, 'Dependency is unavailable, retrying'),
  });
}
