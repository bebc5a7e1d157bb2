import type { MemoryClient, MemoryInventoryClient } from '@loci/contracts';
import type { InTransaction } from '@loci/postgres';
import { reconcile } from '@loci/reconciliation';
import type { IdPage, WithId } from '@loci/reconciliation';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { removeRelationshipsOfMemories } from '../relationships/remove-relationships-of-memories.ts';
import type { RemoveRelationshipsDeps } from '../relationships/remove-relationships-of-memories.ts';
import type { KnownMemory, ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileKnownMemoriesDeps extends RemoveRelationshipsDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'listKnownMemories' | 'listMissingMemories'>;
  knownMemories: Pick<KnownMemoryRepository, 'record'>;
  memory: Pick<MemoryClient, 'filterExisting'>;
  memoryInventory: Pick<MemoryInventoryClient, 'revisions'>;
}

const PAGE_SIZE = 5_000;

/**
 * Compares the known memories of a tenant with the inventory of the memory service. Records memories that are
 * unknown, removes the relationships of deleted memories, and stores the `relationship.deleted` events.
 *
 * Safe while other processes write. A memory is known only after it was stored, the known memories are read
 * before the inventory, and ids are never reused. A known memory that the inventory does not have was
 * therefore deleted. As with a deletion event, the recorded deletion and the locks of writers prevent new
 * relationships of the memory. If a memory is recorded as existing while it is being deleted, the deletion
 * wins.
 *
 * @returns the number of repaired memories: unknown, deleted but not recorded as deleted, or deleted with
 *   relationships
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable. Completed repairs are kept.
 */
export async function reconcileKnownMemories(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  const { inTransaction, reconciliation, knownMemories, memoryInventory } = deps;
  let wronglyAbsent = 0;
  const stale = await reconcile<KnownMemory, WithId>({
    readIndex: (page) =>
      inTransaction(tenantId, (tx) => reconciliation.listKnownMemories(tx, tenantId, page)),
    readOwner: ({ afterId, limit }) => memoryInventory.revisions(tenantId, afterId, limit),
    pageSize: PAGE_SIZE,
    batchSize: PAGE_SIZE,
    signal,
    isStale: (known, owned) => known === undefined || (owned === undefined && !known.deleted),
    update: async (items) => {
      const observed = items.map(({ owned: { id } }) => ({ tenantId, id, deleted: false }));
      await inTransaction(tenantId, (tx) => knownMemories.record(tx, observed));
    },
    remove: async (absent) => {
      const ids = absent.map(({ id }) => id);
      wronglyAbsent += ids.length - (await removeDeletedMemories(deps, tenantId, ids));
    },
  });
  return stale - wronglyAbsent + (await removeDanglingRelationships(deps, tenantId, signal));
}

/**
 * Removes relationships of memories that are recorded as deleted, for example after an interrupted removal, or that were
 * never recorded.
 *
 * @returns the number of deleted memories that had relationships
 */
async function removeDanglingRelationships(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let afterId: string | null = null; ;) {
    signal.throwIfAborted();
    const page: IdPage = { afterId, limit: PAGE_SIZE };
    const ids: string[] = await deps.inTransaction(tenantId, (tx) =>
      deps.reconciliation.listMissingMemories(tx, tenantId, page),
    );
    removed += await removeDeletedMemories(deps, tenantId, ids);
    if (ids.length < PAGE_SIZE) return removed;
    afterId = ids.at(-1)!;
  }
}

/**
 * Records memories as deleted and removes their relationships, except memories that the memory service still has.
 *
 * @returns the number of deleted memories
 */
async function removeDeletedMemories(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  // Removed relationships cannot be restored, so absence from the inventory is confirmed by id.
  const existing = new Set(await deps.memory.filterExisting(tenantId, ids));
  const deletedIds = ids.filter((id) => !existing.has(id));
  if (deletedIds.length === 0) return 0;
  const deleted = deletedIds.map((id) => ({ tenantId, id, deleted: true }));
  await deps.inTransaction(tenantId, (tx) => deps.knownMemories.record(tx, deleted));
  await removeRelationshipsOfMemories(deps, tenantId, deletedIds);
  return deletedIds.length;
}
