import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { lockToRemoveMany } from './graph-lock.ts';
import { relationshipDeleted } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { tellRemoved } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

export interface DeleteBetweenDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'removeBetween'>;
  graphStore: ChangedGraph;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes all relationships, of any type, from one memory to another, and the BIDIRECTIONAL ones between both.
 *
 * @returns the ids of the deleted ones, oldest first
 * @throws RES_NOT_FOUND when there is none
 * @see SPEC.md "Relationships" 6; DECISIONS.md "Relationships"
 */
export async function deleteBetween(
  deps: DeleteBetweenDeps,
  { tenantId }: Caller,
  fromId: string,
  toId: string,
): Promise<string[]> {
  return deps.inTransaction(tenantId, async (tx) => {
    const [, removed] = await Promise.all([
      lockToRemoveMany(tx, tenantId),
      deps.relationships.removeBetween(tx, tenantId, fromId, toId),
    ]);
    if (removed.length === 0) {
      throw new AppError('RES_NOT_FOUND', `No relationship goes from ${fromId} to ${toId}.`, {
        details: { resource_type: 'relationship', from_id: fromId, to_id: toId },
      });
    }
    const now = deps.now();
    await deps.outbox.append(tx, ...removed.map((relationship) => relationshipDeleted(relationship, now)));
    tx.afterCommit(() => tellRemoved(deps.graphStore, removed));
    return removed.map((relationship) => relationship.id);
  });
}
