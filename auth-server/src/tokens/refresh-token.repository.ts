import type { Transaction } from '@loci/postgres';
import type { ApiKeyTokenSubject } from './api-key-token.ts';

/** Refresh token of an API key, with the values for the next access token. */
export interface StoredRefreshToken extends ApiKeyTokenSubject {
  expiresAt: Date;
  /** Response time of the rotation that consumed the token. Null for the newest token of its family. */
  respondedAt: Date | null;
  /** True if the grant or the API key was revoked. */
  revoked: boolean;
}

export async function insertRefreshToken(
  tx: Transaction,
  token: { tenantId: string; tokenHash: Buffer; grantId: string; expiresAt: Date },
): Promise<void> {
  await tx.query(
    'INSERT INTO refresh_tokens (tenant_id, token_hash, grant_id, expires_at) VALUES ($1, $2, $3, $4)',
    [token.tenantId, token.tokenHash, token.grantId, token.expiresAt],
    'insert-refresh-token',
  );
}

/** Finds a token of any tenant by its hash. Returns null if its user is no longer a member of the tenant. */
export async function findRefreshToken(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<StoredRefreshToken | null> {
  const [row] = await tx.query<StoredRefreshToken>(
    `SELECT r.tenant_id AS "tenantId", g.user_id AS "userId", g.key_id AS "keyId", g.grant_id AS "grantId",
       t.tier, m.role, k.permissions, k.expires_at AS "keyExpiresAt", r.expires_at AS "expiresAt", r.consumed_at AS "respondedAt",
       g.revoked_at IS NOT NULL OR k.revoked_at IS NOT NULL AS revoked
     FROM refresh_tokens r
     JOIN grants g ON g.grant_id = r.grant_id
     JOIN api_keys k ON k.key_id = g.key_id
     JOIN memberships m ON m.tenant_id = g.tenant_id AND m.user_id = g.user_id
     JOIN tenants t ON t.tenant_id = g.tenant_id
     WHERE r.token_hash = $1`,
    [tokenHash],
    'find-refresh-token',
  );
  return row ?? null;
}

/** Marks a token as consumed, atomically. @returns false if a concurrent refresh consumed it */
export async function consumeRefreshToken(
  tx: Transaction,
  tenantId: string,
  tokenHash: Buffer,
  respondedAt: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE refresh_tokens SET consumed_at = $3
     WHERE tenant_id = $1 AND token_hash = $2 AND consumed_at IS NULL RETURNING grant_id`,
    [tenantId, tokenHash, respondedAt],
    'consume-refresh-token',
  );
  return rows.length > 0;
}
