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
 * Stores a relationship and its event, or neither; for INVERSE_PAIRED both halves.
 *
 * @param input validated; both ends differ
 * @returns the forward one at revision 1
 * @throws RES_NOT_FOUND for a missing end; RES_ALREADY_EXISTS when its way is taken
 * @see SPEC.md "Relationships" 1; DECISIONS.md "Relationships"
 */
export async function createRelationship(
  deps: CreateRelationshipDeps,
  caller: Caller,
  input: NewRelationship,
): Promise<Relationship> {
  const { tenantId, userId: createdBy } = caller;
  const made = buildRelationships(
    input,
    { tenantId, createdBy, origin: 'user', now: deps.now() },
    deps.newId,
  );
  await storeRelationships(deps, tenantId, [made], ([refusal]) => {
    throw refusal;
  });
  return made[0]!;
}
