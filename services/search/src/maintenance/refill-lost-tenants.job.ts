import type { Job } from '@loci/service-hosting';
import { reconcileTenant } from './reconcile-tenant.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

/** Tenants whose index files were found damaged or gone; filled by the adapters, emptied by the job. */
export interface LostTenants {
  add(tenantId: string): void;
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

export const refillLostTenants = (deps: ReconcileDeps, lost: LostTenants): Job => ({
  name: 'refill-lost-tenants',
  intervalMs: 1_000,
  run: async (signal) => {
    for (const tenantId of lost.take()) {
      try {
        await reconcileTenant(deps, tenantId, signal);
      } catch (error) {
        lost.add(tenantId);
        throw error;
      }
    }
  },
});
