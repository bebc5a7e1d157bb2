import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { CursorPage } from '@loci/http';
import { requirePortal } from '../account/require-portal.ts';
import type { ListPage } from '../lists/read-list-page.ts';
import { findKey, listActiveKeys } from './api-key.repository.ts';
import { createApiKey } from './create-api-key.ts';
import type { CreateApiKeyDeps, NewApiKey } from './create-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import type { RevokeApiKeyDeps } from './revoke-api-key.ts';
import type { ApiKey } from './api-key.ts';

export type ManageOwnKeysDeps = CreateApiKeyDeps & RevokeApiKeyDeps;

/** Returns the user whose keys a caller can see. Null for an owner, who can see all keys of the tenant. */
const visibleOwner = (caller: Caller): string | null => (caller.role === 'owner' ? null : caller.userId);

/**
 * Lists the API keys that the caller can see and that are not revoked, newest first.
 *
 * @throws AUTH_FORBIDDEN if the caller is not the portal; VAL_FIELD_INVALID for the cursor of another list
 */
export async function listOwnKeys(
  deps: ManageOwnKeysDeps,
  caller: Caller,
  page: CursorPage,
): Promise<ListPage<ApiKey>> {
  requirePortal(caller);
  const { tenantId } = caller;
  return deps.database.inTransaction(tenantId, (tx) =>
    listActiveKeys(tx, { tenantId, userId: visibleOwner(caller) }, page),
  );
}

/**
 * Returns an API key.
 *
 * @param options.includeRevoked true to also return a revoked key, for example to show its name
 * @throws AUTH_FORBIDDEN if the caller is not the portal; RES_NOT_FOUND for other revoked keys and for a key that the
 *   caller cannot see
 */
export async function getOwnKey(
  deps: ManageOwnKeysDeps,
  caller: Caller,
  keyId: string,
  { includeRevoked }: { includeRevoked: boolean },
): Promise<ApiKey> {
  const key = await findVisibleKey(deps, caller, keyId);
  if (key.revokedAt !== null && !includeRevoked) throw notFound('api_key', keyId);
  return key;
}

/**
 * Creates an API key of the caller. Returns its text, which cannot be retrieved again.
 *
 * @throws AUTH_FORBIDDEN if the caller is not the portal, or for a permission that the caller does not have
 */
export async function createOwnKey(
  deps: ManageOwnKeysDeps,
  caller: Caller,
  { name, permissions, expiresAt }: Pick<NewApiKey, 'name' | 'permissions' | 'expiresAt'>,
): Promise<{ key: ApiKey; apiKey: string }> {
  requirePortal(caller);
  const missing = permissions.find((permission) => !caller.permissions.includes(permission));
  if (missing !== undefined) {
    throw new AppError(
      'AUTH_FORBIDDEN',
      `You do not have the permission \`${missing}\`, so your API key cannot have it. ` +
        'Remove it from `permissions`.',
    );
  }
  return createApiKey(deps, {
    tenantId: caller.tenantId,
    userId: caller.userId,
    name,
    permissions,
    expiresAt,
  });
}

/**
 * Revokes an API key and all its tokens. Idempotent.
 *
 * @throws AUTH_FORBIDDEN if the caller is not the portal; RES_NOT_FOUND for a key that the caller cannot see
 */
export async function revokeOwnKey(deps: ManageOwnKeysDeps, caller: Caller, keyId: string): Promise<ApiKey> {
  await findVisibleKey(deps, caller, keyId);
  return revokeApiKey(deps, keyId);
}

/** @throws AUTH_FORBIDDEN if the caller is not the portal; RES_NOT_FOUND for a key that the caller cannot see */
async function findVisibleKey(deps: ManageOwnKeysDeps, caller: Caller, keyId: string): Promise<ApiKey> {
  requirePortal(caller);
  const key = await deps.database.inTransaction(caller.tenantId, (tx) => findKey(tx, caller.tenantId, keyId));
  const owner = visibleOwner(caller);
  if (key === null || (owner !== null && key.userId !== owner)) throw notFound('api_key', keyId);
  return key;
}
