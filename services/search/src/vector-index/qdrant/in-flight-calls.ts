import { unavailable } from '@loci/core';

/** Calls under way, so that closing can wait for them and refuse what comes later. */
export interface InFlightCalls {
  /** @throws SYS_SERVICE_UNAVAILABLE after `close` */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export function trackInFlightCalls(name: string): InFlightCalls {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    async run(work) {
      if (closed) throw unavailable(name);
      const call = work();
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}
