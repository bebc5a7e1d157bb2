import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { applyRemoved } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { lockForBulkRemoval } from './graph-lock.ts';
import { relationshipDeleted } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';

export interface DeleteRelationshipsBetweenDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'removeBetween'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes the relationships of every type from one memory to another, and the BIDIRECTIONAL ones between
 * them. Stores the `relationship.deleted` events in the same transaction.
 *
 * @returns the ids of the deleted relationships, oldest first
 * @throws RES_NOT_FOUND if no relationship was deleted
 * @see docs/reference/relationships.md#delete-relationships-between-two-memories
 */
export async function deleteRelationshipsBetween(
  deps: DeleteRelationshipsBetweenDeps,
  { tenantId }: Caller,
  fromId: string,
  toId: string,
): Promise<string[]> {
  return deps.inTransaction(tenantId, async (tx) => {
    const now = deps.now();
    const [, removed] = await Promise.all([
      lockForBulkRemoval(tx, tenantId),
      deps.relationships.removeBetween(tx, tenantId, fromId, toId, now),
    ]);
    if (removed.length === 0) {
      throw new AppError('RES_NOT_FOUND', `There is no relationship from ${fromId} to ${toId}.`, {
        details: { resource_type: 'relationship', from_id: fromId, to_id: toId },
      });
    }
    await deps.outbox.append(tx, ...removed.map((relationship) => relationshipDeleted(relationship, now)));
    tx.afterCommit(() => applyRemoved(deps.graphStore, removed));
    return removed.map((relationship) => relationship.id);
  });
}
