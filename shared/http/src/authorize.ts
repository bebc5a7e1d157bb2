import { AppError } from '@loci/core';
import type { RequestContext } from './context.ts';
import type { Route } from './route.ts';

/**
 * Checks that the caller may use a route.
 *
 * @throws AUTH_UNAUTHORIZED without a caller
 * @throws AUTH_INSUFFICIENT_PERMISSIONS if an OAuth token lacks the scope
 * @throws AUTH_FORBIDDEN if the token of an API key lacks the scope, or if the caller lacks the permission
 * @throws RES_NOT_FOUND for an internal route, if the request does not come from another service
 * @see docs/reference/http.md#authorization
 */
export function authorize(
  route: Pick<Route, 'scope' | 'permission'>,
  context: RequestContext | undefined,
): void {
  if (route.scope === 'public') return;
  if (route.scope === 'internal') {
    if (context?.internal) return;
    throw new AppError('RES_NOT_FOUND', 'The path does not exist.');
  }
  const caller = context?.caller;
  if (!caller) {
    throw new AppError(
      'AUTH_UNAUTHORIZED',
      'The access token is missing. Send the header `Authorization: Bearer <ACCESS_TOKEN>`.',
    );
  }
  if (!caller.scopes.includes(route.scope)) {
    if (caller.via === 'key') {
      throw new AppError(
        'AUTH_FORBIDDEN',
        `The API key does not have the permission ${route.scope}. Use another API key.`,
      );
    }
    throw new AppError(
      'AUTH_INSUFFICIENT_PERMISSIONS',
      `The access token does not have the scope ${route.scope}. Authorize again with this scope.`,
      { details: { required_scope: route.scope } },
    );
  }
  const required = route.permission ?? route.scope;
  if (!caller.permissions.includes(required)) {
    throw new AppError(
      'AUTH_FORBIDDEN',
      `You do not have the permission ${required}, which this operation requires.`,
    );
  }
}
