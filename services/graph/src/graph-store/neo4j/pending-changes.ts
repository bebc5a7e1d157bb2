import { setTimeout as pause } from 'node:timers/promises';

/** Changes that were begun and have not been answered. */
export interface PendingChanges {
  track<T>(tenantId: string, change: () => Promise<T>): Promise<T>;
  /** Resolves when the tenant's changes that are under way now have ended, well or badly, or after a while. */
  settled(tenantId: string): Promise<void>;
}

/**
 * Lets a read see what its process changed before it, though nobody waited for that: a use case tells the store after
 * it has committed, and answers its caller without waiting.
 *
 * @param waitMs at most; a large repair in the background must not hold up the reads of its tenant
 */
export function createPendingChanges(waitMs: number): PendingChanges {
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
      const over = new AbortController();
      const enough = pause(waitMs, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(ofTenant), enough]);
      over.abort();
    },
  };
}
