import { unavailable } from '@loci/core';

/** Pending writes of a store, for which closing the store waits. */
export interface PendingWrites {
  /** Throws SYS_SERVICE_UNAVAILABLE after {@link PendingWrites.close} was called. */
  throwIfClosed(): void;
  /** Registers a write and returns it. */
  add<T>(write: Promise<T>): Promise<T>;
  /** Marks the store as closed. Resolves when all registered writes have succeeded or failed. */
  close(): Promise<void>;
}

/** Creates an empty set of pending writes. */
export function trackPendingWrites(): PendingWrites {
  const pending = new Set<Promise<unknown>>();
  let closed = false;
  return {
    throwIfClosed: () => {
      if (closed) throw unavailable('The object store', new Error('The object store is closed.'));
    },
    add: (write) => {
      const settled = write.catch(() => undefined).finally(() => pending.delete(settled));
      pending.add(settled);
      return write;
    },
    close: async () => {
      closed = true;
      await Promise.all(pending);
    },
  };
}
