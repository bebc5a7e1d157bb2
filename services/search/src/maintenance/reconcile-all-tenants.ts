import { NO_DRIFT, reconcileTenant } from './reconcile-tenant.ts';
import type { Drift, ReconcileDeps } from './reconcile-tenant.ts';

const TENANTS_PER_PAGE = 200;

/** Reconciles every tenant that an owner or an index knows; resolves to the drift of all. */
export async function reconcileAll(deps: ReconcileDeps, signal: AbortSignal): Promise<Drift> {
  const total: Drift = { ...NO_DRIFT };
  for (const tenantId of await allTenants(deps)) {
    const drift = await reconcileTenant(deps, tenantId, signal);
    for (const copy of Object.keys(total) as (keyof Drift)[]) total[copy] += drift[copy];
  }
  return total;
}

export async function allTenants(deps: ReconcileDeps): Promise<string[]> {
  const tenants = new Set([
    ...(await deps.keywordIndex.listTenants()),
    ...(await deps.space.index.listTenants()),
  ]);
  for (const owner of deps.owners) {
    for (let after: string | null = null; ;) {
      const page: string[] = await owner.tenants(after, TENANTS_PER_PAGE);
      for (const tenantId of page) tenants.add(tenantId);
      if (page.length < TENANTS_PER_PAGE) break;
      after = page.at(-1)!;
    }
  }
  return [...tenants].sort();
}
