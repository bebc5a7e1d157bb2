import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { isOfExpiredMemory } from '../memory-windows/memory-window.repository.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import type { Relationship } from './relationship.ts';

export interface GetRelationshipDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'find'>;
}

/**
 * Returns a relationship.
 *
 * @throws RES_NOT_FOUND if the relationship does not exist, or if one of its memories has expired
 * @see docs/reference/relationships.md#get-a-relationship
 */
export async function getRelationship(
  { inTransaction, relationships }: GetRelationshipDeps,
  caller: Caller,
  id: string,
): Promise<Relationship> {
  const [relationship, isHidden] = await inTransaction(caller.tenantId, (tx) =>
    Promise.all([relationships.find(tx, caller.tenantId, id), isOfExpiredMemory(tx, caller.tenantId, id)]),
  );
  if (!relationship || isHidden) throw notFound('relationship', id);
  return relationship;
}
