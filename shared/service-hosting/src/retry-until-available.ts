import { setTimeout as delay } from 'node:timers/promises';
import { isAppError } from '@loci/core';
import type { Logger } from '@loci/runtime';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/**
 * Tries until the store or service that `work` needs is there: in a cluster all start at once.
 * @throws the signal's reason when it is aborted meanwhile; any other error of `work`
 */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { what, log, signal }: { what: string; log: Logger; signal: AbortSignal },
): Promise<T> {
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || error.code !== 'SYS_SERVICE_UNAVAILABLE') throw error;
      log.warn({ err: error, wait_ms: waitMs }, `waiting for ${what}`);
    }
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}
