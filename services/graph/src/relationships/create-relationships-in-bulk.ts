import type { Caller } from '@loci/core';
import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import { combineElementErrors } from '@loci/http';
import type { CreateRelationshipDeps } from './create-relationship.ts';
import { buildRelationships } from './relationship.ts';
import type { NewRelationship, Relationship } from './relationship.ts';
import { storeRelationships } from './store-relationships.ts';

/**
 * Creates many relationships and stores their events in one transaction. Creates none if an element is
 * invalid or conflicts.
 *
 * @param inputs the validated elements. An invalid element is represented by its error.
 * @returns one relationship per input, in the order of `inputs`. For an input that creates a forward and an
 *   inverse relationship, this is the forward relationship.
 * @throws the error of the first invalid or conflicting element. Its `details.errors` lists the first invalid
 *   elements.
 * @see docs/reference/relationships.md#create-relationships-in-bulk
 */
export async function createRelationshipsInBulk(
  deps: CreateRelationshipDeps,
  caller: Caller,
  inputs: readonly (NewRelationship | AppError)[],
): Promise<Relationship[]> {
  const { tenantId, userId: createdBy } = caller;
  const context = { tenantId, createdBy, origin: 'user' as const, now: deps.now() };
  const groups = inputs.map((input) =>
    isAppError(input) ? input : buildRelationships(input, context, deps.newId),
  );
  await storeRelationships(deps, tenantId, groups, (errors) => {
    throw combineElementErrors(errors);
  });
  return groups.flatMap((group) => (isAppError(group) ? [] : group[0]!));
}
