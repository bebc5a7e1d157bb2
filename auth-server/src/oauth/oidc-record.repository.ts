import type { Transaction } from '@loci/postgres';

/** One thing that the OAuth provider keeps, under its model and id. */
export interface OidcRecord {
  model: string;
  id: string;
  payload: Record<string, unknown>;
  grantId: string | null;
  /** Of a browser session, beside its id. */
  uid: string | null;
  /** Of a device code. */
  userCode: string | null;
  /** Null: until it is deleted. */
  expiresAt: Date | null;
}

export interface StoredOidcRecord {
  payload: Record<string, unknown>;
  expiresAt: Date | null;
  /** When it was used up; null while it can be. */
  consumedAt: Date | null;
}

const RECORD_COLUMNS = 'payload, expires_at, consumed_at';

interface RecordRow {
  payload: string;
  expires_at: Date | null;
  consumed_at: Date | null;
}

const toStored = (row: RecordRow | undefined): StoredOidcRecord | null =>
  row === undefined
    ? null
    : {
        payload: JSON.parse(row.payload) as Record<string, unknown>,
        expiresAt: row.expires_at,
        consumedAt: row.consumed_at,
      };

const valuesOf = (record: OidcRecord): unknown[] => [
  record.model,
  record.id,
  JSON.stringify(record.payload),
  record.grantId,
  record.uid,
  record.userCode,
  record.expiresAt,
];

/** Inserts or replaces; what was used up stays used up. */
export async function saveRecord(tx: Transaction, record: OidcRecord): Promise<void> {
  await tx.query(
    `INSERT INTO oidc_records (model, id, payload, grant_id, uid, user_code, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`,
    valuesOf(record),
    'save-oidc-record',
  );
}

/** @returns false when a record of this id is there and has not expired at `now` */
export async function insertNewRecord(tx: Transaction, record: OidcRecord, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO oidc_records AS r (model, id, payload, grant_id, uid, user_code, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
       WHERE r.expires_at <= $8
     RETURNING id`,
    [...valuesOf(record), now],
    'insert-new-oidc-record',
  );
  return rows.length > 0;
}

export async function findRecord(
  tx: Transaction,
  model: string,
  id: string,
): Promise<StoredOidcRecord | null> {
  const [row] = await tx.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM oidc_records WHERE model = $1 AND id = $2`,
    [model, id],
    'find-oidc-record',
  );
  return toStored(row);
}

export async function findRecordByUid(
  tx: Transaction,
  model: string,
  uid: string,
): Promise<StoredOidcRecord | null> {
  const [row] = await tx.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM oidc_records WHERE model = $1 AND uid = $2`,
    [model, uid],
  );
  return toStored(row);
}

export async function findRecordByUserCode(
  tx: Transaction,
  model: string,
  userCode: string,
): Promise<StoredOidcRecord | null> {
  const [row] = await tx.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM oidc_records WHERE model = $1 AND user_code = $2`,
    [model, userCode],
  );
  return toStored(row);
}

/** Uses it up, atomically. @returns false when somebody else did */
export async function consumeRecord(tx: Transaction, model: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE oidc_records SET consumed_at = $3 WHERE model = $1 AND id = $2 AND consumed_at IS NULL RETURNING id`,
    [model, id, now],
    'consume-oidc-record',
  );
  return rows.length > 0;
}

export async function deleteRecord(tx: Transaction, model: string, id: string): Promise<void> {
  await tx.query('DELETE FROM oidc_records WHERE model = $1 AND id = $2', [model, id]);
}

export async function deleteRecordsOfGrant(tx: Transaction, model: string, grantId: string): Promise<void> {
  await tx.query('DELETE FROM oidc_records WHERE model = $1 AND grant_id = $2', [model, grantId]);
}

/** Signs a person out of every browser. */
export async function deleteUserSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`DELETE FROM oidc_records WHERE model = 'Session' AND position($1 IN payload) > 0`, [
    `"accountId":"${userId}"`,
  ]);
}

/** Forgets everything that was made from a grant, and the provider's own note of it. */
export async function deleteGrantRecords(tx: Transaction, grantId: string): Promise<void> {
  await tx.query(`DELETE FROM oidc_records WHERE grant_id = $1 OR (model = 'Grant' AND id = $1)`, [grantId]);
}

/**
 * Notes that a device asked for its token.
 * @returns false when it came before its interval was over (half a second is forgiven): the interval grows by 5 s
 */
export async function recordPoll(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const [row] = await tx.query<{ early: boolean }>(
    `WITH before AS (
       SELECT id, coalesce(last_poll_at > $2::timestamptz - (poll_interval - 0.5) * interval '1 second', false)
         AS early
       FROM oidc_records WHERE model = 'DeviceCode' AND id = $1 FOR UPDATE)
     UPDATE oidc_records r SET last_poll_at = $2,
       poll_interval = r.poll_interval + CASE WHEN before.early THEN 5 ELSE 0 END
     FROM before WHERE r.model = 'DeviceCode' AND r.id = before.id
     RETURNING before.early`,
    [id, now],
  );
  return row?.early !== true;
}

/** Notes that a client is in use; one write a day. */
export async function recordClientUse(tx: Transaction, clientId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE oidc_records SET used_at = $2 WHERE model = 'Client' AND id = $1
       AND (used_at IS NULL OR used_at < $2::timestamptz - interval '1 day')`,
    [clientId, now],
    'note-client-use',
  );
}

/** How long an expired device code is still told from one that never was. RFC 8628 section 3.5. */
export const EXPIRED_DEVICE_CODE_RETENTION_MS = 3_600_000;

/** Removes what has expired, and clients that nobody has used since `unusedSince` and that hold no grant. */
export async function deleteExpiredRecords(tx: Transaction, now: Date, unusedSince: Date): Promise<void> {
  await tx.query(`DELETE FROM oidc_records WHERE expires_at < $1 AND model <> 'DeviceCode'`, [now]);
  await tx.query(`DELETE FROM oidc_records WHERE expires_at < $1 AND model = 'DeviceCode'`, [
    new Date(now.getTime() - EXPIRED_DEVICE_CODE_RETENTION_MS),
  ]);
  await tx.query(
    `DELETE FROM oidc_records c WHERE model = 'Client' AND used_at < $1
       AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.client_id = c.id AND g.revoked_at IS NULL)`,
    [unusedSince],
  );
}

/** The `client_name` that registered clients gave themselves, by client id. */
export async function findClientNames(
  tx: Transaction,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; payload: string }>(
    `SELECT id, payload FROM oidc_records WHERE model = 'Client' AND id = ANY($1)`,
    [clientIds],
  );
  return new Map(
    rows.map(({ id, payload }) => [id, (JSON.parse(payload) as { client_name?: string }).client_name ?? id]),
  );
}
