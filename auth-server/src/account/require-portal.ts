import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';

/**
 * Rejects callers other than the portal. API keys and memberships outlive the access token of the caller. An assistant that
 * could create them would keep its access after the user has disconnected it.
 *
 * @throws AUTH_FORBIDDEN
 */
export function requirePortal(caller: Caller): void {
  if (caller.via === 'oauth' && caller.clientId === PORTAL_CLIENT_ID) return;
  throw new AppError(
    'AUTH_FORBIDDEN',
    'API keys, members and the tenant can only be managed in the portal. Sign in there.',
  );
}

/**
 * Rejects callers who do not use the portal, and callers who are not owners of the tenant.
 *
 * @throws AUTH_FORBIDDEN
 */
export function requirePortalOwner(caller: Caller): void {
  requirePortal(caller);
  if (caller.role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', 'Only owners can manage the tenant and its members.');
}
