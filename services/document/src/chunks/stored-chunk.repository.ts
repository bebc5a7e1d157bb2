import type { EmbeddingStatus } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import type { ChunkMetadata } from '../chunking/chunk.ts';
import type { ChunkEmbeddingStatus, StoredChunk } from './stored-chunk.ts';

interface ChunkRow {
  tenant_id: string;
  id: string;
  document_id: string;
  chunk_index: number;
  content: string;
  start_char: number;
  end_char: number;
  metadata: ChunkMetadata;
  embedding_status: EmbeddingStatus;
  created_at: Date;
}

const COLUMN_TYPES: Readonly<Record<keyof ChunkRow, string>> = {
  tenant_id: 'uuid',
  id: 'uuid',
  document_id: 'uuid',
  chunk_index: 'int',
  content: 'text',
  start_char: 'int',
  end_char: 'int',
  metadata: 'jsonb',
  embedding_status: 'text',
  created_at: 'timestamptz',
};
const COLUMN_NAMES = Object.keys(COLUMN_TYPES) as (keyof ChunkRow)[];
const COLUMNS = COLUMN_NAMES.join(', ');

/** Maximum number of rows in one INSERT statement. This many rows have about 1 MB of text. */
const INSERT_BATCH_SIZE = 2_000;

/** Sections of a chunk. */
export interface OutlineChunk {
  id: string;
  index: number;
  page: number | null;
  sections: readonly string[];
}

/** Reads and writes the chunks of documents in PostgreSQL. */
export interface ChunkRepository {
  /** Inserts the chunks of a document. */
  insert(tx: Transaction, chunks: readonly StoredChunk[]): Promise<void>;
  /**
   * Returns a page of the chunks of a document, in the order of the text.
   *
   * @param options.afterIndex index of the chunk to continue after
   */
  ofDocument(
    tx: Transaction,
    tenantId: string,
    documentId: string,
    options: { afterIndex: number | undefined; limit: number },
  ): Promise<StoredChunk[]>;
  /** Returns the sections of the chunks of a document from an index, in the order of the text. */
  outlineChunks(
    tx: Transaction,
    tenantId: string,
    documentId: string,
    options: { from: number; limit: number },
  ): Promise<OutlineChunk[]>;
  /** Returns the ids of all chunks of a document, in the order of the text. */
  idsOfDocument(tx: Transaction, tenantId: string, documentId: string): Promise<string[]>;
  /** Returns the chunks with these ids, in no particular order. Ignores unknown ids. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<StoredChunk[]>;
  /** Returns a page of the ids of all chunks of a tenant, in ascending order, starting after `afterId`. */
  listIds(tx: Transaction, tenantId: string, afterId: string | null, limit: number): Promise<string[]>;
  /** Returns the chunks of several documents, sorted by document id and then by the order of the text. */
  ofDocuments(
    tx: Transaction,
    tenantId: string,
    documentIds: readonly string[],
    limit: number,
  ): Promise<StoredChunk[]>;
  /** Returns ids of tenants with chunks, sorted, starting after `after`. Requires a system transaction. */
  tenants(tx: Transaction, after: string | null, limit: number): Promise<string[]>;
  /** Deletes all chunks of a document. Returns their ids. */
  removeOfDocument(tx: Transaction, tenantId: string, documentId: string): Promise<string[]>;
  /**
   * Sets the embedding status of chunks and updates the counts and the processing status of their documents. Idempotent.
   * Ignores unknown chunks. Requires a system transaction.
   *
   * @param statuses at most one status per chunk
   */
  setEmbeddingStatuses(tx: Transaction, statuses: readonly ChunkEmbeddingStatus[]): Promise<void>;
}

export const chunkRepository: ChunkRepository = {
  insert: async (tx, chunks) => {
    const inserts: Promise<unknown>[] = [];
    for (let at = 0; at < chunks.length; at += INSERT_BATCH_SIZE) {
      inserts.push(insertBatch(tx, chunks.slice(at, at + INSERT_BATCH_SIZE)));
    }
    await Promise.all(inserts);
  },

  ofDocument: async (tx, tenantId, documentId, { afterIndex = -1, limit }) => {
    const rows = await tx.query<ChunkRow>(
      `SELECT ${COLUMNS} FROM chunks WHERE tenant_id = $1 AND document_id = $2 AND chunk_index > $3
       ORDER BY chunk_index LIMIT $4`,
      [tenantId, documentId, afterIndex, limit],
      'chunks-of-document',
    );
    return rows.map(toChunk);
  },

  outlineChunks: async (tx, tenantId, documentId, { from, limit }) => {
    const rows = await tx.query<Pick<ChunkRow, 'id' | 'chunk_index' | 'metadata'>>(
      `SELECT id, chunk_index, metadata FROM chunks WHERE tenant_id = $1 AND document_id = $2 AND chunk_index >= $3
       ORDER BY chunk_index LIMIT $4`,
      [tenantId, documentId, from, limit],
      'chunks-outline',
    );
    return rows.map(({ id, chunk_index: index, metadata: { page = null, sections = [] } }) => ({
      id,
      index,
      page,
      sections,
    }));
  },

  idsOfDocument: async (tx, tenantId, documentId) => {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM chunks WHERE tenant_id = $1 AND document_id = $2 ORDER BY chunk_index',
      [tenantId, documentId],
      'chunk-ids-of-document',
    );
    return rows.map((row) => row.id);
  },

  findMany: async (tx, tenantId, ids) => {
    const rows = await tx.query<ChunkRow>(
      `SELECT ${COLUMNS} FROM chunks WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
      'chunks-find-many',
    );
    return rows.map(toChunk);
  },

  listIds: async (tx, tenantId, afterId, limit) => {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM chunks WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [tenantId, afterId, limit],
      'chunks-list-ids',
    );
    return rows.map((row) => row.id);
  },

  ofDocuments: async (tx, tenantId, documentIds, limit) => {
    const rows = await tx.query<ChunkRow>(
      `SELECT ${COLUMNS} FROM chunks WHERE tenant_id = $1 AND document_id = ANY($2)
       ORDER BY document_id, chunk_index LIMIT $3`,
      [tenantId, documentIds, limit],
      'chunks-of-documents',
    );
    return rows.map(toChunk);
  },

  tenants: async (tx, after, limit) => {
    // This loose index scan reads one index entry per tenant. SELECT DISTINCT would read every chunk.
    const rows = await tx.query<{ tenant_id: string }>(
      `WITH RECURSIVE tenants AS (
         (SELECT tenant_id FROM chunks WHERE $1::uuid IS NULL OR tenant_id > $1 ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT c.tenant_id FROM chunks c WHERE c.tenant_id > t.tenant_id ORDER BY c.tenant_id LIMIT 1)
         FROM tenants t WHERE t.tenant_id IS NOT NULL)
       SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => row.tenant_id);
  },

  removeOfDocument: async (tx, tenantId, documentId) => {
    const rows = await tx.query<{ id: string }>(
      'DELETE FROM chunks WHERE tenant_id = $1 AND document_id = $2 RETURNING id',
      [tenantId, documentId],
      'chunks-remove',
    );
    return rows.map((row) => row.id);
  },

  setEmbeddingStatuses: async (tx, statuses) => {
    if (statuses.length === 0) return;
    const tenantIds = statuses.map((status) => status.tenantId);
    await Promise.all([
      // Every transaction locks documents in the same order, which prevents deadlocks. The next statement has its own
      // snapshot, so it sees the counts of the transactions that this statement waited for.
      tx.query(
        `SELECT FROM documents d
         JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[])) AS wanted(tenant_id, id) USING (tenant_id, id)
         ORDER BY tenant_id, id FOR NO KEY UPDATE OF d`,
        [tenantIds, statuses.map((status) => status.documentId)],
        'documents-lock-in-order',
      ),
      tx.query(
        `WITH changes AS (
           SELECT c.tenant_id, c.id, c.document_id, c.embedding_status AS old, s.status AS new
           FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS s(tenant_id, id, status)
           JOIN chunks c USING (tenant_id, id) WHERE c.embedding_status <> s.status
         ), updated AS (
           UPDATE chunks c SET embedding_status = changes.new FROM changes
           WHERE c.tenant_id = changes.tenant_id AND c.id = changes.id
         ), sums AS (
           SELECT tenant_id, document_id,
             count(*) FILTER (WHERE new = 'completed') - count(*) FILTER (WHERE old = 'completed') AS embedded,
             count(*) FILTER (WHERE new = 'failed') - count(*) FILTER (WHERE old = 'failed') AS failed
           FROM changes GROUP BY tenant_id, document_id
         )
         UPDATE documents d SET embedded_count = embedded_count + s.embedded, failed_count = failed_count + s.failed,
           processing_status = CASE
             WHEN embedded_count + s.embedded + failed_count + s.failed < chunk_count THEN 'active'
             WHEN failed_count + s.failed > 0 THEN 'failed'
             ELSE 'completed' END
         FROM sums s WHERE d.tenant_id = s.tenant_id AND d.id = s.document_id`,
        [tenantIds, statuses.map((status) => status.chunkId), statuses.map((status) => status.status)],
        'chunks-set-embeddings',
      ),
    ]);
  },
};

function insertBatch(tx: Transaction, chunks: readonly StoredChunk[]): Promise<unknown> {
  const rows = chunks.map(toRow);
  const arrays = COLUMN_NAMES.map((column, index) => `$${index + 1}::${COLUMN_TYPES[column]}[]`);
  return tx.query(
    `INSERT INTO chunks (${COLUMNS}) SELECT * FROM unnest(${arrays.join(', ')})`,
    COLUMN_NAMES.map((column) => rows.map((row) => row[column])),
    'chunks-insert',
  );
}

const toChunk = (row: ChunkRow): StoredChunk => ({
  tenantId: row.tenant_id,
  id: row.id,
  documentId: row.document_id,
  index: row.chunk_index,
  content: row.content,
  startChar: row.start_char,
  endChar: row.end_char,
  metadata: row.metadata,
  embeddingStatus: row.embedding_status,
  createdAt: row.created_at,
});

const toRow = (chunk: StoredChunk): ChunkRow => ({
  tenant_id: chunk.tenantId,
  id: chunk.id,
  document_id: chunk.documentId,
  chunk_index: chunk.index,
  content: chunk.content,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
  metadata: chunk.metadata,
  embedding_status: chunk.embeddingStatus,
  created_at: chunk.createdAt,
});
