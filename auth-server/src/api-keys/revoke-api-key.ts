import { notFound } from '@loci/core';
import type { Database } from '@loci/postgres';
import { revokeKey } from './api-key.repository.ts';
import type { ApiKey } from './api-key.ts';

export interface RevokeApiKeyDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Ends a key and everything that was made from it: refreshes at once, access tokens as soon as the gateways
 * have heard of it. Doing it twice changes nothing.
 *
 * @throws RES_NOT_FOUND
 */
export async function revokeApiKey(deps: RevokeApiKeyDeps, keyId: string): Promise<ApiKey> {
  const key = await deps.database.inSystemTransaction((tx) => revokeKey(tx, keyId, deps.now()));
  if (key === null) throw notFound('api_key', keyId);
  return key;
}
