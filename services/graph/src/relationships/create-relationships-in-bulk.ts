import type { Caller } from '@loci/core';
import { AppError, MAX_REPORTED_PROBLEMS, isAppError } from '@loci/core';
import type { FieldErrors } from '@loci/core';
import type { CreateRelationshipDeps } from './create-relationship.ts';
import { buildRelationships } from './relationship.ts';
import type { NewRelationship, Relationship } from './relationship.ts';
import { storeRelationships } from './store-relationships.ts';
import type { GroupErrors } from './store-relationships.ts';

/**
 * Creates many relationships and stores their events in one transaction. Creates none if an element is
 * invalid or conflicts.
 *
 * @param inputs the validated elements. An invalid element is represented by its error.
 * @returns the relationships, or their forward halves, in the order of `inputs`
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
    throw combineErrors(errors);
  });
  return groups.flatMap((group) => (isAppError(group) ? [] : group[0]!));
}

function combineErrors(errors: GroupErrors): AppError {
  const invalid = errors.flatMap((error, index) => (error === null ? [] : [{ index, error }]));
  const { index, error: first } = invalid[0]!;
  const listed = invalid.slice(0, MAX_REPORTED_PROBLEMS);
  const omitted = invalid.length - listed.length;
  const omittedNote = omitted === 0 ? '' : ` ${omitted} more invalid elements are not listed.`;
  const fields = listed.flatMap(({ index, error }) =>
    Object.entries(error.fieldErrors ?? {}).map(
      ([field, messages]) => [`${index}.${field}`, messages] as const,
    ),
  );
  const fieldErrors: FieldErrors = Object.fromEntries(fields.slice(0, MAX_REPORTED_PROBLEMS));
  return new AppError(first.code, `Nothing was created. Element ${index}: ${first.message}${omittedNote}`, {
    details: {
      ...first.details,
      errors: listed.map(({ index, error: { code, message } }) => ({ index, code, message })),
      ...(omitted === 0 ? {} : { problems_omitted: omitted }),
    },
    fieldErrors: Object.keys(fieldErrors).length > 0 ? fieldErrors : undefined,
    status: first.status,
  });
}
