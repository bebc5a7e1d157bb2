import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { AppError, notFound } from '@loci/core';
import type { Caller, Permission } from '@loci/core';
import type { Page } from '@loci/http';
import { findKey, listKeys } from './api-key.repository.ts';
import { createApiKey } from './create-api-key.ts';
import type { CreateApiKeyDeps } from './create-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import type { RevokeApiKeyDeps } from './revoke-api-key.ts';
import type { ApiKey } from './api-key.ts';

export type ManageOwnKeysDeps = CreateApiKeyDeps & RevokeApiKeyDeps;

/**
 * A key outlives the token that made it. So only a person makes one, in the portal: an assistant that was let in
 * for a day cannot let itself in for ever.
 * @throws AUTH_FORBIDDEN
 */
function requirePortal(caller: Caller): void {
  if (caller.via === 'oauth' && caller.clientId === PORTAL_CLIENT_ID) return;
  throw new AppError('AUTH_FORBIDDEN', 'API keys are managed in the portal, by a person.');
}

/** Whose keys a person sees: an owner everybody's of the tenant, anybody else their own. */
const visibleTo = (caller: Caller): string | null => (caller.role === 'owner' ? null : caller.userId);

/** Newest last, revoked ones included. @throws AUTH_FORBIDDEN outside of the portal */
export async function listOwnKeys(
  deps: ManageOwnKeysDeps,
  caller: Caller,
  page: Page,
): Promise<{ keys: ApiKey[]; total: number }> {
  requirePortal(caller);
  const { tenantId } = caller;
  return deps.database.inTransaction(tenantId, (tx) =>
    listKeys(tx, { tenantId, userId: visibleTo(caller) }, page),
  );
}

/**
 * A key of the person's own, which may do at most what they may. Its text is shown this once.
 * @throws AUTH_FORBIDDEN outside of the portal, or for a permission that the person lacks
 */
export async function createOwnKey(
  deps: ManageOwnKeysDeps,
  caller: Caller,
  { name, permissions }: { name: string; permissions: readonly Permission[] },
): Promise<{ key: ApiKey; text: string }> {
  requirePortal(caller);
  const missing = permissions.find((permission) => !caller.permissions.includes(permission));
  if (missing !== undefined) {
    throw new AppError(
      'AUTH_FORBIDDEN',
      `You cannot give the ${missing} permission, which you lack yourself.`,
    );
  }
  return createApiKey(deps, { tenantId: caller.tenantId, userId: caller.userId, name, permissions });
}

/** Ends a key and its tokens; repeatable. @throws AUTH_FORBIDDEN outside of the portal; RES_NOT_FOUND */
export async function revokeOwnKey(deps: ManageOwnKeysDeps, caller: Caller, keyId: string): Promise<ApiKey> {
  requirePortal(caller);
  const key = await deps.database.inTransaction(caller.tenantId, (tx) => findKey(tx, caller.tenantId, keyId));
  const owner = visibleTo(caller);
  if (key === null || (owner !== null && key.userId !== owner)) throw notFound('api_key', keyId);
  return revokeApiKey(deps, keyId);
}
