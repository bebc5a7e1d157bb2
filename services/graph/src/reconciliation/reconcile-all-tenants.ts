import type { MemoryInventoryClient } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { listTenants } from '@loci/reconciliation';
import { reconcileGraphStore } from './reconcile-graph-store.ts';
import type { ReconcileGraphStoreDeps } from './reconcile-graph-store.ts';
import { reconcileKnownMemories } from './reconcile-known-memories.ts';
import type { ReconcileKnownMemoriesDeps } from './reconcile-known-memories.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export type ReconcileDeps = Omit<
  ReconcileKnownMemoriesDeps,
  'reconciliation' | 'memoryInventory' | 'graphStore'
> &
  Omit<ReconcileGraphStoreDeps, 'reconciliation'> & {
    database: Pick<Database, 'inSystemTransaction'>;
    reconciliation: ReconciliationRepository;
    memoryInventory: Pick<MemoryInventoryClient, 'tenants' | 'versions'>;
  };

/**
 * Number of differences over all tenants: known memories that differed from the memory service, and edges of
 * the graph store that differed from the `relationships` table.
 */
export type Drift = Record<'graph', number>;

/**
 * Reconciles every tenant of this service and of the memory service. Reconciles the tables of all tenants
 * before the graph store, because the store may be unavailable.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service or the graph store is unavailable. Completed repairs
 *   are kept.
 * @see docs/reference/events.md#rebuild-and-reconcile
 */
export async function reconcileAllTenants(deps: ReconcileDeps, signal: AbortSignal): Promise<Drift> {
  const { database, reconciliation, memoryInventory } = deps;
  const known = await database.inSystemTransaction((tx) => reconciliation.listTenants(tx));
  const tenants = await listTenants(known, [memoryInventory.tenants]);
  let graph = 0;
  for (const reconcileTenant of [reconcileKnownMemories, reconcileGraphStore]) {
    for (const tenantId of tenants) {
      signal.throwIfAborted();
      graph += await reconcileTenant(deps, tenantId, signal);
    }
  }
  return { graph };
}
