import type { Database } from '@loci/postgres';
import type { RetentionDefaultsRepository } from './retention-defaults.repository.ts';
import type { RetentionDefaults } from './retention-defaults.ts';

/** Duration for which a process uses the defaults that it read, in milliseconds. */
const LIFETIME_MS = 1_000;
/** Maximum number of tenants in the cache. The tenants that were read first are removed. */
const MAX_TENANTS = 10_000;

/** Retention defaults by tenant. */
export interface RetentionCache {
  /** Returns the defaults of a tenant. Changes by other processes have an effect after one second. */
  load(tenantId: string): Promise<RetentionDefaults>;
  /** Must be called after a change to the defaults of the tenant was committed. */
  invalidate(tenantId: string): void;
}

/**
 * Creates a cache, because every creation of a memory needs the defaults, and a query for each one would add a round trip
 * to the only one that a creation has.
 *
 * @param now returns the time in milliseconds; it must not depend on the system clock
 */
export function createRetentionCache(
  database: Pick<Database, 'inOneRoundTrip'>,
  repository: Pick<RetentionDefaultsRepository, 'find'>,
  now: () => number = () => performance.now(),
): RetentionCache {
  const cached = new Map<string, { defaults: RetentionDefaults; expiresAtMs: number }>();
  /** Increases with each invalidation, so that a read that started before does not fill the cache. */
  let generation = 0;
  return {
    load: async (tenantId) => {
      const known = cached.get(tenantId);
      const startedAt = now();
      if (known && known.expiresAtMs > startedAt) return known.defaults;
      const startedIn = generation;
      const defaults = await database.inOneRoundTrip(tenantId, (tx) => repository.find(tx, tenantId));
      if (startedIn === generation) {
        cached.delete(tenantId);
        if (cached.size >= MAX_TENANTS) cached.delete(cached.keys().next().value!);
        cached.set(tenantId, { defaults, expiresAtMs: startedAt + LIFETIME_MS });
      }
      return defaults;
    },
    invalidate: (tenantId) => {
      generation++;
      cached.delete(tenantId);
    },
  };
}
