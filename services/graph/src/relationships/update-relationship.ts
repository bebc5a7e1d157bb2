import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { lockToChange } from './graph-lock.ts';
import { relationshipUpdated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { changeRelationship } from './relationship.ts';
import type { Relationship, RelationshipChange } from './relationship.ts';
import { tellStored } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

export interface UpdateRelationshipDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'find' | 'update'>;
  graphStore: ChangedGraph;
  outbox: Outbox;
  now(): Date;
}

/**
 * Changes the given fields and stores the `relationship.updated` event, or neither; a change that changes
 * nothing is no event. The other half of a pair stays as it is.
 * @throws RES_NOT_FOUND
 * @see SPEC.md "Relationships" 4
 */
export async function updateRelationship(
  deps: UpdateRelationshipDeps,
  caller: Caller,
  id: string,
  change: RelationshipChange,
): Promise<Relationship> {
  return deps.inTransaction(caller.tenantId, async (tx) => {
    const [, relationship] = await Promise.all([
      lockToChange(tx, caller.tenantId, id),
      deps.relationships.find(tx, caller.tenantId, id),
    ]);
    if (!relationship) throw notFound('relationship', id);
    const next = changeRelationship(relationship, change, deps.now());
    if (next === relationship) return relationship;
    await Promise.all([
      deps.relationships.update(tx, next),
      deps.outbox.append(tx, relationshipUpdated(next)),
    ]);
    tx.afterCommit(() => tellStored(deps.graphStore, [next]));
    return next;
  });
}
