import type { ProcessingStatus } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { DOCUMENT_BYTES_COUNTER, DOCUMENTS_COUNTER, countStoredDocuments } from './document-counters.ts';
import type { Document } from './document.ts';

interface DocumentRow {
  tenant_id: string;
  id: string;
  user_id: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  content_sha256: Buffer | null;
  object_key: string;
  metadata: Record<string, unknown>;
  title: string | null;
  authors: string[];
  processing_status: ProcessingStatus;
  chunk_count: number;
  embedded_count: number;
  failed_count: number;
  created_at: Date;
  updated_at: Date;
}

type Column = keyof DocumentRow;

const COLUMN_NAMES = [
  'tenant_id',
  'id',
  'user_id',
  'filename',
  'content_type',
  'size_bytes',
  'content_sha256',
  'object_key',
  'metadata',
  'title',
  'authors',
  'processing_status',
  'chunk_count',
  'embedded_count',
  'failed_count',
  'created_at',
  'updated_at',
] as const satisfies readonly Column[];
const COLUMNS = COLUMN_NAMES.join(', ');

/** Columns that change while an upload is running. */
const PENDING_COLUMNS = ['processing_status', 'size_bytes', 'metadata'] as const satisfies readonly Column[];
/** Columns that are set when a pending document becomes a stored document. */
const STORED_COLUMNS = [
  'content_type',
  'size_bytes',
  'content_sha256',
  'metadata',
  'title',
  'authors',
  'processing_status',
  'chunk_count',
  'updated_at',
] as const satisfies readonly Column[];

/** Columns that change when a document is reprocessed. */
const CONTENT_COLUMNS = [
  'content_type',
  'title',
  'authors',
  'processing_status',
  'chunk_count',
  'embedded_count',
  'failed_count',
  'updated_at',
] as const satisfies readonly Column[];

/** Unique index that prevents a tenant from storing the same content twice. */
export const UNIQUE_CONTENT_INDEX = 'documents_unique_content';

/** Value of `visible_until` of a deleted document. */
const DELETED = '-infinity';

/**
 * Reads and writes documents in PostgreSQL. A document is pending (its upload is running), stored, or
 * soft-deleted. A pending document expires if its upload stops renewing it, and then counts as soft-deleted.
 * Stored and pending documents are visible.
 */
export interface DocumentRepository {
  /** Returns a document that is visible at `now`, or null. */
  find(tx: Transaction, tenantId: string, id: string, now: Date): Promise<Document | null>;
  /** Returns the stored document with this content hash, or null. */
  findByContent(tx: Transaction, tenantId: string, sha256: Buffer): Promise<Document | null>;
  /**
   * Lists the documents that are visible at `now`, newest first.
   *
   * @param options.after creation time and id of the document to continue after
   */
  list(
    tx: Transaction,
    tenantId: string,
    options: { now: Date; limit: number; offset: number; after: readonly [string, string] | undefined },
  ): Promise<Document[]>;
  /** Counts the documents that are visible at `now`. */
  count(tx: Transaction, tenantId: string, now: Date): Promise<number>;

  /** Returns the stored documents with these ids, in no particular order. Ignores other ids. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Document[]>;
  /**
   * Lists stored documents, newest first.
   *
   * @param created bounds of the creation time, both inclusive
   */
  listStored(
    tx: Transaction,
    tenantId: string,
    created: { from: Date | null; to: Date | null },
    limit: number,
  ): Promise<Document[]>;
  /** Counts stored documents. */
  countStored(tx: Transaction, tenantId: string): Promise<number>;

  /** Inserts a pending document that expires at `visibleUntil`. */
  insertPending(tx: Transaction, document: Document, visibleUntil: Date): Promise<void>;
  /**
   * Updates a pending document and extends its expiry. An expired document becomes visible again.
   *
   * @returns false if the document was stored, deleted or purged
   */
  renewPending(tx: Transaction, document: Document, visibleUntil: Date): Promise<boolean>;
  /**
   * Turns a pending document into a stored one. Waits for a concurrent upload that is storing the same
   * content.
   *
   * @returns false if the document was deleted or purged
   * @throws a unique violation of {@link UNIQUE_CONTENT_INDEX} if the tenant has another document with this
   *   content
   */
  store(tx: Transaction, document: Document): Promise<boolean>;
  /**
   * Updates the fields of a stored document that its content determines. Locks the document.
   *
   * @returns false if the document is not stored
   */
  replaceContent(tx: Transaction, document: Document): Promise<boolean>;
  /**
   * Soft-deletes a document that is visible at `now`. Waits for a concurrent transaction that is storing it.
   *
   * @returns the document and whether it was stored, or null if it is not visible
   */
  softDelete(
    tx: Transaction,
    tenantId: string,
    id: string,
    now: Date,
  ): Promise<{ document: Document; wasStored: boolean } | null>;

  /**
   * Soft-deletes a document unless it is stored. Waits for a concurrent transaction that is storing it.
   *
   * @returns false if the document is stored
   */
  softDeletePending(tx: Transaction, document: Pick<Document, 'tenantId' | 'id'>): Promise<boolean>;

  /**
   * Locks and returns documents that were deleted, or that expired before `before`, oldest first. Skips
   * locked rows. Requires a system transaction.
   */
  lockSoftDeleted(tx: Transaction, before: Date, limit: number): Promise<Document[]>;
  /** Deletes the row of a document unless it is stored. */
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
    // The plan of a prepared statement that also accepts no position would read the documents of all earlier pages.
    const keyset = after === undefined ? '' : 'AND (created_at, id) < ($5::timestamptz, $6::uuid)';
    const rows = await tx.query<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents WHERE tenant_id = $1 AND ${VISIBLE} ${keyset}
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [tenantId, now, limit, offset, ...(after ?? [])],
      after === undefined ? 'document-list' : 'document-list-after',
    );
    return rows.map(toDocument);
  },

  count: async (tx, tenantId, now) => {
    const [stored, pending] = await Promise.all([
      countStoredDocuments(tx, tenantId),
      tx.query<{ total: string }>(
        'SELECT count(*) AS total FROM documents WHERE tenant_id = $1 AND visible_until > $2',
        [tenantId, now],
        'document-count-pending',
      ),
    ]);
    return stored + Number(pending[0]!.total);
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

  countStored: countStoredDocuments,

  insertPending: async (tx, document, visibleUntil) => {
    const values = [...valuesOf(document, COLUMN_NAMES), visibleUntil];
    await tx.query(
      `INSERT INTO documents (${COLUMNS}, visible_until) VALUES (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
      values,
      'document-insert-pending',
    );
  },

  renewPending: async (tx, document, visibleUntil) => {
    const rows = await tx.query(
      `UPDATE documents SET visible_until = $3, ${assignments(PENDING_COLUMNS, 4)}
       WHERE tenant_id = $1 AND id = $2 AND visible_until > '${DELETED}' RETURNING 1`,
      [document.tenantId, document.id, visibleUntil, ...valuesOf(document, PENDING_COLUMNS)],
      'document-renew-pending',
    );
    return rows.length === 1;
  },

  store: async (tx, document) => {
    const rows = await tx.query(
      `WITH stored AS (
         UPDATE documents SET visible_until = NULL, ${assignments(STORED_COLUMNS, 3)}
         WHERE tenant_id = $1 AND id = $2 AND visible_until > '${DELETED}' RETURNING tenant_id, size_bytes)
       INSERT INTO counter_changes (tenant_id, counter, change)
       SELECT tenant_id, counter, change FROM stored
       CROSS JOIN LATERAL (VALUES ('${DOCUMENTS_COUNTER}', 1), ('${DOCUMENT_BYTES_COUNTER}', size_bytes))
         counted(counter, change)
       RETURNING 1`,
      [document.tenantId, document.id, ...valuesOf(document, STORED_COLUMNS)],
      'document-store',
    );
    return rows.length > 0;
  },

  replaceContent: async (tx, document) => {
    const rows = await tx.query(
      `UPDATE documents SET ${assignments(CONTENT_COLUMNS, 3)}
       WHERE tenant_id = $1 AND id = $2 AND visible_until IS NULL RETURNING 1`,
      [document.tenantId, document.id, ...valuesOf(document, CONTENT_COLUMNS)],
      'document-replace-content',
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
      `WITH deleted AS (
         UPDATE documents SET visible_until = '${DELETED}' WHERE tenant_id = $1 AND id = $2
         RETURNING tenant_id, size_bytes)
       INSERT INTO counter_changes (tenant_id, counter, change)
       SELECT tenant_id, counter, change FROM deleted
       CROSS JOIN LATERAL (VALUES ('${DOCUMENTS_COUNTER}', -1), ('${DOCUMENT_BYTES_COUNTER}', -size_bytes))
         counted(counter, change)
       WHERE $3`,
      [tenantId, id, found.was_stored],
      'document-soft-delete',
    );
    return { document: toDocument(found), wasStored: found.was_stored };
  },

  softDeletePending: async (tx, { tenantId, id }) => {
    // The second statement has its own snapshot, so it sees the changes of a transaction that the first
    // statement waited for.
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
  sizeBytes: row.size_bytes,
  contentSha256: row.content_sha256,
  objectKey: row.object_key,
  metadata: row.metadata,
  title: row.title,
  authors: row.authors,
  processingStatus: row.processing_status,
  chunkCount: row.chunk_count,
  embeddedCount: row.embedded_count,
  failedCount: row.failed_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (document: Document): DocumentRow => ({
  tenant_id: document.tenantId,
  id: document.id,
  user_id: document.userId,
  filename: document.filename,
  content_type: document.contentType,
  size_bytes: document.sizeBytes,
  content_sha256: document.contentSha256,
  object_key: document.objectKey,
  metadata: document.metadata,
  title: document.title,
  authors: document.authors,
  processing_status: document.processingStatus,
  chunk_count: document.chunkCount,
  embedded_count: document.embeddedCount,
  failed_count: document.failedCount,
  created_at: document.createdAt,
  updated_at: document.updatedAt,
});

function valuesOf(document: Document, columns: readonly Column[]): unknown[] {
  const row = toRow(document);
  return columns.map((column) => row[column]);
}

/** Returns the assignments of an UPDATE statement. The number of the first parameter is `first`. */
const assignments = (columns: readonly Column[], first: number): string =>
  columns.map((column, index) => `${column} = $${first + index}`).join(', ');
