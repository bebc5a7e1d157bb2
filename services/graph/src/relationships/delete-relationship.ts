import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { applyRemoved } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { lockForChange } from './graph-lock.ts';
import { relationshipDeleted } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';

export interface DeleteRelationshipDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'find' | 'remove'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a relationship and stores its `relationship.deleted` event in the same transaction. Keeps the other
 * relationship of an INVERSE_PAIRED pair.
 *
 * @throws RES_NOT_FOUND if the relationship does not exist
 * @see docs/reference/relationships.md#delete-a-relationship
 */
export async function deleteRelationship(
  deps: DeleteRelationshipDeps,
  caller: Caller,
  id: string,
): Promise<void> {
  await deps.inTransaction(caller.tenantId, async (tx) => {
    const [, relationship] = await Promise.all([
      lockForChange(tx, caller.tenantId, id),
      deps.relationships.find(tx, caller.tenantId, id),
    ]);
    if (!relationship) throw notFound('relationship', id);
    const now = deps.now();
    await Promise.all([
      deps.relationships.remove(tx, caller.tenantId, id, now),
      deps.outbox.append(tx, relationshipDeleted(relationship, now)),
    ]);
    tx.afterCommit(() => applyRemoved(deps.graphStore, [relationship]));
  });
}
