import type { Transaction } from '@loci/postgres';
import type { EmbeddingStatus } from '@loci/contracts';
import type { IndexedRevision } from '../items/indexed-item.ts';

/** What was done with an item, as PostgreSQL remembers it. */
export interface ItemRecord {
  tenantId: string;
  id: string;
  revision: number;
  deleted: boolean;
  kind: 'memory' | 'chunk';
  contentRevision: number;
  embeddingStatus: EmbeddingStatus;
  model: string;
  conversationId: string | null;
  documentId: string | null;
  createdAt: string;
}

export interface KnownItem {
  id: string;
  revision: number;
  contentRevision: number;
  embeddingStatus: EmbeddingStatus;
  model: string;
}

export interface ItemRepository {
  /** Records of these items, whatever their tenants; in a system transaction. */
  known(tx: Transaction, ids: readonly string[]): Promise<Map<string, KnownItem>>;
  /** Some of the live chunks of a document, `limit` at most; in a system transaction. */
  ofDocument(tx: Transaction, tenantId: string, documentId: string, limit: number): Promise<string[]>;
  /** A page of a tenant's records in id order, tombstones included, from the first id above `afterId`. */
  revisions(
    tx: Transaction,
    tenantId: string,
    page: { afterId: string | null; limit: number },
  ): Promise<IndexedRevision[]>;
  /** Stores records unless a newer revision is there; each id once. */
  save(tx: Transaction, records: readonly ItemRecord[], indexedAt: Date): Promise<void>;
}

export const itemRepository: ItemRepository = {
  known: async (tx, ids) => {
    const rows = await tx.query<{
      id: string;
      revision: string;
      content_revision: number;
      embedding_status: EmbeddingStatus;
      model: string;
    }>(
      'SELECT id, revision, content_revision, embedding_status, model FROM items WHERE id = ANY($1) AND NOT deleted',
      [ids],
      'items-known',
    );
    return new Map(
      rows.map((row) => [
        row.id,
        {
          id: row.id,
          revision: Number(row.revision),
          contentRevision: row.content_revision,
          embeddingStatus: row.embedding_status,
          model: row.model,
        },
      ]),
    );
  },

  ofDocument: async (tx, tenantId, documentId, limit) => {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM items WHERE tenant_id = $1 AND document_id = $2 AND NOT deleted LIMIT $3',
      [tenantId, documentId, limit],
      'items-of-document',
    );
    return rows.map((row) => row.id);
  },

  revisions: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string; revision: string; deleted: boolean }>(
      `SELECT id, revision, deleted FROM items WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2)
       ORDER BY id LIMIT $3`,
      [tenantId, afterId, limit],
      'items-revisions',
    );
    return rows.map(({ id, revision, deleted }) => ({ id, revision: Number(revision), deleted }));
  },

  save: async (tx, records, indexedAt) => {
    if (records.length === 0) return;
    await tx.query(
      `INSERT INTO items (tenant_id, id, revision, deleted, kind, content_revision, embedding_status, model,
         conversation_id, document_id, created_at, indexed_at)
       SELECT *, $12::timestamptz FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::text[],
         $6::int[], $7::text[], $8::text[], $9::text[], $10::uuid[], $11::timestamptz[])
       ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted,
         content_revision = excluded.content_revision, embedding_status = excluded.embedding_status,
         model = excluded.model, conversation_id = excluded.conversation_id, indexed_at = excluded.indexed_at
       WHERE items.revision <= excluded.revision`,
      [
        records.map((record) => record.tenantId),
        records.map((record) => record.id),
        records.map((record) => record.revision),
        records.map((record) => record.deleted),
        records.map((record) => record.kind),
        records.map((record) => record.contentRevision),
        records.map((record) => record.embeddingStatus),
        records.map((record) => record.model),
        records.map((record) => record.conversationId),
        records.map((record) => record.documentId),
        records.map((record) => record.createdAt),
        indexedAt,
      ],
      'items-save',
    );
  },
};
