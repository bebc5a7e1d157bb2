import { listTenants } from '@loci/reconciliation';
import { NO_DRIFT, reconcileTenant } from './reconcile-tenant.ts';
import type { Drift, ReconcileDeps } from './reconcile-tenant.ts';

/** Reconciles every tenant of an index or an owner. Returns the drift of all tenants together. */
export async function reconcileAllTenants(deps: ReconcileDeps, signal: AbortSignal): Promise<Drift> {
  const total: Drift = { ...NO_DRIFT };
  for (const tenantId of await listAllTenants(deps)) {
    const drift = await reconcileTenant(deps, tenantId, signal);
    for (const copy of Object.keys(total) as (keyof Drift)[]) total[copy] += drift[copy];
  }
  return total;
}

/** Lists the tenants of the keyword index, the vector index and the owners, in ascending order. */
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
