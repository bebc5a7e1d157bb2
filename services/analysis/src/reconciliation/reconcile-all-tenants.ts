import type { MemoryInventoryClient } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { listTenants } from '@loci/reconciliation';
import { reconcileMemories } from './reconcile-memories.ts';
import type { ReconcileMemoriesDeps } from './reconcile-memories.ts';
import { reconcileRelationships } from './reconcile-relationships.ts';
import type { ReconcileRelationshipsDeps } from './reconcile-relationships.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileDeps extends ReconcileMemoriesDeps, ReconcileRelationshipsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  reconciliation: ReconciliationRepository;
  memoryInventory: Pick<MemoryInventoryClient, 'tenants' | 'revisions' | 'states'>;
}

/**
 * Number of memories and relationships, over all tenants, whose copy in the read model differed from the
 * memory service or the graph service.
 */
export type Drift = Record<'analysis', number>;

/**
 * Compares the read model of every tenant with the memory and graph services and repairs it.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if a service is unavailable; the abort reason if `signal` is aborted.
 *   Completed repairs are kept.
 */
export async function reconcileAllTenants(deps: ReconcileDeps, signal: AbortSignal): Promise<Drift> {
  const { database, reconciliation, memoryInventory } = deps;
  const indexed = await database.inSystemTransaction((tx) => reconciliation.listTenants(tx));
  // Every tenant with relationships has memories, so the graph service does not have to list its tenants.
  const tenants = await listTenants(indexed, [(after, limit) => memoryInventory.tenants(after, limit)]);
  let analysis = 0;
  for (const tenantId of tenants) {
    signal.throwIfAborted();
    analysis += await reconcileMemories(deps, tenantId, signal);
    analysis += await reconcileRelationships(deps, tenantId, signal);
  }
  return { analysis };
}
