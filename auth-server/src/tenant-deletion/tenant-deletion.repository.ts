import { REVOKE_GRANT } from '../grants/grant.repository.ts';
import type { DueTenantDeletion } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import type { TenantDeletion } from './tenant-deletion.ts';

/** Tables to which a request that was accepted before the deletion can still add rows. */
const TABLES_WITH_LATE_ROWS = ['idempotency_keys', 'erasures', 'erased_objects'];

/** Tables whose rows of a tenant are deleted when its deletion is requested. */
export const ENDED_TABLES = ['memberships', 'refresh_tokens', 'invitations', ...TABLES_WITH_LATE_ROWS];

/** Locks the row of a tenant until the transaction ends. Returns null for an unknown tenant. */
export async function lockTenant(
  tx: Transaction,
  tenantId: string,
): Promise<{ bootstrap: boolean; deletion: TenantDeletion | null } | null> {
  const [row] = await tx.query<{
    bootstrap: boolean;
    deletion_requested_at: Date | null;
    data_deleted_at: Date | null;
  }>(
    `SELECT bootstrap, deletion_requested_at, data_deleted_at FROM tenants WHERE tenant_id = $1 FOR UPDATE`,
    [tenantId],
  );
  if (row === undefined) return null;
  const { bootstrap, deletion_requested_at: requestedAt, data_deleted_at: dataDeletedAt } = row;
  return { bootstrap, deletion: requestedAt === null ? null : { requestedAt, dataDeletedAt } };
}

/** Marks a tenant as deleted. The first deletion pass is due immediately. */
export async function markDeleted(tx: Transaction, tenantId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE tenants SET deletion_requested_at = $2, next_deletion_pass_at = $2, updated_at = $2 WHERE tenant_id = $1`,
    [tenantId, now],
  );
}

/**
 * Ends all access to a tenant: deletes memberships, refresh tokens and invitations, and revokes API keys and grants.
 * Deletes the accounts of users who are members of no other tenant. The caller must lock the tenant first.
 */
export async function endTenantAccess(tx: Transaction, tenantId: string, now: Date): Promise<void> {
  const locked = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM users WHERE user_id IN (SELECT user_id FROM memberships WHERE tenant_id = $1)
     ORDER BY user_id FOR UPDATE`,
    [tenantId],
  );
  const userIds = locked.map((row) => row.user_id);
  await tx.query('DELETE FROM memberships WHERE tenant_id = $1', [tenantId]);
  // The keys are revoked before the grants, because the update locks the keys. A concurrent exchange
  // therefore cannot insert another grant.
  await tx.query('UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE tenant_id = $1', [
    tenantId,
    now,
  ]);
  await tx.query(`UPDATE grants SET ${REVOKE_GRANT} WHERE tenant_id = $1 AND revoked_at IS NULL`, [tenantId]);
  await tx.query(
    `DELETE FROM oidc_records o USING grants g WHERE g.tenant_id = $1 AND g.key_id IS NULL
       AND (o.grant_id = g.grant_id OR (o.model = 'Grant' AND o.id = g.grant_id))`,
    [tenantId],
  );
  for (const table of ENDED_TABLES) await tx.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
  await tx.query(
    `WITH ended AS (
       UPDATE users u SET email = NULL, password_hash = NULL
       WHERE u.user_id = ANY($1) AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.user_id)
       RETURNING u.user_id)
     DELETE FROM oidc_records o USING ended WHERE o.user_id = ended.user_id::text`,
    [userIds],
  );
}

/**
 * Deletes the rows that requests added after the access to the tenant ended, such as the stored response of the
 * deletion request itself. Returns their number.
 */
export async function deleteLateRows(tx: Transaction, tenantId: string): Promise<number> {
  let deleted = 0;
  for (const table of TABLES_WITH_LATE_ROWS) {
    deleted += (await tx.query(`DELETE FROM ${table} WHERE tenant_id = $1 RETURNING 1`, [tenantId])).length;
  }
  return deleted;
}

/** Lists the tenants whose next deletion pass is due, in the order of their due time. */
export const selectDueDeletions = (tx: Transaction, now: Date, limit: number): Promise<DueTenantDeletion[]> =>
  tx.query<DueTenantDeletion>(
    `SELECT t.tenant_id, coalesce(d.is_searched, true) AS is_searched
     FROM tenants t LEFT JOIN tenant_deletions d ON d.tenant_id = t.tenant_id
     WHERE t.next_deletion_pass_at <= $1
     ORDER BY t.next_deletion_pass_at, t.tenant_id LIMIT $2`,
    [now, limit],
  );

/** Returns true if an access token of the tenant has not expired. */
export async function hasValidTokens(tx: Transaction, tenantId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM grants WHERE tenant_id = $1 AND access_expires_at > $2 LIMIT 1',
    [tenantId, now],
  );
  return rows.length > 0;
}

export async function scheduleNextPass(
  tx: Transaction,
  tenantId: string,
  { nextPassAt, dataDeletedAt }: { nextPassAt: Date; dataDeletedAt: Date | null },
): Promise<void> {
  await tx.query(`UPDATE tenants SET next_deletion_pass_at = $2, data_deleted_at = $3 WHERE tenant_id = $1`, [
    tenantId,
    nextPassAt,
    dataDeletedAt,
  ]);
}

/** Deletes the last rows of a deleted tenant. */
export async function deleteTenantRecords(tx: Transaction, tenantId: string): Promise<void> {
  for (const table of ['erased_objects', 'grants', 'api_keys', 'tenants']) {
    await tx.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
  }
}
