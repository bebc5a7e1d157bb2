import type { Job } from '@loci/service-hosting';
import { reconcileTenant } from './reconcile-tenant.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

/**
 * Tenants whose index files are damaged or missing. Embedded indexes add tenants, and the refill job takes
 * them.
 */
export interface LostTenants {
  add(tenantId: string): void;
  /** Returns all tenants that must be refilled. They stay lost until `refilled` is called. */
  take(): string[];
  /** Reports that the indexes of a tenant are complete again, unless they were lost again in the meantime. */
  refilled(tenantId: string): void;
  /** Returns true if the indexes of a tenant lack items. */
  has(tenantId: string): boolean;
}

export function createLostTenants(): LostTenants {
  const lost = new Set<string>();
  const taken = new Set<string>();
  return {
    add: (tenantId) => void lost.add(tenantId),
    take: () => {
      const all = [...lost];
      lost.clear();
      for (const tenantId of all) taken.add(tenantId);
      return all;
    },
    refilled: (tenantId) => void taken.delete(tenantId),
    has: (tenantId) => lost.has(tenantId) || taken.has(tenantId),
  };
}

/**
 * Refills the indexes of lost tenants from the owner services. The next run retries the tenants that failed.
 */
export const refillLostTenantsJob = (
  collections: readonly (ReconcileDeps & { lostTenants: LostTenants })[],
): Job => ({
  name: 'refill-lost-tenants',
  intervalMs: 1_000,
  run: async (signal) => {
    const errors: unknown[] = [];
    for (const deps of collections) {
      const { lostTenants: lost } = deps;
      for (const tenantId of lost.take()) {
        try {
          await reconcileTenant(deps, tenantId, signal);
          lost.refilled(tenantId);
        } catch (error) {
          lost.add(tenantId);
          errors.push(error);
        }
      }
    }
    if (errors.length > 0) throw errors[0];
  },
});
