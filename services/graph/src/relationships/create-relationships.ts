import type { Caller } from '@loci/core';
import { AppError, MAX_REPORTED_PROBLEMS, isAppError } from '@loci/core';
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
 * @throws the first bad element's error, with `details.errors` about the first bad ones
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
  const listed = bad.slice(0, MAX_REPORTED_PROBLEMS);
  const omitted = bad.length - listed.length;
  const rest = omitted === 0 ? '' : ` ${omitted} more bad elements are not listed.`;
  const fields = listed.flatMap(({ index, error }) =>
    Object.entries(error.fieldErrors ?? {}).map(
      ([field, messages]) => [`${index}.${field}`, messages] as const,
    ),
  );
  const fieldErrors: FieldErrors = Object.fromEntries(fields.slice(0, MAX_REPORTED_PROBLEMS));
  return new AppError(first.code, `Nothing was created. Element ${index}: ${first.message}${rest}`, {
    details: {
      ...first.details,
      errors: listed.map(({ index, error: { code, message } }) => ({ index, code, message })),
      ...(omitted === 0 ? {} : { problems_omitted: omitted }),
    },
    fieldErrors: Object.keys(fieldErrors).length > 0 ? fieldErrors : undefined,
    status: first.status,
  });
}
