import { unavailable } from '@loci/core';

export interface PendingWrites {
  /** @throws SYS_SERVICE_UNAVAILABLE once {@link PendingWrites.close} was called */
  throwIfClosed(): void;
  /** Notes a write, so that closing waits for it. @returns the write */
  add<T>(writing: Promise<T>): Promise<T>;
  /** Resolves when all writes have ended, however they did. */
  close(): Promise<void>;
}

export function trackPendingWrites(): PendingWrites {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    throwIfClosed: () => {
      if (closed) throw unavailable('The object store', new Error('It was closed.'));
    },
    add: (writing) => {
      const settled = writing.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
      return writing;
    },
    close: async () => {
      closed = true;
      await Promise.all(running);
    },
  };
}
