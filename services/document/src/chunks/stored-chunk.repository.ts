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

const COLUMNS = `tenant_id, id, document_id, chunk_index, content, start_char, end_char, metadata, embedding_status,
  created_at`;

/** Rows per statement: about 1 MB of text. */
const INSERT_BATCH = 2_000;

export interface ChunkRepository {
  /** All chunks of one document. */
  insert(tx: Transaction, chunks: readonly StoredChunk[]): Promise<void>;
  /** In the order of the text. @param options.afterIndex chunk index to continue after */
  ofDocument(
    tx: Transaction,
    tenantId: string,
    documentId: string,
    options: { afterIndex: number | undefined; limit: number },
  ): Promise<StoredChunk[]>;
  idsOfDocument(tx: Transaction, tenantId: string, documentId: string): Promise<string[]>;
  /** Those of `ids` that exist, in no particular order. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<StoredChunk[]>;
  /** Ids in their order, those behind `afterId`. */
  listIds(tx: Transaction, tenantId: string, afterId: string | null, limit: number): Promise<string[]>;
  /** Of all these documents, in the order of their ids and of the text. */
  ofDocuments(
    tx: Transaction,
    tenantId: string,
    documentIds: readonly string[],
    limit: number,
  ): Promise<StoredChunk[]>;
  /** Tenants with chunks in their order, those behind `after`; in a system transaction. */
  tenants(tx: Transaction, after: string | null, limit: number): Promise<string[]>;
  removeOfDocument(tx: Transaction, tenantId: string, documentId: string): Promise<void>;
  /**
   * Sets what became of embeddings, and counts it into the documents: `completed` when no chunk is pending any
   * more, or `failed` when one of them failed. Each chunk once; idempotent; unknown chunks are left out. In a system
   * transaction.
   */
  setEmbeddingStatuses(tx: Transaction, outcomes: readonly ChunkEmbeddingStatus[]): Promise<void>;
}

export const chunkRepository: ChunkRepository = {
  insert: async (tx, chunks) => {
    const inserts: Promise<unknown>[] = [];
    for (let at = 0; at < chunks.length; at += INSERT_BATCH) {
      inserts.push(insertBatch(tx, chunks.slice(at, at + INSERT_BATCH)));
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
    // Jumps from tenant to tenant in the index instead of reading every chunk for a DISTINCT.
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
    await tx.query(
      'DELETE FROM chunks WHERE tenant_id = $1 AND document_id = $2',
      [tenantId, documentId],
      'chunks-remove',
    );
  },

  setEmbeddingStatuses: async (tx, outcomes) => {
    if (outcomes.length === 0) return;
    const tenantIds = outcomes.map((outcome) => outcome.tenantId);
    await Promise.all([
      // In one order, like every other transaction: two that took the same rows crosswise would stop each other.
      // Whoever waited here sees in the next statement what the other one counted.
      tx.query(
        `SELECT FROM documents d
         JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[])) AS wanted(tenant_id, id) USING (tenant_id, id)
         ORDER BY tenant_id, id FOR NO KEY UPDATE OF d`,
        [tenantIds, outcomes.map((outcome) => outcome.documentId)],
        'documents-lock-in-order',
      ),
      tx.query(
        `WITH news AS (
           SELECT c.tenant_id, c.id, c.document_id, c.embedding_status AS old, n.status AS new
           FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n(tenant_id, id, status)
           JOIN chunks c USING (tenant_id, id) WHERE c.embedding_status <> n.status
         ), changed AS (
           UPDATE chunks c SET embedding_status = news.new FROM news
           WHERE c.tenant_id = news.tenant_id AND c.id = news.id
         ), sums AS (
           SELECT tenant_id, document_id,
             count(*) FILTER (WHERE new = 'completed') - count(*) FILTER (WHERE old = 'completed') AS embedded,
             count(*) FILTER (WHERE new = 'failed') - count(*) FILTER (WHERE old = 'failed') AS failed
           FROM news GROUP BY tenant_id, document_id
         )
         UPDATE documents d SET embedded_count = embedded_count + s.embedded, failed_count = failed_count + s.failed,
           processing_status = CASE
             WHEN embedded_count + s.embedded + failed_count + s.failed < chunk_count THEN 'active'
             WHEN failed_count + s.failed > 0 THEN 'failed'
             ELSE 'completed' END
         FROM sums s WHERE d.tenant_id = s.tenant_id AND d.id = s.document_id`,
        [tenantIds, outcomes.map((outcome) => outcome.chunkId), outcomes.map((outcome) => outcome.status)],
        'chunks-set-embeddings',
      ),
    ]);
  },
};

const insertBatch = (tx: Transaction, chunks: readonly StoredChunk[]): Promise<unknown> =>
  tx.query(
    `INSERT INTO chunks (${COLUMNS})
     SELECT $1, c.id, $2, c.chunk_index, c.content, c.start_char, c.end_char, c.metadata, $3, $4
     FROM unnest($5::uuid[], $6::int[], $7::text[], $8::int[], $9::int[], $10::jsonb[])
       AS c(id, chunk_index, content, start_char, end_char, metadata)`,
    [
      chunks[0]!.tenantId,
      chunks[0]!.documentId,
      chunks[0]!.embeddingStatus,
      chunks[0]!.createdAt,
      chunks.map((chunk) => chunk.id),
      chunks.map((chunk) => chunk.index),
      chunks.map((chunk) => chunk.content),
      chunks.map((chunk) => chunk.startChar),
      chunks.map((chunk) => chunk.endChar),
      chunks.map((chunk) => JSON.stringify(chunk.metadata)),
    ],
    'chunks-insert',
  );

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
