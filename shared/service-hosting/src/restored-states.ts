import { componentNames } from '@loci/contracts';
import { AppError, isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { z } from 'zod';

/** Outcome of a state of an export: whether it was inserted, or why it was not. */
export type RestoreResult = 'restored' | 'existing' | AppError;

/** Maximum size of the body of a restore, the same as that of a bulk creation. */
export const RESTORE_BODY_LIMIT_BYTES = 8 * 1024 * 1024;
/** Maximum number of states in one request. */
export const MAX_RESTORED_STATES = 1_000;

/** Response of the operations that restore states. @see docs/reference/states.md#restore-states */
export const restoredStatesResource = z
  .object({
    restored: z.int().describe('Number of states that were restored.'),
    existing: z.int().describe('Number of states that existed already and did not change.'),
    failed: z.int().describe('Number of states that were not restored.'),
    errors: z
      .array(
        z.object({
          index: z.int().describe('Position of the state in the request, from 0.'),
          code: z.string().describe('Code of the error.'),
          message: z.string().describe('Human-readable message.'),
          field_errors: z
            .record(z.string(), z.array(z.string()))
            .nullable()
            .describe('Messages by field name, for invalid fields.'),
        }),
      )
      .describe('One error per failed state, in the order of the request.'),
  })
  .register(componentNames, { name: 'RestoredStates' });

/** Builds the response of a restore. @param results one result per state, in the order of the request */
export function toRestoredStatesResource(results: readonly RestoreResult[]) {
  const errors = results.flatMap((result, index) =>
    isAppError(result)
      ? [{ index, code: result.code, message: result.message, field_errors: result.fieldErrors }]
      : [],
  );
  return {
    restored: results.filter((result) => result === 'restored').length,
    existing: results.filter((result) => result === 'existing').length,
    failed: errors.length,
    errors,
  };
}

/**
 * Requires that the caller can restore an export.
 *
 * @param objects plural name of the objects, for the message
 * @throws AUTH_FORBIDDEN if the caller is not an owner
 */
export function requireRestorer({ role }: Pick<Caller, 'role'>, objects: string): void {
  if (role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', `Only owners can restore ${objects}.`, {
    details: { required_role: 'owner', current_role: role },
  });
}
