import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { lockToChange } from './graph-lock.ts';
import { relationshipDeleted } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { tellRemoved } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

export interface DeleteRelationshipDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'find' | 'remove'>;
  graphStore: ChangedGraph;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a relationship; of an INVERSE_PAIRED one this half only. The memories stay.
 * @throws RES_NOT_FOUND
 * @see SPEC.md "Relationships" 5
 */
export async function deleteRelationship(
  deps: DeleteRelationshipDeps,
  caller: Caller,
  id: string,
): Promise<void> {
  await deps.inTransaction(caller.tenantId, async (tx) => {
    const [, relationship] = await Promise.all([
      lockToChange(tx, caller.tenantId, id),
      deps.relationships.find(tx, caller.tenantId, id),
    ]);
    if (!relationship) throw notFound('relationship', id);
    await Promise.all([
      deps.relationships.remove(tx, caller.tenantId, id),
      deps.outbox.append(tx, relationshipDeleted(relationship, deps.now())),
    ]);
    tx.afterCommit(() => tellRemoved(deps.graphStore, [relationship]));
  });
}
