import { withTimeout } from '@loci/async';

/** Changes that this process has started and that are not complete. */
export interface PendingChanges {
  /** Runs a change and counts it as pending until it settles. Returns its result. */
  track<T>(tenantId: string, change: () => Promise<T>): Promise<T>;
  /** Resolves when the changes of a tenant that are pending now have settled, or after the maximum wait. */
  settled(tenantId: string): Promise<void>;
}

/**
 * Lets reads include the earlier changes of the same process, although no caller awaited them. Use cases update the
 * store after their commit and respond without waiting for it.
 *
 * @param maxWaitMs maximum wait of a read, so that a large repair in the background does not block the tenant's reads
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
