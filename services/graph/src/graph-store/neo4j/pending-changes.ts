import { withTimeout } from '@loci/async';

/** Changes that this process has started but not completed. */
export interface PendingChanges {
  /** Runs a change and counts it as pending until it settles. Returns its result. */
  track<T>(tenantId: string, change: () => Promise<T>): Promise<T>;
  /** Resolves when the currently pending changes of a tenant have settled, or after the maximum wait. */
  settled(tenantId: string): Promise<void>;
}

/**
 * Tracks changes that no caller awaits, so that later reads of the same process can include them. Use cases
 * update the store after their commit and respond without waiting for the update.
 *
 * @param maxWaitMs maximum wait of a read, so that a large repair in the background does not block the
 *   tenant's reads
 */
export function createPendingChanges(maxWaitMs: number): PendingChanges {
  const pending = new Map<string, Set<Promise<unknown>>>();
  return {
    async track(tenantId, change) {
      const running = change();
      const ofTenant = pending.get(tenantId) ?? new Set();
      pending.set(tenantId, ofTenant.add(running));
      try {
        return await running;
      } finally {
        ofTenant.delete(running);
        if (ofTenant.size === 0 && pending.get(tenantId) === ofTenant) pending.delete(tenantId);
      }
    },
    async settled(tenantId) {
      const ofTenant = pending.get(tenantId);
      if (ofTenant === undefined) return;
      await withTimeout(Promise.allSettled(ofTenant), maxWaitMs, () => undefined);
    },
  };
}
