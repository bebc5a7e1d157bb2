import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { applyRemoved } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { lockForBulkRemoval } from './graph-lock.ts';
import { relationshipDeleted } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';

export interface RemoveRelationshipsDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'removeOfMemories'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  now(): Date;
}

/**
 * Maximum number of relationships that one transaction removes. The transaction blocks the tenant's other
 * writers for tens of milliseconds.
 */
const BATCH_SIZE = 2_000;

/**
 * Removes all relationships of deleted memories and stores their `relationship.deleted` events in the same
 * transactions. Idempotent.
 *
 * The memories must be recorded as deleted in a committed transaction. Writers that acquire the tenant's lock
 * later then reject new relationships of these memories, and this function removes the relationships of
 * earlier writers.
 *
 * @see docs/reference/memories.md#delete-a-memory
 */
export async function removeRelationshipsOfMemories(
  deps: RemoveRelationshipsDeps,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<void> {
  let removedCount: number;
  do {
    removedCount = await deps.inTransaction(tenantId, async (tx) => {
      const now = deps.now();
      const [, removed] = await Promise.all([
        lockForBulkRemoval(tx, tenantId),
        deps.relationships.removeOfMemories(tx, tenantId, memoryIds, BATCH_SIZE, now),
      ]);
      await deps.outbox.append(tx, ...removed.map((relationship) => relationshipDeleted(relationship, now)));
      tx.afterCommit(() => applyRemoved(deps.graphStore, removed));
      return removed.length;
    });
  } while (removedCount === BATCH_SIZE);
}
