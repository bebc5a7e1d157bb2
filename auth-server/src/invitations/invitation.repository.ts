import type { Role } from '@loci/core';
import type { CursorPage } from '@loci/http';
import { countRows } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { readListPage } from '../lists/read-list-page.ts';
import type { ListPage, SortedList } from '../lists/read-list-page.ts';
import { MAX_FAILED_ATTEMPTS } from './invitation.ts';
import type { Invitation } from './invitation.ts';

interface InvitationRow {
  invitation_id: string;
  tenant_id: string;
  email: string | null;
  role: Role;
  resets_password: boolean;
  created_at: Date;
  expires_at: Date;
}

const toInvitation = (row: InvitationRow): Invitation => ({
  invitationId: row.invitation_id,
  tenantId: row.tenant_id,
  email: row.email,
  role: row.role,
  resetsPassword: row.resets_password,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const COLUMNS =
  'i.invitation_id, i.tenant_id, i.email, i.role, i.resets_password, i.created_at, i.expires_at';

/** Inserts an invitation. @returns false for an unknown or deleted tenant */
export async function insertInvitation(
  tx: Transaction,
  invitation: Invitation,
  options: { tokenHash: Buffer; bootstrap: boolean },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO invitations (invitation_id, tenant_id, token_hash, email, role, resets_password, bootstrap,
       created_at, expires_at)
     SELECT $1, t.tenant_id, $3, $4, $5, $6, $7, $8, $9 FROM tenants t
     WHERE t.tenant_id = $2 AND t.deletion_requested_at IS NULL FOR SHARE
     RETURNING invitation_id`,
    [
      invitation.invitationId,
      invitation.tenantId,
      options.tokenHash,
      invitation.email,
      invitation.role,
      invitation.resetsPassword,
      options.bootstrap,
      invitation.createdAt,
      invitation.expiresAt,
    ],
  );
  return rows.length > 0;
}

const IS_OPEN = `i.accepted_at IS NULL AND i.failed_attempts < ${MAX_FAILED_ATTEMPTS} AND i.expires_at >`;

/** Finds an open invitation, with the name of its tenant. */
export async function findInvitation(
  tx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<(Invitation & { tenantName: string }) | null> {
  const [row] = await tx.query<InvitationRow & { tenant_name: string }>(
    `SELECT ${COLUMNS}, t.name AS tenant_name
     FROM invitations i JOIN tenants t ON t.tenant_id = i.tenant_id
     WHERE i.token_hash = $1 AND ${IS_OPEN} $2`,
    [tokenHash, now],
  );
  return row ? { ...toInvitation(row), tenantName: row.tenant_name } : null;
}

/** Open invitations, oldest first. */
const INVITATION_LIST: SortedList<InvitationRow, Invitation> = {
  list: 'invitations',
  columns: COLUMNS,
  table: 'invitations i',
  join: '',
  sortKey: ['i.created_at', 'i.invitation_id'],
  order: 'ASC',
  keyType: 'timeAndId',
  toItem: toInvitation,
  keyOf: ({ createdAt, invitationId }) => [createdAt.toISOString(), invitationId],
};

/**
 * Lists open invitations of one tenant, or of all tenants if `tenantId` is null, oldest first.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export const listInvitations = (
  tx: Transaction,
  tenantId: string | null,
  now: Date,
  page: CursorPage,
): Promise<ListPage<Invitation>> => {
  const condition = `${IS_OPEN} $1`;
  const filter =
    tenantId === null
      ? { condition, values: [now] }
      : { condition: `${condition} AND i.tenant_id = $2`, values: [now, tenantId] };
  return readListPage(tx, INVITATION_LIST, filter, page);
};

/** Counts the open invitations of a tenant, up to the limit of `countRows`. */
export async function countInvitations(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const select = `SELECT FROM invitations i WHERE i.tenant_id = $1 AND ${IS_OPEN} $2`;
  return (await countRows(tx, select, [tenantId, now])).count;
}

/**
 * Deletes an open invitation of one tenant, or of any tenant if `tenantId` is null.
 *
 * @returns null if the invitation is unknown or not open
 */
export async function deleteInvitation(
  tx: Transaction,
  { invitationId, tenantId }: { invitationId: string; tenantId: string | null },
  now: Date,
): Promise<Invitation | null> {
  const [row] = await tx.query<InvitationRow>(
    `DELETE FROM invitations i WHERE i.invitation_id = $1 AND ($2::uuid IS NULL OR i.tenant_id = $2) AND ${IS_OPEN} $3
     RETURNING ${COLUMNS}`,
    [invitationId, tenantId, now],
  );
  return row ? toInvitation(row) : null;
}

/** Deletes the open invitations of a tenant for an email address. */
export async function deleteInvitationsFor(tx: Transaction, tenantId: string, email: string): Promise<void> {
  await tx.query('DELETE FROM invitations WHERE tenant_id = $1 AND email = $2 AND accepted_at IS NULL', [
    tenantId,
    email,
  ]);
}

/**
 * Counts an attempt to join with the password of an existing account. Call it before the password is checked,
 * so that parallel attempts cannot exceed {@link MAX_FAILED_ATTEMPTS}.
 *
 * @returns false if the invitation is unknown or not open
 */
export async function countFailedAttempt(tx: Transaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE invitations i SET failed_attempts = i.failed_attempts + 1 WHERE i.token_hash = $1 AND ${IS_OPEN} $2
     RETURNING i.invitation_id`,
    [tokenHash, now],
  );
  return rows.length > 0;
}

/** Subtracts an attempt that {@link countFailedAttempt} has counted. */
export async function refundFailedAttempt(tx: Transaction, tokenHash: Buffer): Promise<void> {
  await tx.query('UPDATE invitations SET failed_attempts = failed_attempts - 1 WHERE token_hash = $1', [
    tokenHash,
  ]);
}

/** Marks an invitation as accepted, atomically. @returns null if it is unknown or not open */
export async function consumeInvitation(
  tx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<{ tenantId: string; role: Role } | null> {
  const [row] = await tx.query<{ tenantId: string; role: Role }>(
    `UPDATE invitations i SET accepted_at = $2 WHERE i.token_hash = $1 AND ${IS_OPEN} $2
     RETURNING i.tenant_id AS "tenantId", i.role`,
    [tokenHash, now],
  );
  return row ?? null;
}

export async function deleteBootstrapInvitations(tx: Transaction): Promise<void> {
  await tx.query('DELETE FROM invitations WHERE bootstrap');
}

export async function deleteExpiredInvitations(tx: Transaction, now: Date): Promise<void> {
  await tx.query('DELETE FROM invitations WHERE expires_at < $1', [now]);
}
