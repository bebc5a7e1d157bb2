import type { Role, Tier } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { BrowserDescription } from '../connections/describe-browser.ts';
import type { Grant } from './grant.ts';

const GRANT_COLUMNS =
  'tenant_id, grant_id, user_id, client_id, key_id, created_at, access_expires_at, expires_at';

/** Values of {@link GRANT_COLUMNS}, in the same order. */
const toGrantValues = (grant: Grant) => [
  grant.tenantId,
  grant.grantId,
  grant.userId,
  grant.clientId,
  grant.keyId,
  grant.createdAt,
  grant.accessExpiresAt,
  grant.expiresAt,
];

/**
 * Inserts the grant of an exchanged API key, unless the key has been revoked. Locks the key against
 * revocation until the transaction ends, so that a revocation of the key includes this grant.
 *
 * @returns false if the key is revoked or does not exist
 */
export async function insertKeyGrant(tx: Transaction, grant: Grant): Promise<boolean> {
  const rows = await tx.query(
    `WITH active_key AS (SELECT key_id FROM api_keys
       WHERE tenant_id = $1 AND key_id = $5 AND revoked_at IS NULL FOR SHARE)
     INSERT INTO grants (${GRANT_COLUMNS})
     SELECT $1, $2, $3, $4, key_id, $6, $7, $8 FROM active_key
     RETURNING grant_id`,
    toGrantValues(grant),
    'insert-key-grant',
  );
  return rows.length > 0;
}

/**
 * Inserts the grant of a user's consent.
 *
 * @param browser browser in which the user consented
 */
export async function insertConsentGrant(
  tx: Transaction,
  grant: Grant & { keyId: null },
  { browser, operatingSystem }: BrowserDescription,
): Promise<void> {
  await tx.query(
    `INSERT INTO grants (${GRANT_COLUMNS}, browser, operating_system) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...toGrantValues(grant), browser, operatingSystem],
  );
}

/** Extends the expiry times of a grant. @returns false if the grant has been revoked */
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

/** Assignments that revoke a grant. An ended session needs no browser. */
export const REVOKE_GRANT = 'revoked_at = clock_timestamp(), browser = NULL, operating_system = NULL';

/** Revokes a grant. Idempotent. */
export async function revokeGrant(tx: Transaction, tenantId: string, grantId: string): Promise<void> {
  await tx.query(
    `UPDATE grants SET ${REVOKE_GRANT}
     WHERE tenant_id = $1 AND grant_id = $2 AND revoked_at IS NULL`,
    [tenantId, grantId],
  );
}

/**
 * Revokes the grants of a user in one tenant, or in all tenants if `tenantId` is null. `keepKeyGrants` excludes the
 * grants of API keys.
 *
 * @returns the ids of the revoked grants
 */
export async function revokeGrantsOfUser(
  tx: Transaction,
  { userId, tenantId }: { userId: string; tenantId: string | null },
  { keepKeyGrants }: { keepKeyGrants: boolean },
): Promise<string[]> {
  const rows = await tx.query<{ grant_id: string }>(
    `UPDATE grants SET ${REVOKE_GRANT}
     WHERE user_id = $1 AND ($2::uuid IS NULL OR tenant_id = $2) AND revoked_at IS NULL
       AND (key_id IS NULL OR NOT $3)
     RETURNING grant_id`,
    [userId, tenantId, keepKeyGrants],
  );
  return rows.map((row) => row.grant_id);
}

export interface RevokedGrant {
  grantId: string;
  /** Timestamp as PostgreSQL text, because a `Date` would lose the microseconds. */
  revokedAt: string;
}

/**
 * Lists revoked grants with unexpired access tokens, in the order of their revocation.
 *
 * @param after last grant of the previous page
 */
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

/** Returns the time `overlapMs` milliseconds ago by the clock of the database, as PostgreSQL text. */
export async function databaseTimeBefore(tx: Transaction, overlapMs: number): Promise<string> {
  const [row] = await tx.query<{ moment: string }>(
    `SELECT (clock_timestamp() - $1 * interval '1 millisecond')::text AS moment`,
    [overlapMs],
  );
  return row!.moment;
}

/** Deletes expired refresh tokens, and grants without unexpired tokens. */
export async function deleteExpiredGrants(tx: Transaction, now: Date): Promise<void> {
  await tx.query('DELETE FROM refresh_tokens WHERE expires_at < $1', [now]);
  await tx.query('DELETE FROM grants WHERE expires_at < $1 AND access_expires_at < $1', [now]);
}

/** Removes the browsers of portal sessions that were started before a time. */
export async function removeBrowsersBefore(tx: Transaction, time: Date): Promise<void> {
  await tx.query(
    `UPDATE grants SET browser = NULL, operating_system = NULL
     WHERE (browser IS NOT NULL OR operating_system IS NOT NULL) AND created_at < $1`,
    [time],
  );
}

/** Revokes a grant of any tenant by its id. Idempotent. */
export async function revokeGrantById(tx: Transaction, grantId: string): Promise<void> {
  await tx.query(`UPDATE grants SET ${REVOKE_GRANT} WHERE grant_id = $1 AND revoked_at IS NULL`, [grantId]);
}

/** Tenant, role and tier that the access tokens of a consent receive. */
export interface GrantMembership {
  tenantId: string;
  role: Role;
  tier: Tier;
}

/**
 * Extends the expiry time of the access tokens of a consent, and records the time of its newest access token.
 *
 * @returns the membership of the user, or null if the grant was revoked or the user is no longer a member of
 *   the tenant
 */
export async function extendConsentGrant(
  tx: Transaction,
  grantId: string,
  { now, accessExpiresAt }: { now: Date; accessExpiresAt: Date },
): Promise<GrantMembership | null> {
  const [row] = await tx.query<GrantMembership>(
    `UPDATE grants g SET access_expires_at = greatest(g.access_expires_at, $2), last_used_at = $3
     FROM memberships m JOIN tenants t ON t.tenant_id = m.tenant_id
     WHERE g.grant_id = $1 AND g.revoked_at IS NULL AND g.key_id IS NULL
       AND m.tenant_id = g.tenant_id AND m.user_id = g.user_id
     RETURNING g.tenant_id AS "tenantId", m.role, t.tier`,
    [grantId, accessExpiresAt, now],
    'extend-consent-grant',
  );
  return row ?? null;
}

/** Sets the time of the first tool call of grants that have none. */
export async function setFirstToolCalls(
  tx: Transaction,
  calls: readonly { grantId: string; calledAt: Date }[],
): Promise<void> {
  await tx.query(
    `UPDATE grants g SET first_tool_call_at = c.called_at
     FROM unnest($1::text[], $2::timestamptz[]) AS c (grant_id, called_at)
     WHERE g.grant_id = c.grant_id AND g.first_tool_call_at IS NULL`,
    [calls.map(({ grantId }) => grantId), calls.map(({ calledAt }) => calledAt)],
  );
}

/** Lists the active consents of a user, newest first, at most 200. */
export async function listConsentGrants(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<{ grantId: string; clientId: string; tenantName: string; createdAt: Date }[]> {
  return tx.query(
    `SELECT g.grant_id AS "grantId", g.client_id AS "clientId", t.name AS "tenantName", g.created_at AS "createdAt"
     FROM grants g JOIN tenants t ON t.tenant_id = g.tenant_id
     WHERE g.user_id = $1 AND g.key_id IS NULL AND g.revoked_at IS NULL AND g.expires_at > $2
     ORDER BY g.created_at DESC, g.grant_id LIMIT 200`,
    [userId, now],
  );
}

/** Finds the tenant of a consent of a user. Returns null for another grant. */
export async function findConsentOf(
  tx: Transaction,
  grantId: string,
  userId: string,
): Promise<{ tenantId: string; isRevoked: boolean } | null> {
  const [row] = await tx.query<{ tenantId: string; isRevoked: boolean }>(
    `SELECT tenant_id AS "tenantId", revoked_at IS NOT NULL AS "isRevoked"
     FROM grants WHERE grant_id = $1 AND user_id = $2 AND key_id IS NULL`,
    [grantId, userId],
  );
  return row ?? null;
}
