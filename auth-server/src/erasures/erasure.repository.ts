import type { DueErasure, FoundByService } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import type { Erasure, Receipt } from './erasure.ts';

interface ErasureRow {
  tenant_id: string;
  id: string;
  user_id: string;
  requested_by: string;
  requested_at: Date;
  settled_at: Date;
  found_before: FoundByService | null;
  found_after: FoundByService | null;
  completed_at: Date | null;
  receipt: Receipt | null;
}

const COLUMNS =
  'tenant_id, id, user_id, requested_by, requested_at, settled_at, found_before, found_after, completed_at, receipt';

const toErasure = (row: ErasureRow): Erasure => ({
  tenantId: row.tenant_id,
  id: row.id,
  userId: row.user_id,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
  settledAt: row.settled_at,
  foundBefore: row.found_before,
  foundAfter: row.found_after,
  completedAt: row.completed_at,
  receipt: row.receipt,
});

/** Exceeds the duration of requests and the documented revocation delay, which is 30 seconds. */
const SETTLED_AFTER = `interval '60 seconds'`;

/**
 * Inserts an erasure, whose first pass is due immediately. The time of the request is the time of the transaction, rounded
 * up to a millisecond, so that it is not before the audit entry of the request.
 */
export async function insertErasure(
  tx: Transaction,
  erasure: Pick<Erasure, 'tenantId' | 'id' | 'userId' | 'requestedBy'> & { pseudonym: string },
): Promise<Erasure> {
  const { tenantId, id, userId, requestedBy, pseudonym } = erasure;
  const [row] = await tx.query<ErasureRow>(
    `INSERT INTO erasures (tenant_id, id, user_id, requested_by, pseudonym, requested_at, settled_at, next_pass_at)
       SELECT $1, $2, $3, $4, $5, at, at + ${SETTLED_AFTER}, at
       FROM (SELECT date_trunc('milliseconds', now()) + interval '1 millisecond' AS at) requested
       RETURNING ${COLUMNS}`,
    [tenantId, id, userId, requestedBy, pseudonym],
  );
  return toErasure(row!);
}

/** Locks the erasures of a tenant, so that concurrent requests cannot exceed the limits. */
export const lockErasures = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('erasures:' || $1, 0))`, [tenantId]);

/** Returns the ID of the running erasure of a user, or null. */
export async function findRunning(tx: Transaction, tenantId: string, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM erasures WHERE tenant_id = $1 AND user_id = $2 AND completed_at IS NULL',
    [tenantId, userId],
  );
  return row?.id ?? null;
}

/** Counts the erasures that were requested in a tenant in the last 24 hours. */
export async function countRecent(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM erasures WHERE tenant_id = $1 AND requested_at > now() - interval '24 hours'`,
    [tenantId],
  );
  return row!.count;
}

/** Returns true if the user is or was a member of the tenant. */
export async function isKnownUser(tx: Transaction, tenantId: string, userId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM memberships WHERE tenant_id = $1 AND user_id = $2
     UNION ALL SELECT 1 FROM api_keys WHERE tenant_id = $1 AND user_id = $2
     UNION ALL SELECT 1 FROM grants WHERE tenant_id = $1 AND user_id = $2
     UNION ALL SELECT 1 FROM audit_log WHERE tenant_id = $1 AND (user_id = $2::text OR $2::text = ANY(object_ids))
     LIMIT 1`,
    [tenantId, userId],
  );
  return rows.length > 0;
}

export async function findErasure(tx: Transaction, tenantId: string, id: string): Promise<Erasure | null> {
  const [row] = await tx.query<ErasureRow>(
    `SELECT ${COLUMNS} FROM erasures WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id],
  );
  return row ? toErasure(row) : null;
}

export interface ErasureQuery {
  /** Null lists the erasures of all users. */
  userId: string | null;
  /** Time and ID of the erasure after which the list continues. */
  after: readonly [string, string] | undefined;
  limit: number;
}

/** Lists the erasures of a tenant, newest first. */
export async function listErasures(
  tx: Transaction,
  tenantId: string,
  { userId, after, limit }: ErasureQuery,
): Promise<Erasure[]> {
  const rows = await tx.query<ErasureRow>(
    `SELECT ${COLUMNS} FROM erasures WHERE tenant_id = $1 AND ($2::uuid IS NULL OR user_id = $2)
       AND ($3::timestamptz IS NULL OR (requested_at, id) < ($3, $4::uuid))
     ORDER BY requested_at DESC, id DESC LIMIT $5`,
    [tenantId, userId, after?.[0] ?? null, after?.[1] ?? null, limit],
  );
  return rows.map(toErasure);
}

/** Lists the erasures for which a pass is due. Requires a system transaction. */
export async function selectDue(tx: Transaction, now: Date, limit: number): Promise<DueErasure[]> {
  const rows = await tx.query<ErasureRow & { pseudonym: string }>(
    `SELECT ${COLUMNS}, pseudonym FROM erasures WHERE next_pass_at <= $1
     ORDER BY next_pass_at, tenant_id, id LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => ({
    tenant_id: row.tenant_id,
    erasure_id: row.id,
    user_id: row.user_id,
    pseudonym: row.pseudonym,
    until: row.requested_at.toISOString(),
    is_searched: row.found_before !== null,
  }));
}

/** Finds a running erasure and locks it until the transaction ends. */
export async function lockRunning(tx: Transaction, tenantId: string, id: string): Promise<Erasure | null> {
  const [row] = await tx.query<ErasureRow>(
    `SELECT ${COLUMNS} FROM erasures WHERE tenant_id = $1 AND id = $2 AND completed_at IS NULL FOR UPDATE`,
    [tenantId, id],
  );
  return row ? toErasure(row) : null;
}

/** Stores the results of a pass. A null `nextPassAt` requires a completed erasure. */
export async function updateErasure(
  tx: Transaction,
  { tenantId, id, foundBefore, foundAfter, completedAt, receipt }: Erasure,
  nextPassAt: Date | null,
): Promise<void> {
  await tx.query(
    `UPDATE erasures SET found_before = $3, found_after = $4, completed_at = $5, receipt = $6, next_pass_at = $7,
       pseudonym = CASE WHEN $5::timestamptz IS NULL THEN pseudonym END
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, toJson(foundBefore), toJson(foundAfter), completedAt, toJson(receipt), nextPassAt],
  );
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
