import { unavailable } from '@loci/core';

/** Tracks calls that have not finished, so that `close` can wait for them. */
export interface InFlightCalls {
  /**
   * Runs a call, which `close` waits for.
   *
   * @throws SYS_SERVICE_UNAVAILABLE after `close`
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Rejects new calls and waits for the running ones. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates a tracker of calls.
 *
 * @param name subject of error messages, such as "The vector index"
 */
export function trackInFlightCalls(name: string): InFlightCalls {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async run(work) {
      if (isClosed) throw unavailable(name);
      const call = work();
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}
