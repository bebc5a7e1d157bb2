import type { Role } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { Invitation } from './invitation.ts';

/** Inserts an invitation. @throws the driver's foreign key violation for an unknown tenant */
export async function insertInvitation(
  tx: Transaction,
  invitation: Invitation,
  options: { tokenHash: Buffer; bootstrap: boolean; createdAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO invitations (tenant_id, token_hash, email, role, bootstrap, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      invitation.tenantId,
      options.tokenHash,
      invitation.email,
      invitation.role,
      options.bootstrap,
      options.createdAt,
      invitation.expiresAt,
    ],
  );
}

const IS_VALID = 'i.token_hash = $1 AND i.accepted_at IS NULL AND i.expires_at > $2';

/** Finds an invitation that is neither accepted nor expired, with the name of its tenant. */
export async function findInvitation(
  tx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<(Invitation & { tenantName: string }) | null> {
  const [row] = await tx.query<Invitation & { tenantName: string }>(
    `SELECT i.tenant_id AS "tenantId", i.email, i.role, i.expires_at AS "expiresAt", t.name AS "tenantName"
     FROM invitations i JOIN tenants t ON t.tenant_id = i.tenant_id WHERE ${IS_VALID}`,
    [tokenHash, now],
  );
  return row ?? null;
}

/** Marks an invitation as accepted, atomically. @returns null if it is unknown, accepted or expired */
export async function consumeInvitation(
  tx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<{ tenantId: string; role: Role } | null> {
  const [row] = await tx.query<{ tenantId: string; role: Role }>(
    `UPDATE invitations i SET accepted_at = $2 WHERE ${IS_VALID} RETURNING i.tenant_id AS "tenantId", i.role`,
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
