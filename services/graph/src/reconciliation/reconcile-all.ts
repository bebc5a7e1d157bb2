import type { MemoryInventoryClient } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { reconcileGraphStore } from './reconcile-graph-store.ts';
import type { ReconcileGraphStoreDeps } from './reconcile-graph-store.ts';
import { reconcileMemories } from './reconcile-memories.ts';
import type { ReconcileMemoriesDeps } from './reconcile-memories.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export type ReconcileDeps = Omit<ReconcileMemoriesDeps, 'reconciliation' | 'memoryInventory' | 'graphStore'> &
  Omit<ReconcileGraphStoreDeps, 'reconciliation'> & {
    database: Pick<Database, 'inSystemTransaction'>;
    reconciliation: ReconciliationRepository;
    memoryInventory: Pick<MemoryInventoryClient, 'tenants' | 'revisions'>;
  };

/** Memories and edges that differed, in all tenants. */
export type Drift = Record<'graph', number>;

const TENANTS_PER_PAGE = 200;

/**
 * Reconciles every tenant of this service or of the memory service: the table first, of all of them, since the store
 * may be down; then the store with the table.
 */
export async function reconcileAll(deps: ReconcileDeps, signal: AbortSignal): Promise<Drift> {
  let graph = 0;
  const tenants = await allTenants(deps);
  for (const reconcile of [reconcileMemories, reconcileGraphStore]) {
    for (const tenantId of tenants) {
      signal.throwIfAborted();
      graph += await reconcile(deps, tenantId, signal);
    }
  }
  return { graph };
}

async function allTenants({ database, reconciliation, memoryInventory }: ReconcileDeps): Promise<string[]> {
  const tenants = new Set(await database.inSystemTransaction((tx) => reconciliation.tenants(tx)));
  for (let after: string | null = null; ;) {
    const page: string[] = await memoryInventory.tenants(after, TENANTS_PER_PAGE);
    for (const tenantId of page) tenants.add(tenantId);
    if (page.length < TENANTS_PER_PAGE) return [...tenants].sort();
    after = page.at(-1)!;
  }
}
