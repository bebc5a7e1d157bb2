import { mapInSlices } from '@loci/async';
import type { MemoryInventoryClient } from '@loci/contracts';
import { memoryStateSchema } from '@loci/events';
import type { InTransaction } from '@loci/postgres';
import { reconcile } from '@loci/reconciliation';
import { projectMemoryState, toTombstone } from '../read-model/projected-memory.ts';
import type { ProjectedMemory } from '../read-model/projected-memory.ts';
import { storeMemories } from '../read-model/store-memories.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileMemoriesDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'listMemories'>;
  memoryInventory: Pick<MemoryInventoryClient, 'revisions' | 'states'>;
  /** See `Reconciliation`. */
  awaitEvents?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

const PAGE_SIZE = 5_000;
const BATCH_SIZE = 256;

/**
 * Compares the memories of a tenant in the read model with the memory service by id and revision, and repairs
 * them and their totals. Can run concurrently with the consumer.
 *
 * @returns number of memories that differed
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable; the abort reason if `signal` is
 *   aborted. Completed repairs are kept.
 */
export function reconcileMemories(
  { inTransaction, reconciliation, memoryInventory, awaitEvents }: ReconcileMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  const store = (memories: readonly ProjectedMemory[]): Promise<void> =>
    inTransaction(tenantId, (tx) => storeMemories(tx, memories));
  return reconcile({
    readIndex: (page) => inTransaction(tenantId, (tx) => reconciliation.listMemories(tx, tenantId, page)),
    readOwner: ({ afterId, limit }) => memoryInventory.revisions(tenantId, afterId, limit),
    pageSize: PAGE_SIZE,
    batchSize: BATCH_SIZE,
    isStale: (indexed, owned) => {
      const isAnalyzed = (indexed?.counted ?? false) || (owned?.searchable ?? false);
      // A memory that is inactive or missing in both the read model and the memory service is not analyzed,
      // so its revisions are not compared.
      return (
        isAnalyzed && (owned === undefined || indexed === undefined || indexed.revision < owned.revision)
      );
    },
    update: async (items) => {
      const ids = items.map(({ owned }) => owned.id);
      const states = await memoryInventory.states(tenantId, ids);
      const memories = await mapInSlices(states, ({ revision, state }) => {
        const parsed = memoryStateSchema.parse(state);
        return projectMemoryState({ tenantId, id: parsed.id, revision }, parsed);
      });
      await store(memories);
    },
    remove: (entries) =>
      store(
        entries.map(({ id, revision, createdAt }) =>
          toTombstone({ tenantId, id, revision: revision + 1 }, createdAt),
        ),
      ),
    signal,
    awaitEvents,
  });
}
