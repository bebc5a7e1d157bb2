import { isAppError } from '@loci/core';
import type { MemoryInventoryClient } from '@loci/contracts';
import { memoryStateSchema } from '@loci/events';
import type { InTransaction } from '@loci/postgres';
import { toTombstone, projectMemoryState } from '../read-model/projected-memory.ts';
import type { ProjectedMemory } from '../read-model/projected-memory.ts';
import { storeMemories } from '../read-model/store-memories.ts';
import { pairById } from './pair-by-id.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileMemoriesDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'memories'>;
  memoryInventory: Pick<MemoryInventoryClient, 'revisions' | 'states'>;
}

const PAGE = 5_000;
const REPAIR_BATCH = 256;
const ATTEMPTS = 5;

/**
 * Compares (id, revision) of a tenant's memories with the memory service's inventory and repairs what differs, sums
 * included. Safe beside the consumer: repairs carry revisions, and the read model is read before the inventory, so
 * what it counts and the inventory does not have was deleted.
 *
 * @returns how many memories differed
 * @throws SYS_SERVICE_UNAVAILABLE when the memory service does not answer; what was repaired stays
 */
export async function reconcileMemories(
  deps: ReconcileMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let drift = 0;
  const pages = pairById(
    (afterId) =>
      deps.inTransaction(tenantId, (tx) =>
        deps.reconciliation.memories(tx, tenantId, { afterId, limit: PAGE }),
      ),
    (afterId) => deps.memoryInventory.revisions(tenantId, afterId, PAGE),
    PAGE,
  );
  for await (const { onlyFirst, onlySecond, both } of pages) {
    const deleted = onlyFirst
      .filter(({ counted }) => counted)
      .map(({ id, revision, createdAt }) => toTombstone({ tenantId, id, revision: revision + 1 }, createdAt));
    // What is not analysed and not counted either is as it should be, whatever its revision.
    const wrong = [
      ...onlySecond.filter(({ searchable }) => searchable),
      ...both
        .filter(([held, owned]) => held.revision < owned.revision && (held.counted || owned.searchable))
        .map(([, owned]) => owned),
    ].map(({ id }) => id);
    drift += deleted.length + wrong.length;
    for (const batch of batches(deleted)) {
      signal.throwIfAborted();
      await store(deps, tenantId, batch);
    }
    for (const ids of batches(wrong)) {
      signal.throwIfAborted();
      const states = await deps.memoryInventory.states(tenantId, ids);
      const memories = states.map(({ revision, state }) => {
        const parsed = memoryStateSchema.parse(state);
        return projectMemoryState({ tenantId, id: parsed.id, revision }, parsed);
      });
      await store(deps, tenantId, memories);
    }
  }
  return drift;
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += REPAIR_BATCH) yield items.slice(at, at + REPAIR_BATCH);
}

/** The consumer may be storing one of them at this moment; once it has, the next attempt sees that. */
async function store(
  { inTransaction }: ReconcileMemoriesDeps,
  tenantId: string,
  memories: readonly ProjectedMemory[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(tenantId, (tx) => storeMemories(tx, memories));
    } catch (error) {
      if (attempt === ATTEMPTS || !isAppError(error) || error.code !== 'SYS_SERVICE_UNAVAILABLE') throw error;
    }
  }
}
