import type { MemoryInventoryClient } from '@loci/contracts';
import type { Database } from '@loci/postgres';
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

/** Memories and relationships of the read model that differed, in all tenants. */
export type Drift = Record<'analysis', number>;

const TENANTS_PER_PAGE = 200;

/** Reconciles every tenant of the read model or of the memory service. */
export async function reconcileAllTenants(deps: ReconcileDeps, signal: AbortSignal): Promise<Drift> {
  let analysis = 0;
  for (const tenantId of await allTenants(deps)) {
    signal.throwIfAborted();
    analysis += await reconcileMemories(deps, tenantId, signal);
    analysis += await reconcileRelationships(deps, tenantId, signal);
  }
  return { analysis };
}

/** Relationships are between memories, so no tenant has them alone. */
async function allTenants({ database, reconciliation, memoryInventory }: ReconcileDeps): Promise<string[]> {
  const tenants = new Set(await database.inSystemTransaction((tx) => reconciliation.tenants(tx)));
  for (let after: string | null = null; ;) {
    const page: string[] = await memoryInventory.tenants(after, TENANTS_PER_PAGE);
    for (const tenantId of page) tenants.add(tenantId);
    if (page.length < TENANTS_PER_PAGE) return [...tenants].sort();
    after = page.at(-1)!;
  }
}
