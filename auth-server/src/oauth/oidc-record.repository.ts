import type { Transaction } from '@loci/postgres';

/** A record of the OAuth provider, identified by model and id. */
export interface OidcRecord {
  model: string;
  id: string;
  payload: Record<string, unknown>;
  grantId: string | null;
  /** Second identifier of a browser session. */
  uid: string | null;
  /** User code of a device code. */
  userCode: string | null;
  /** User of the record. Null for a client, and for a browser in which no user is signed in. */
  userId: string | null;
  /** Expiry time. Null for a record that does not expire. */
  expiresAt: Date | null;
}

export interface StoredOidcRecord {
  payload: Record<string, unknown>;
  expiresAt: Date | null;
  /** Time of the use of a single-use record. Null if it was not used. */
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

const INSERT_COLUMNS = 'model, id, payload, grant_id, uid, user_code, user_id, expires_at';

/** Values of {@link INSERT_COLUMNS}, in the same order. */
const toRecordValues = (record: OidcRecord) => [
  record.model,
  record.id,
  JSON.stringify(record.payload),
  record.grantId,
  record.uid,
  record.userCode,
  record.userId,
  record.expiresAt,
];

/** Inserts or replaces a record. A replaced record stays consumed. */
export async function saveRecord(tx: Transaction, record: OidcRecord): Promise<void> {
  await tx.query(
    `INSERT INTO oidc_records (${INSERT_COLUMNS})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, user_code = excluded.user_code, user_id = excluded.user_id, expires_at = excluded.expires_at`,
    toRecordValues(record),
    'save-oidc-record',
  );
}

/** Inserts a record. @returns false if an unexpired record with this id exists */
export async function insertNewRecord(tx: Transaction, record: OidcRecord, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO oidc_records AS r (${INSERT_COLUMNS})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
       WHERE r.expires_at <= $9
     RETURNING id`,
    [...toRecordValues(record), now],
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

/** Marks a record as consumed, atomically. @returns false if it was already consumed or does not exist */
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

/** Deletes all sessions, grants, tokens, codes and pending sign-ins of a user. */
export async function deleteUserRecords(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM oidc_records WHERE user_id = $1', [userId]);
}

/** Deletes the provider's records of grants, with all their tokens and codes. */
export async function deleteGrantRecords(tx: Transaction, grantIds: readonly string[]): Promise<void> {
  await tx.query(`DELETE FROM oidc_records WHERE grant_id = ANY($1) OR (model = 'Grant' AND id = ANY($1))`, [
    grantIds,
  ]);
}

/**
 * Records that a device polled for its token. If the device polled more than half a second before the end of
 * its interval, the interval grows by 5 seconds.
 *
 * @returns false if the device polled too early
 * @see docs/reference/authentication.md#device-flow
 */
export async function recordPoll(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const [row] = await tx.query<{ early: boolean }>(
    `WITH previous AS (
       SELECT id, coalesce(last_poll_at > $2::timestamptz - (poll_interval - 0.5) * interval '1 second', false)
         AS early
       FROM oidc_records WHERE model = 'DeviceCode' AND id = $1 FOR UPDATE)
     UPDATE oidc_records r SET last_poll_at = $2,
       poll_interval = r.poll_interval + CASE WHEN previous.early THEN 5 ELSE 0 END
     FROM previous WHERE r.model = 'DeviceCode' AND r.id = previous.id
     RETURNING previous.early`,
    [id, now],
  );
  return row?.early !== true;
}

/** Records the use of a client, at most once a day. */
export async function recordClientUse(tx: Transaction, clientId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE oidc_records SET used_at = $2 WHERE model = 'Client' AND id = $1
       AND (used_at IS NULL OR used_at < $2::timestamptz - interval '1 day')`,
    [clientId, now],
    'record-client-use',
  );
}

/**
 * Time for which expired device codes are kept, so that polls return `expired_token` (RFC 8628 section 3.5).
 */
export const EXPIRED_DEVICE_CODE_RETENTION_MS = 3_600_000;

/** Deletes expired records, and clients without a grant that were last used before `unusedSince`. */
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

/**
 * Returns the names of registered clients by client id. The name of a client without `client_name` is its id.
 */
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
