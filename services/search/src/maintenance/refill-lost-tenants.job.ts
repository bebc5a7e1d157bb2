import type { Job } from '@loci/service-hosting';
import { reconcileTenant } from './reconcile-tenant.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

/**
 * Tenants whose index files are damaged or missing. Embedded indexes add tenants, and the refill job takes
 * them.
 */
export interface LostTenants {
  add(tenantId: string): void;
  /** Returns all tenants and empties the set. */
  take(): string[];
}

export function createLostTenants(): LostTenants {
  const lost = new Set<string>();
  return {
    add: (tenantId) => void lost.add(tenantId),
    take: () => {
      const all = [...lost];
      lost.clear();
      return all;
    },
  };
}

/**
 * Refills the indexes of lost tenants from the owner services. The next run retries the tenants that failed.
 */
export const refillLostTenantsJob = (deps: ReconcileDeps, lost: LostTenants): Job => ({
  name: 'refill-lost-tenants',
  intervalMs: 1_000,
  run: async (signal) => {
    const errors: unknown[] = [];
    for (const tenantId of lost.take()) {
      try {
        await reconcileTenant(deps, tenantId, signal);
      } catch (error) {
        lost.add(tenantId);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  },
});
