import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { lockToRemoveMany } from './graph-lock.ts';
import { relationshipDeleted } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { tellRemoved } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

export interface RemoveRelationshipsDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'removeOfMemories'>;
  graphStore: ChangedGraph;
  outbox: Outbox;
  now(): Date;
}

/** Relationships removed in one transaction: a few tens of milliseconds, in which the tenant's other writers wait. */
const BATCH = 2_000;

/**
 * Removes every relationship of deleted memories, with their events. Their tombstones must be committed: whoever
 * writes a relationship after the lock sees them, and whoever wrote one before is found here. Safe to repeat.
 * @see SPEC.md "Memories" 5
 */
export async function removeRelationshipsOfMemories(
  deps: RemoveRelationshipsDeps,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<void> {
  let size: number;
  do {
    size = await deps.inTransaction(tenantId, async (tx) => {
      const [, removed] = await Promise.all([
        lockToRemoveMany(tx, tenantId),
        deps.relationships.removeOfMemories(tx, tenantId, memoryIds, BATCH),
      ]);
      const now = deps.now();
      await deps.outbox.append(tx, ...removed.map((relationship) => relationshipDeleted(relationship, now)));
      tx.afterCommit(() => tellRemoved(deps.graphStore, removed));
      return removed.length;
    });
  } while (size === BATCH);
}
