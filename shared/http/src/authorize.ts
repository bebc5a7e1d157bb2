import { AppError } from '@loci/core';
import type { RequestContext } from './context.ts';
import type { Route } from './route.ts';

/**
 * Refuses a caller who may not use this route. What a key's token lacks is AUTH_FORBIDDEN, a scope that an
 * OAuth token lacks AUTH_INSUFFICIENT_PERMISSIONS, a permission AUTH_FORBIDDEN for both.
 * @see DECISIONS.md "Authentication"
 */
export function authorize(route: Route, context: RequestContext | undefined): void {
  if (route.scope === 'public') return;
  if (route.scope === 'internal') {
    if (context?.internal) return;
    throw new AppError('RES_NOT_FOUND', 'There is nothing here.');
  }
  const caller = context?.caller;
  if (!caller) {
    throw new AppError('AUTH_UNAUTHORIZED', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.');
  }
  if (!caller.scopes.includes(route.scope)) {
    if (caller.via === 'key') {
      throw new AppError('AUTH_FORBIDDEN', `The API key lacks the ${route.scope} permission.`);
    }
    throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', `The token lacks the scope ${route.scope}.`, {
      details: { required_scope: route.scope },
    });
  }
  const needed = route.permission ?? route.scope;
  if (!caller.permissions.includes(needed)) {
    throw new AppError('AUTH_FORBIDDEN', `This needs the ${needed} permission.`);
  }
}
