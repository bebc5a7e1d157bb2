import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { applyStored } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { lockForChange } from './graph-lock.ts';
import { relationshipUpdated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { changeRelationship } from './relationship.ts';
import type { Relationship, RelationshipChange } from './relationship.ts';

export interface UpdateRelationshipDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'find' | 'update'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  now(): Date;
}

/**
 * Changes the given fields and stores the `relationship.updated` event in the same transaction. Stores
 * nothing if no value changes. Does not change the other relationship of an INVERSE_PAIRED pair.
 *
 * @returns the updated relationship
 * @throws RES_NOT_FOUND if the relationship does not exist
 * @see docs/reference/relationships.md#update-a-relationship
 */
export async function updateRelationship(
  deps: UpdateRelationshipDeps,
  caller: Caller,
  id: string,
  change: RelationshipChange,
): Promise<Relationship> {
  return deps.inTransaction(caller.tenantId, async (tx) => {
    const [, relationship] = await Promise.all([
      lockForChange(tx, caller.tenantId, id),
      deps.relationships.find(tx, caller.tenantId, id),
    ]);
    if (!relationship) throw notFound('relationship', id);
    const next = changeRelationship(relationship, change, deps.now());
    if (next === relationship) return relationship;
    await Promise.all([
      deps.relationships.update(tx, next),
      deps.outbox.append(tx, relationshipUpdated(next)),
    ]);
    tx.afterCommit(() => applyStored(deps.graphStore, [next]));
    return next;
  });
}
