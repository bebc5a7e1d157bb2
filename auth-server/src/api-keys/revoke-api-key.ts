import { notFound } from '@loci/core';
import { recordAudit } from '@loci/postgres';
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
  const now = deps.now();
  const key = await deps.database.inSystemTransaction(async (tx) => {
    const revoked = await revokeKey(tx, keyId, now);
    // A key that was revoked earlier keeps its date, and nothing changed.
    if (revoked?.revokedAt?.getTime() === now.getTime()) {
      const { tenantId } = revoked;
      await recordAudit(tx, { tenantId, action: 'delete', objectType: 'api_key', objectIds: [keyId] });
    }
    return revoked;
  });
  if (key === null) throw notFound('api_key', keyId);
  return key;
}
