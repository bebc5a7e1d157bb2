import type { Caller } from '@loci/core';
import { AppError, isAppError } from '@loci/core';
import type { FieldErrors } from '@loci/core';
import type { CreateRelationshipDeps } from './create-relationship.ts';
import { buildRelationships } from './relationship.ts';
import type { NewRelationship, Relationship } from './relationship.ts';
import { storeRelationships } from './store-relationships.ts';
import type { Refusals } from './store-relationships.ts';

/**
 * Stores many relationships with their events, or none of them.
 *
 * @param inputs validated one by one: an error stands in the place of a bad element
 * @returns the forward ones in the order of `inputs`
 * @throws the first bad element's error, with `details.errors` about every bad one
 * @see SPEC.md "Relationships" 7; DECISIONS.md "Relationships" (Bulk)
 */
export async function createRelationships(
  deps: CreateRelationshipDeps,
  caller: Caller,
  inputs: readonly (NewRelationship | AppError)[],
): Promise<Relationship[]> {
  const { tenantId, userId: createdBy } = caller;
  const making = { tenantId, createdBy, origin: 'user' as const, now: deps.now() };
  const groups = inputs.map((input) =>
    isAppError(input) ? input : buildRelationships(input, making, deps.newId),
  );
  await storeRelationships(deps, tenantId, groups, (refusals) => {
    throw allOf(refusals);
  });
  return groups.flatMap((group) => (isAppError(group) ? [] : group[0]!));
}

function allOf(refusals: Refusals): AppError {
  const bad = refusals.flatMap((error, index) => (error === null ? [] : [{ index, error }]));
  const { index, error: first } = bad[0]!;
  const fieldErrors: FieldErrors = {};
  for (const { index, error } of bad) {
    for (const [field, messages] of Object.entries(error.fieldErrors ?? {})) {
      fieldErrors[`${index}.${field}`] = messages;
    }
  }
  return new AppError(first.code, `Nothing was created. Element ${index}: ${first.message}`, {
    details: {
      ...first.details,
      errors: bad.map(({ index, error: { code, message } }) => ({ index, code, message })),
    },
    fieldErrors: Object.keys(fieldErrors).length > 0 ? fieldErrors : undefined,
    status: first.status,
  });
}
