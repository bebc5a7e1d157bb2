import type { Transaction } from '@loci/postgres';
import type { Upload } from './upload.ts';

interface UploadRow {
  tenant_id: string;
  id: string;
  user_id: string;
  size_bytes: number;
  received_bytes: number;
  part_ids: string[];
  target: Record<string, unknown>;
  result_id: string | null;
  created_at: Date;
  expires_at: Date;
}

const toUpload = (row: UploadRow): Upload => ({
  tenantId: row.tenant_id,
  id: row.id,
  userId: row.user_id,
  sizeBytes: row.size_bytes,
  receivedBytes: row.received_bytes,
  partIds: row.part_ids,
  target: row.target,
  resultId: row.result_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** Owner of an upload. */
interface Owner {
  tenantId: string;
  userId: string;
}

/** SQL condition: the upload belongs to the user and has not expired. */
const VISIBLE = 'tenant_id = $1 AND user_id = $2 AND id = $3 AND expires_at > $4';

/**
 * Locks the uploads of a tenant until the end of the transaction, and returns the number and the total declared size of those
 * that are unfinished.
 */
export async function lockUnfinished(
  tx: Transaction,
  tenantId: string,
  now: Date,
): Promise<{ count: number; bytes: number }> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('uploads:' || current_schema() || ':' || $1::text, 0))`,
    [tenantId],
  );
  const [row] = await tx.query<{ count: number; bytes: string }>(
    `SELECT count(*)::int AS count, coalesce(sum(size_bytes), 0) AS bytes FROM resumable_uploads
     WHERE tenant_id = $1 AND result_id IS NULL AND expires_at > $2`,
    [tenantId, now],
  );
  return { count: row!.count, bytes: Number(row!.bytes) };
}

export async function insertUpload(tx: Transaction, upload: Upload): Promise<void> {
  await tx.query(
    `INSERT INTO resumable_uploads (tenant_id, id, user_id, size_bytes, target, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      upload.tenantId,
      upload.id,
      upload.userId,
      upload.sizeBytes,
      JSON.stringify(upload.target),
      upload.createdAt,
      upload.expiresAt,
    ],
  );
}

/** Returns an upload of a user. Null if it is unknown or has expired. */
export async function findUpload(
  tx: Transaction,
  { tenantId, userId }: Owner,
  id: string,
  now: Date,
): Promise<Upload | null> {
  const [row] = await tx.query<UploadRow>(`SELECT * FROM resumable_uploads WHERE ${VISIBLE}`, [
    tenantId,
    userId,
    id,
    now,
  ]);
  return row === undefined ? null : toUpload(row);
}

/**
 * Makes a request the only writer of an upload whose next byte is at `offset`.
 *
 * @returns false if the upload continues at another offset, is completed, or has expired
 */
export async function claimWriting(
  tx: Transaction,
  { tenantId, userId, id }: Pick<Upload, 'tenantId' | 'userId' | 'id'>,
  { offset, writerId, now }: { offset: number; writerId: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE resumable_uploads SET writer_id = $6
     WHERE ${VISIBLE} AND received_bytes = $5 AND result_id IS NULL RETURNING 1`,
    [tenantId, userId, id, now, offset, writerId],
  );
  return rows.length === 1;
}

/**
 * Records received bytes and their part, and extends the lifetime of the upload.
 *
 * @param progress.keptParts number of parts that the new part follows. A later part is replaced.
 * @returns false if another request has become the writer, or the upload has expired
 */
export async function recordPart(
  tx: Transaction,
  { tenantId, userId, id }: Pick<Upload, 'tenantId' | 'userId' | 'id'>,
  progress: {
    writerId: string;
    keptParts: number;
    partId: string;
    receivedBytes: number;
    now: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { writerId, keptParts, partId, receivedBytes, now, expiresAt } = progress;
  const rows = await tx.query(
    `UPDATE resumable_uploads
     SET part_ids = part_ids[1:$6] || $7::uuid, received_bytes = $8, expires_at = $9
     WHERE ${VISIBLE} AND writer_id = $5 AND result_id IS NULL RETURNING 1`,
    [tenantId, userId, id, now, writerId, keptParts, partId, receivedBytes, expiresAt],
  );
  return rows.length === 1;
}

/** Records the object that was created from an upload. Its parts and its target are not needed any longer. */
export async function recordResult(
  tx: Transaction,
  { tenantId, id }: Upload,
  resultId: string,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE resumable_uploads SET result_id = $3, part_ids = '{}', target = '{}', writer_id = NULL, expires_at = $4
     WHERE tenant_id = $1 AND id = $2 AND result_id IS NULL`,
    [tenantId, id, resultId, expiresAt],
  );
}

/** Cancels an upload. Returns false if it is unknown or has expired. */
export async function cancelUpload(
  tx: Transaction,
  { tenantId, userId }: Owner,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE resumable_uploads SET expires_at = '-infinity' WHERE ${VISIBLE} RETURNING 1`,
    [tenantId, userId, id, now],
  );
  return rows.length === 1;
}

/** Locks and returns the uploads that expired before a time. Skips locked rows. Requires a system transaction. */
export async function lockExpired(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<Pick<Upload, 'tenantId' | 'id'>[]> {
  const rows = await tx.query<{ tenant_id: string; id: string }>(
    `SELECT tenant_id, id FROM resumable_uploads WHERE expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [before, limit],
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
}

/** Deletes the row of an upload. */
export async function deleteUpload(
  tx: Transaction,
  { tenantId, id }: Pick<Upload, 'tenantId' | 'id'>,
): Promise<void> {
  await tx.query('DELETE FROM resumable_uploads WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}
