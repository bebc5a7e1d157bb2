import type { Transaction } from '@loci/postgres';
import type { Grant } from './grant.ts';

/**
 * Saves the grant of an exchanged key, unless that key was revoked meanwhile: its row is locked against
 * revocation until the grant is committed and can be revoked with it.
 *
 * @returns false when the key does not work any more
 */
export async function insertKeyGrant(tx: Transaction, grant: Grant): Promise<boolean> {
  const rows = await tx.query(
    `WITH working AS (SELECT key_id FROM api_keys
       WHERE tenant_id = $1 AND key_id = $5 AND revoked_at IS NULL FOR SHARE)
     INSERT INTO grants
       (tenant_id, grant_id, user_id, client_id, key_id, created_at, access_expires_at, expires_at)
     SELECT $1, $2, $3, $4, key_id, $6, $7, $8 FROM working
     RETURNING grant_id`,
    [
      grant.tenantId,
      grant.grantId,
      grant.userId,
      grant.clientId,
      grant.keyId,
      grant.createdAt,
      grant.accessExpiresAt,
      grant.expiresAt,
    ],
    'insert-key-grant',
  );
  return rows.length > 0;
}

/** Notes how far its tokens reach now. @returns false when the grant was revoked meanwhile */
export async function extendGrant(
  tx: Transaction,
  {
    tenantId,
    grantId,
    accessExpiresAt,
    expiresAt,
  }: Pick<Grant, 'tenantId' | 'grantId' | 'accessExpiresAt' | 'expiresAt'>,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE grants SET access_expires_at = greatest(access_expires_at, $3), expires_at = greatest(expires_at, $4)
     WHERE tenant_id = $1 AND grant_id = $2 AND revoked_at IS NULL RETURNING grant_id`,
    [tenantId, grantId, accessExpiresAt, expiresAt],
  );
  return rows.length > 0;
}

/** Repeatable. */
export async function revokeGrant(tx: Transaction, tenantId: string, grantId: string): Promise<void> {
  await tx.query(
    `UPDATE grants SET revoked_at = clock_timestamp()
     WHERE tenant_id = $1 AND grant_id = $2 AND revoked_at IS NULL`,
    [tenantId, grantId],
  );
}

export interface RevokedGrant {
  grantId: string;
  /** PostgreSQL's own text, which keeps the microseconds. */
  revokedAt: string;
}

/** Revoked grants after this place, oldest first, as long as access tokens of theirs may be about. */
export function listRevokedGrants(
  tx: Transaction,
  after: RevokedGrant,
  limit: number,
): Promise<RevokedGrant[]> {
  return tx.query<RevokedGrant>(
    `SELECT grant_id AS "grantId", revoked_at::text AS "revokedAt" FROM grants
     WHERE revoked_at IS NOT NULL AND access_expires_at > clock_timestamp()
       AND (revoked_at, grant_id) > ($1::timestamptz, $2)
     ORDER BY revoked_at, grant_id LIMIT $3`,
    [after.revokedAt, after.grantId, limit],
    'list-revoked-grants',
  );
}

/** The database's clock, `overlapMs` ago. */
export async function momentBefore(tx: Transaction, overlapMs: number): Promise<string> {
  const [row] = await tx.query<{ moment: string }>(
    `SELECT (clock_timestamp() - $1 * interval '1 millisecond')::text AS moment`,
    [overlapMs],
  );
  return row!.moment;
}

/** Removes what no longer works and needs no remembering. */
export async function deleteExpiredGrants(tx: Transaction, now: Date): Promise<void> {
  await tx.query('DELETE FROM refresh_tokens WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM grants WHERE expires_at < $1 AND access_expires_at < $1', [now]);
}
