import { alreadyExists, invalidField, notFound } from '@loci/core';
import type { Permission } from '@loci/core';
import { isUniqueViolation, recordAudit } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import type { Secrets } from '@loci/runtime';
import { findTenant } from '../tenants/tenant.repository.ts';
import { lockMember } from '../users/user.repository.ts';
import { insertKey } from './api-key.repository.ts';
import { formatApiKey, generateApiKey, hashSecret } from './api-key.ts';
import type { ApiKey, ApiKeyParts } from './api-key.ts';

export interface CreateApiKeyDeps {
  database: Pick<Database, 'inTransaction'>;
  /** The first pepper hashes API keys. All of them verify API keys. */
  peppers: Secrets;
  newId(): string;
  now(): Date;
}

export interface NewApiKey {
  tenantId: string;
  /** Owner of the key. If undefined, the service user of the tenant owns it. */
  userId: string | undefined;
  name: string;
  permissions: readonly Permission[];
  /** Time from which the key is rejected. Null for a key that does not expire. */
  expiresAt: Date | null;
}

/**
 * Creates an API key.
 *
 * @returns the key and its text, which cannot be retrieved again because only a hash is stored
 * @throws RES_NOT_FOUND for an unknown tenant, or for a user who is not a member of it; RES_ALREADY_EXISTS if
 *   the owner has an active key with the same name; VAL_FIELD_INVALID if `expiresAt` is not in the future
 */
export function createApiKey(
  deps: CreateApiKeyDeps,
  input: NewApiKey,
): Promise<{ key: ApiKey; apiKey: string }> {
  const { tenantId, name, permissions, expiresAt } = input;
  if (expiresAt !== null && expiresAt <= deps.now()) {
    throw invalidField('expires_at', '`expires_at` must be in the future.');
  }
  const create = deps.database.inTransaction(tenantId, async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    if (tenant === null) throw notFound('tenant', tenantId);
    const userId = input.userId ?? tenant.serviceUserId;
    // The lock prevents a concurrent removal of the member, which would not revoke the new key.
    if ((await lockMember(tx, tenantId, userId, 'share')) === null) throw notFound('user', userId);
    const parts = generateApiKey();
    const owner = { tenantId, userId, name, permissions, expiresAt };
    const key = await addKey(deps, tx, parts, owner, { configured: false });
    await recordAudit(tx, { tenantId, action: 'create', objectType: 'api_key', objectIds: [key.keyId] });
    return { key, apiKey: formatApiKey(parts) };
  });
  return create.catch((error: unknown) => {
    if (isUniqueViolation(error)) throw alreadyExists('API key', name);
    throw error;
  });
}

/** Inserts an API key with the given prefix and secret. */
export async function addKey(
  deps: Omit<CreateApiKeyDeps, 'database'>,
  tx: Transaction,
  parts: ApiKeyParts,
  owner: Pick<ApiKey, 'tenantId' | 'userId' | 'name' | 'permissions' | 'expiresAt'>,
  options: { configured: boolean },
): Promise<ApiKey> {
  const key: ApiKey = {
    ...owner,
    keyId: deps.newId(),
    prefix: parts.prefix,
    createdAt: deps.now(),
    lastUsedAt: null,
    revokedAt: null,
  };
  await insertKey(tx, key, hashSecret(parts.secret, deps.peppers[0]), options);
  return key;
}
