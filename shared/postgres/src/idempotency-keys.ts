import type { Database, Transaction } from './database.ts';

/** Time for which the response of a request with an idempotency key is stored. */
const KEY_LIFETIME = `interval '24 hours'`;

const PURGE_BATCH_SIZE = 5_000;

/** An idempotency key of a user in a tenant. */
export interface IdempotencyKey {
  tenantId: string;
  userId: string;
  key: string;
}

/** Stored response of the first request with a key. */
export interface StoredResponse {
  /** SHA-256 of the request. */
  fingerprint: Buffer;
  /** The response as JSON. */
  response: string;
  createdAt: Date;
}

/** Result of a claim. `running` means that another transaction has claimed the key and has not ended. */
export type KeyClaim = { kind: 'claimed' } | { kind: 'running' } | { kind: 'stored'; stored: StoredResponse };

/**
 * Claims a key until the transaction ends, or returns the stored response. The claim is an advisory lock, so it assigns
 * no transaction ID before the request locks its aggregates (see `Outbox.append`), and a crash releases it.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  { tenantId, userId, key }: IdempotencyKey,
): Promise<KeyClaim> {
  const values = [tenantId, userId, key];
  // The row is read by a separate statement, so that it is visible if another transaction has stored it before the lock
  // was acquired.
  const [[lock], [stored]] = await Promise.all([
    tx.query<{ acquired: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended(
         'idempotency:' || current_schema() || ':' || $1 || ':' || $2 || ':' || $3, 0)) AS acquired`,
      values,
      'idempotency-lock',
    ),
    tx.query<{ fingerprint: Buffer; response: string; created_at: Date }>(
      `SELECT fingerprint, response, created_at FROM idempotency_keys
       WHERE tenant_id = $1 AND user_id = $2 AND key = $3 AND created_at > now() - ${KEY_LIFETIME}`,
      values,
      'idempotency-find',
    ),
  ]);
  if (stored) {
    const { fingerprint, response, created_at: createdAt } = stored;
    return { kind: 'stored', stored: { fingerprint, response, createdAt } };
  }
  return lock!.acquired ? { kind: 'claimed' } : { kind: 'running' };
}

/** Stores the response of a request whose key the transaction has claimed. Replaces an expired response. */
export async function storeResponse(
  tx: Transaction,
  { tenantId, userId, key }: IdempotencyKey,
  { fingerprint, response }: Pick<StoredResponse, 'fingerprint' | 'response'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO idempotency_keys (tenant_id, user_id, key, fingerprint, response) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, user_id, key) DO UPDATE
     SET fingerprint = excluded.fingerprint, response = excluded.response, created_at = now()`,
    [tenantId, userId, key, fingerprint, response],
    'idempotency-store',
  );
}

/** Deletes the expired keys of all tenants in batches. */
export async function purgeIdempotencyKeys(
  database: Pick<Database, 'inSystemTransaction'>,
  signal: AbortSignal,
): Promise<void> {
  for (let deleted = PURGE_BATCH_SIZE; deleted === PURGE_BATCH_SIZE && !signal.aborted;) {
    deleted = await database.inSystemTransaction(async (tx) => {
      const [row] = await tx.query<{ deleted: number }>(
        `WITH deleted AS (
           DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
             SELECT ctid FROM idempotency_keys WHERE created_at <= now() - ${KEY_LIFETIME}
             ORDER BY created_at LIMIT ${PURGE_BATCH_SIZE} FOR UPDATE SKIP LOCKED))
           RETURNING 1)
         SELECT count(*)::int AS deleted FROM deleted`,
      );
      return row!.deleted;
    });
  }
}
