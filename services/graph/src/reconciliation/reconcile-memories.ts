import type { MemoryClient, MemoryInventoryClient } from '@loci/contracts';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { removeRelationshipsOfMemories } from '../relationships/remove-relationships-of-memories.ts';
import type { RemoveRelationshipsDeps } from '../relationships/remove-relationships-of-memories.ts';
import { pairById } from './pair-by-id.ts';
import type { IdPage, ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileMemoriesDeps extends RemoveRelationshipsDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'knownMemories' | 'deadEnds'>;
  knownMemories: Pick<KnownMemoryRepository, 'record'>;
  memory: Pick<MemoryClient, 'existing'>;
  memoryInventory: Pick<MemoryInventoryClient, 'revisions'>;
}

const PAGE = 5_000;

/**
 * Brings what is known of a tenant's memories up to the memory service's inventory: learns those that no event
 * told of, and removes the relationships of those that are gone, with their events.
 *
 * Safe beside writers. A memory is known only once it is stored, and its id is never used again: one that is known
 * here, and that the inventory does not have when it is asked afterwards, was deleted. The tombstone and the lock
 * do the rest, as for a deletion that an event tells of. One that is learnt while it is deleted stays deleted once
 * its tombstone is there.
 *
 * @returns how many memories were unknown, or gone without a trace here
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
        deps.reconciliation.knownMemories(tx, tenantId, { afterId, limit: PAGE }),
      ),
    (afterId) => deps.memoryInventory.revisions(tenantId, afterId, PAGE),
    PAGE,
  );
  for await (const { onlyFirst: absent, onlySecond: unknown } of pages) {
    signal.throwIfAborted();
    if (unknown.length > 0) {
      const seen = unknown.map(({ id }) => ({ tenantId, id, deleted: false }));
      await deps.inTransaction(tenantId, (tx) => deps.knownMemories.record(tx, seen));
    }
    const gone = absent.filter(({ deleted }) => !deleted).map(({ id }) => id);
    drift += unknown.length + (await clearUp(deps, tenantId, gone));
  }

  // What is left: a tombstone whose relationships stayed, and relationships of what was never known.
  for (let afterId: string | null = null; ;) {
    signal.throwIfAborted();
    const page: IdPage = { afterId, limit: PAGE };
    const ends: string[] = await deps.inTransaction(tenantId, (tx) =>
      deps.reconciliation.deadEnds(tx, tenantId, page),
    );
    drift += await clearUp(deps, tenantId, ends);
    if (ends.length < PAGE) return drift;
    afterId = ends.at(-1)!;
  }
}

/** Resolves to how many of the memories are gone. */
async function clearUp(
  deps: ReconcileMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  // Relationships cannot be made anew from anything, so absence from a list is not enough: asked once more by name.
  const existing = new Set(await deps.memory.existing(tenantId, ids));
  const gone = ids.filter((id) => !existing.has(id));
  if (gone.length === 0) return 0;
  const tombstones = gone.map((id) => ({ tenantId, id, deleted: true }));
  await deps.inTransaction(tenantId, (tx) => deps.knownMemories.record(tx, tombstones));
  await removeRelationshipsOfMemories(deps, tenantId, gone);
  return gone.length;
}
