import { listTenants } from '@loci/reconciliation';
import { NO_DRIFT, reconcileTenant } from './reconcile-tenant.ts';
import type { Drift, ReconcileDeps } from './reconcile-tenant.ts';

/**
 * Reconciles every tenant that has items in an index or an owner service, in each of the collections. Returns the total
 * drift.
 */
export async function reconcileAllTenants(
  collections: readonly ReconcileDeps[],
  signal: AbortSignal,
): Promise<Drift> {
  const total: Drift = { ...NO_DRIFT };
  for (const deps of collections) {
    for (const tenantId of await listAllTenants(deps)) {
      const drift = await reconcileTenant(deps, tenantId, signal);
      for (const copy of Object.keys(total) as (keyof Drift)[]) total[copy] += drift[copy];
    }
  }
  return total;
}

/** Lists the tenants of the keyword index, the vector index and the owner services, in ascending order. */
export async function listAllTenants({
  keywordIndex,
  space,
  owners,
}: Pick<ReconcileDeps, 'keywordIndex' | 'space' | 'owners'>): Promise<string[]> {
  const indexed = [...(await keywordIndex.listTenants()), ...(await space.index.listTenants())];
  return listTenants(
    indexed,
    owners.map((owner) => owner.tenants),
  );
}
