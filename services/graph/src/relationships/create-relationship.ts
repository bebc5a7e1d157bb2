import type { Caller } from '@loci/core';
import { buildRelationships } from './relationship.ts';
import type { NewRelationship, Relationship } from './relationship.ts';
import { storeRelationships } from './store-relationships.ts';
import type { StoreRelationshipsDeps } from './store-relationships.ts';

export interface CreateRelationshipDeps extends StoreRelationshipsDeps {
  newId(): string;
  now(): Date;
}

/**
 * Creates a relationship, or both relationships of an INVERSE_PAIRED pair, and stores the
 * `relationship.created` events in the same transaction.
 *
 * @param input must be validated and connect two different memories
 * @returns the relationship, or the forward relationship of the pair
 * @throws RES_NOT_FOUND if one of the memories does not exist
 * @throws RES_ALREADY_EXISTS if the relationship conflicts with an existing one
 * @see docs/reference/relationships.md#create-a-relationship
 */
export async function createRelationship(
  deps: CreateRelationshipDeps,
  caller: Caller,
  input: NewRelationship,
): Promise<Relationship> {
  const { tenantId, userId: createdBy } = caller;
  const created = buildRelationships(
    input,
    { tenantId, createdBy, origin: 'user', now: deps.now() },
    deps.newId,
  );
  await storeRelationships(deps, tenantId, [created], ([error]) => {
    throw error;
  });
  return created[0]!;
}
