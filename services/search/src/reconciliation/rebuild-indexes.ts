import { allTenants } from './reconcile-all.ts';
import { reconcileTenant } from './reconcile-tenant.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

/**
 * Empties and refills both indexes of a tenant, or of all, from their owners. Searches go on and find what is
 * refilled so far.
 *
 * @returns how many items were indexed anew
 */
export async function rebuildIndexes(
  deps: ReconcileDeps,
  tenantId: string | null,
  signal: AbortSignal,
): Promise<number> {
  let rebuilt = 0;
  for (const tenant of tenantId === null ? await allTenants(deps) : [tenantId]) {
    signal.throwIfAborted();
    await Promise.all([deps.keywordIndex.dropTenant(tenant), deps.space.index.dropTenant(tenant)]);
    rebuilt += (await reconcileTenant(deps, tenant, signal)).keyword;
  }
  return rebuilt;
}
