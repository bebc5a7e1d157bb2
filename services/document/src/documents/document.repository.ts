import type { ProcessingStatus } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import type { Document } from './document.ts';

interface DocumentRow {
  tenant_id: string;
  id: string;
  user_id: string;
  filename: string;
  content_type: string;
  size_bytes: number | null;
  content_sha256: Buffer | null;
  object_key: string;
  metadata: Record<string, unknown>;
  processing_status: ProcessingStatus;
  chunk_count: number;
  embedded_count: number;
  failed_count: number;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `tenant_id, id, user_id, filename, content_type, size_bytes, content_sha256, object_key, metadata,
  processing_status, chunk_count, embedded_count, failed_count, created_at, updated_at`;

/** The index that makes the same bytes one document. */
export const UNIQUE_CONTENT_INDEX = 'documents_unique_content';

const DELETED = '-infinity';

export interface DocumentRepository {
  /** Visible to `now`: stored, or of an upload that is running. */
  find(tx: Transaction, tenantId: string, id: string, now: Date): Promise<Document | null>;
  findByContent(tx: Transaction, tenantId: string, sha256: Buffer): Promise<Document | null>;
  /** Newest first. @param options.after creation time and id to continue after */
  list(
    tx: Transaction,
    tenantId: string,
    options: { now: Date; limit: number; offset: number; after: readonly [string, string] | undefined },
  ): Promise<Document[]>;
  count(tx: Transaction, tenantId: string, now: Date): Promise<number>;

  /** Stored ones alone, in no particular order. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Document[]>;
  /** Stored ones alone, newest first. @param created bounds, both inclusive */
  listStored(
    tx: Transaction,
    tenantId: string,
    created: { from: Date | null; to: Date | null },
    limit: number,
  ): Promise<Document[]>;
  countStored(tx: Transaction, tenantId: string): Promise<number>;

  /** Announces a document of a running upload. */
  insertPending(tx: Transaction, document: Document, visibleUntil: Date): Promise<void>;
  /** Keeps what was announced visible, as it is now; false when it is stored, deleted or removed. */
  renewPending(tx: Transaction, document: Document, visibleUntil: Date): Promise<boolean>;
  /**
   * Makes an announced document one for good; false when it was deleted or removed meanwhile. The same content of
   * another upload that is storing it now is waited for.
   * @throws a violation of STORED_CONTENTS when it is stored under another id
   */
  store(tx: Transaction, document: Document): Promise<boolean>;
  /** Hides what is visible at `now`, stored or not; null when nothing is. Waits for whoever is storing it. */
  softDelete(
    tx: Transaction,
    tenantId: string,
    id: string,
    now: Date,
  ): Promise<{ document: Document; wasStored: boolean } | null>;

  /** Hides what was announced, if it is still there; false when it was stored. Waits for whoever is storing it. */
  softDeletePending(tx: Transaction, document: Pick<Document, 'tenantId' | 'id'>): Promise<boolean>;

  /** Locks what nobody sees since `before`, the longest hidden first; in a system transaction. */
  lockSoftDeleted(tx: Transaction, before: Date, limit: number): Promise<Document[]>;
  /** Removes the row of a document that is not stored (any more). */
  purge(tx: Transaction, document: Pick<Document, 'tenantId' | 'id'>): Promise<void>;
}

const VISIBLE = '(visible_until IS NULL OR visible_until > $2)';

export const documentRepository: DocumentRepository = {
  find: async (tx, tenantId, id, now) => {
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents WHERE tenant_id = $1 AND ${VISIBLE} AND id = $3`,
      [tenantId, now, id],
      'document-find',
    );
    return rows[0] ? toDocument(rows[0]) : null;
  },

  findByContent: async (tx, tenantId, sha256) => {
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents
       WHERE tenant_id = $1 AND content_sha256 = $2 AND visible_until IS NULL`,
      [tenantId, sha256],
      'document-find-by-content',
    );
    return rows[0] ? toDocument(rows[0]) : null;
  },

  list: async (tx, tenantId, { now, limit, offset, after }) => {
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents WHERE tenant_id = $1 AND ${VISIBLE}
         AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [tenantId, now, limit, offset, after?.[0] ?? null, after?.[1] ?? null],
      'document-list',
    );
    return rows.map(toDocument);
  },

  count: async (tx, tenantId, now) => {
    const rows = await tx.query<{ total: string }>(
      `SELECT count(*) AS total FROM documents WHERE tenant_id = $1 AND ${VISIBLE}`,
      [tenantId, now],
      'document-count',
    );
    return Number(rows[0]!.total);
  },

  findMany: async (tx, tenantId, ids) => {
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents WHERE tenant_id = $1 AND id = ANY($2) AND visible_until IS NULL`,
      [tenantId, ids],
      'document-find-many',
    );
    return rows.map(toDocument);
  },

  listStored: async (tx, tenantId, { from, to }, limit) => {
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents
       WHERE tenant_id = $1 AND visible_until IS NULL
         AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at <= $3)
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [tenantId, from, to, limit],
      'document-list-stored',
    );
    return rows.map(toDocument);
  },

  countStored: async (tx, tenantId) => {
    const rows = await tx.query<{ total: string }>(
      'SELECT count(*) AS total FROM documents WHERE tenant_id = $1 AND visible_until IS NULL',
      [tenantId],
      'document-count-stored',
    );
    return Number(rows[0]!.total);
  },

  insertPending: async (tx, document, visibleUntil) => {
    await tx.query(
      `INSERT INTO documents (${COLUMNS}, visible_until)
       VALUES ($1, $2, $3, $4, $5, NULL, NULL, $6, '{}', $7, 0, 0, 0, $8, $8, $9)`,
      [
        document.tenantId,
        document.id,
        document.userId,
        document.filename,
        document.contentType,
        document.objectKey,
        document.processingStatus,
        document.createdAt,
        visibleUntil,
      ],
      'document-insert-pending',
    );
  },

  renewPending: async (tx, document, visibleUntil) => {
    const rows = await tx.query(
      `UPDATE documents SET visible_until = $3, processing_status = $4, size_bytes = $5, metadata = $6
       WHERE tenant_id = $1 AND id = $2 AND visible_until > '${DELETED}' RETURNING 1`,
      [
        document.tenantId,
        document.id,
        visibleUntil,
        document.processingStatus,
        document.sizeBytes,
        JSON.stringify(document.metadata),
      ],
      'document-renew-pending',
    );
    return rows.length === 1;
  },

  store: async (tx, document) => {
    const rows = await tx.query(
      `UPDATE documents SET visible_until = NULL, content_type = $3, size_bytes = $4, content_sha256 = $5,
         metadata = $6, processing_status = $7, chunk_count = $8, updated_at = $9
       WHERE tenant_id = $1 AND id = $2 AND visible_until > '${DELETED}' RETURNING 1`,
      [
        document.tenantId,
        document.id,
        document.contentType,
        document.sizeBytes,
        document.contentSha256,
        JSON.stringify(document.metadata),
        document.processingStatus,
        document.chunkCount,
        document.updatedAt,
      ],
      'document-store',
    );
    return rows.length === 1;
  },

  softDelete: async (tx, tenantId, id, now) => {
    const rows = await tx.query<DocumentRow & { was_stored: boolean }>(
      `SELECT ${COLUMNS}, visible_until IS NULL AS was_stored FROM documents
       WHERE tenant_id = $1 AND ${VISIBLE} AND id = $3 FOR UPDATE`,
      [tenantId, now, id],
      'document-lock',
    );
    const found = rows[0];
    if (!found) return null;
    await tx.query(
      `UPDATE documents SET visible_until = '${DELETED}' WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
      'document-soft-delete',
    );
    return { document: toDocument(found), wasStored: found.was_stored };
  },

  softDeletePending: async (tx, { tenantId, id }) => {
    // Two statements: the second sees what the first waited for.
    const [, stored] = await Promise.all([
      tx.query(
        `UPDATE documents SET visible_until = '${DELETED}'
         WHERE tenant_id = $1 AND id = $2 AND visible_until IS NOT NULL`,
        [tenantId, id],
        'document-soft-delete-pending',
      ),
      tx.query(
        'SELECT 1 FROM documents WHERE tenant_id = $1 AND id = $2 AND visible_until IS NULL',
        [tenantId, id],
        'document-is-stored',
      ),
    ]);
    return stored.length === 0;
  },

  lockSoftDeleted: async (tx, before, limit) => {
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents WHERE visible_until < $1
       ORDER BY visible_until LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [before, limit],
    );
    return rows.map(toDocument);
  },

  purge: async (tx, { tenantId, id }) => {
    await tx.query(
      'DELETE FROM documents WHERE tenant_id = $1 AND id = $2 AND visible_until IS NOT NULL',
      [tenantId, id],
      'document-purge',
    );
  },
};

const toDocument = (row: DocumentRow): Document => ({
  tenantId: row.tenant_id,
  id: row.id,
  userId: row.user_id,
  filename: row.filename,
  contentType: row.content_type,
  sizeBytes: row.size_bytes ?? 0,
  contentSha256: row.content_sha256,
  objectKey: row.object_key,
  metadata: row.metadata,
  processingStatus: row.processing_status,
  chunkCount: row.chunk_count,
  embeddedCount: row.embedded_count,
  failedCount: row.failed_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
