import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { RelationshipRepository } from './relationship.repository.ts';
import type { Relationship } from './relationship.ts';

export interface GetRelationshipDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'find'>;
}

/**
 * Returns a relationship.
 *
 * @throws RES_NOT_FOUND if the relationship does not exist
 * @see docs/reference/relationships.md#get-a-relationship
 */
export async function getRelationship(
  { inTransaction, relationships }: GetRelationshipDeps,
  caller: Caller,
  id: string,
): Promise<Relationship> {
  const relationship = await inTransaction(caller.tenantId, (tx) =>
    relationships.find(tx, caller.tenantId, id),
  );
  if (!relationship) throw notFound('relationship', id);
  return relationship;
}
