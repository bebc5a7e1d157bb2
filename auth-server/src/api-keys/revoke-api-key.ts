import { notFound } from '@loci/core';
import type { Database } from '@loci/postgres';
import { revokeKey } from './api-key.repository.ts';
import type { ApiKey } from './api-key.ts';

export interface RevokeApiKeyDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Revokes an API key with all its tokens. Refresh tokens are rejected immediately. Access tokens are rejected
 * as soon as the gateways have fetched the revocation. Idempotent.
 *
 * @throws RES_NOT_FOUND for an unknown key
 * @see docs/reference/authentication.md#revocation-delay
 */
export async function revokeApiKey(deps: RevokeApiKeyDeps, keyId: string): Promise<ApiKey> {
  const key = await deps.database.inSystemTransaction((tx) => revokeKey(tx, keyId, deps.now()));
  if (key === null) throw notFound('api_key', keyId);
  return key;
}
