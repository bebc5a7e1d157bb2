import type { Database, Transaction } from './database.ts';

/** Time for which the response of a request with an idempotency key is stored. */
export const KEY_LIFETIME = `interval '24 hours'`;

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

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
  /** The response as JSON. Empty if it was removed, because an object that it contains was deleted. */
  response: string;
  createdAt: Date;
}

/** SQLSTATE of {@link claimIdempotencyKey} for a key that cannot be claimed. */
const KEY_NOT_CLAIMED = 'LI001';

/**
 * Claims a key until the transaction ends. The claim is an advisory lock, so it assigns no transaction ID before the request
 * locks its aggregates (see `Outbox.append`), and a crash releases it.
 *
 * If another transaction has claimed the key, or if its response is stored, the statement fails with an error that
 * {@link isKeyNotClaimed} recognizes. PostgreSQL then rejects the statements that were sent after the claim. A request can
 * therefore send its statements without waiting for the claim.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  { tenantId, userId, key }: IdempotencyKey,
): Promise<void> {
  await tx.query(
    'SELECT public.loci_claim_idempotency_key($1, $2, $3)',
    [tenantId, userId, key],
    'idempotency-claim',
  );
}

/** True if another transaction has claimed the key, or if its response is stored. */
export const isKeyNotClaimed = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === KEY_NOT_CLAIMED;

/** Returns the stored response of a key, or null if none is stored. */
export async function findStoredResponse(
  tx: Transaction,
  { tenantId, userId, key }: IdempotencyKey,
): Promise<StoredResponse | null> {
  const [row] = await tx.query<Omit<StoredResponse, 'createdAt'> & { created_at: Date }>(
    `SELECT fingerprint, response, created_at FROM idempotency_keys
     WHERE tenant_id = $1 AND user_id = $2 AND key = $3 AND created_at > now() - ${KEY_LIFETIME}`,
    [tenantId, userId, key],
    'idempotency-find',
  );
  return row ? { fingerprint: row.fingerprint, response: row.response, createdAt: row.created_at } : null;
}

/**
 * Stores the response of a request whose key the transaction has claimed, in the round trip of its commit. Replaces an
 * expired response. The IDs of the tenant and of the user are not indexed, because most responses contain them, and
 * because the stored responses of a tenant or user are deleted together with it.
 */
export function storeResponse(
  tx: Transaction,
  { tenantId, userId, key }: IdempotencyKey,
  { fingerprint, response }: Pick<StoredResponse, 'fingerprint' | 'response'>,
): void {
  tx.beforeCommit(() =>
    tx.query(
      `INSERT INTO idempotency_keys (tenant_id, user_id, key, fingerprint, response, object_ids)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (tenant_id, user_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, response = excluded.response, object_ids = excluded.object_ids,
         created_at = now()`,
      [tenantId, userId, key, fingerprint, response, objectIds(response, [tenantId, userId])],
      'idempotency-store',
    ),
  );
}

/** Returns the IDs in a response, without the `omitted` ones. */
function objectIds(response: string, omitted: readonly string[]): string[] {
  const ids = new Set(response.match(UUIDS));
  for (const id of omitted) ids.delete(id);
  return [...ids];
}

/**
 * Removes the stored responses that contain the ID of a deleted object, because they can contain its content. The keys
 * remain, so that a retry does not repeat the request. Call it in the transaction of the deletion, after the object was
 * locked: a request that changes the object has then stored its response.
 */
export async function blankResponses(
  tx: Transaction,
  tenantId: string,
  objectIds: readonly string[],
): Promise<void> {
  // The order of the locks prevents a deadlock of two deletions whose IDs are in the same responses.
  await tx.query(
    `WITH found AS (
       SELECT user_id, key FROM idempotency_keys WHERE tenant_id = $1 AND object_ids && $2::uuid[]
       ORDER BY user_id, key FOR UPDATE)
     UPDATE idempotency_keys k SET response = '', object_ids = '{}' FROM found
     WHERE k.tenant_id = $1 AND k.user_id = found.user_id AND k.key = found.key`,
    [tenantId, objectIds],
    'idempotency-blank',
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
