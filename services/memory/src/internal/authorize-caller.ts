import type { Caller, ErrorCode, Scope } from '@loci/core';
import { authorize } from '@loci/http';

/** Codes of the errors that `authorizeCaller` throws. */
export const CALLER_ERRORS = [
  'AUTH_UNAUTHORIZED',
  'AUTH_FORBIDDEN',
  'AUTH_INSUFFICIENT_PERMISSIONS',
] as const satisfies readonly ErrorCode[];

/**
 * Requires that the caller of an internal operation has the given scope and the permission that the scope
 * requires. Throws the same errors as a public route. Internal routes accept every caller, so an operation on
 * behalf of a caller must call this function first.
 *
 * @throws one of `CALLER_ERRORS`
 */
export function authorizeCaller(
  scope: Extract<Scope, 'read' | 'write'>,
  caller: Caller,
  requestId: string,
): void {
  authorize({ scope }, { caller, requestId, internal: true });
}
