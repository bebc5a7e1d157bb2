import type { EmbeddingStatus } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import type { IdPage } from '@loci/reconciliation';
import type { IndexedRevision, RemovedItem } from '../items/indexed-item.ts';

/** Outcome of indexing one item, stored in PostgreSQL. */
export interface ItemRecord {
  tenantId: string;
  id: string;
  revision: number;
  /** True for a tombstone. */
  deleted: boolean;
  kind: 'memory' | 'chunk';
  contentRevision: number;
  embeddingStatus: EmbeddingStatus;
  /** Embedding model of the indexed vector. */
  model: string;
  conversationId: string | null;
  documentId: string | null;
  /** Event time of the item, ISO 8601. Stored in the column created_at, which orders the turns of conversations. */
  occurredAt: string;
}

export type EmbeddedRevision = Pick<
  ItemRecord,
  'id' | 'revision' | 'contentRevision' | 'embeddingStatus' | 'model'
>;

/** A tombstone of any tenant. */
export interface Tombstone extends RemovedItem {
  tenantId: string;
}

/** Identifies a chunk and its document. */
interface ChunkKey {
  tenantId: string;
  id: string;
  documentId: string;
}

/**
 * Records of indexed items in PostgreSQL. All methods need a transaction that sees the rows of all tenants.
 */
export interface ItemRepository {
  /** Returns the records of the given items of any tenants, by id. Leaves out tombstones. */
  find(tx: Transaction, ids: readonly string[]): Promise<Map<string, EmbeddedRevision>>;
  /** Returns up to `limit` chunks of documents of any tenants that are not deleted, in any order. */
  findChunks(
    tx: Transaction,
    documents: readonly { tenantId: string; id: string }[],
    limit: number,
  ): Promise<ChunkKey[]>;
  /** Returns a page of a tenant's records, tombstones included, in ascending order of ids. */
  listRevisions(tx: Transaction, tenantId: string, page: IdPage): Promise<IndexedRevision[]>;
  /** Returns a page of the ids and revisions of a tenant's tombstones stored since `since`, in ascending order of ids. */
  listTombstonesOfTenant(
    tx: Transaction,
    tenantId: string,
    query: { since: Date; afterId: string | null; limit: number },
  ): Promise<RemovedItem[]>;
  /**
   * Returns up to `limit` tombstones of any tenants that were stored before `recordedBefore`, oldest first.
   */
  listOldTombstones(tx: Transaction, query: { recordedBefore: Date; limit: number }): Promise<Tombstone[]>;
  /** Deletes tombstones. Keeps those that changed since they were read. */
  deleteTombstones(tx: Transaction, tombstones: readonly Tombstone[]): Promise<void>;
  /** Stores records with distinct ids. A record with an older revision than the stored one is skipped. */
  save(tx: Transaction, records: readonly ItemRecord[], indexedAt: Date): Promise<void>;
}

interface ItemRow {
  id: string;
  revision: string;
  deleted: boolean;
  content_revision: number;
  embedding_status: EmbeddingStatus;
  model: string;
}

/** Tables with the same columns: items that searches find by default, and superseded versions of memories. */
type ItemTable = 'items' | 'superseded_items';

const createItemRepository = (table: ItemTable): ItemRepository => ({
  find: async (tx, ids) => {
    const rows = await tx.query<Omit<ItemRow, 'deleted'>>(
      `SELECT id, revision, content_revision, embedding_status, model FROM ${table} WHERE id = ANY($1) AND NOT deleted`,
      [ids],
      `${table}-find`,
    );
    return new Map(rows.map((row) => [row.id, toEmbeddedRevision(row)]));
  },

  findChunks: async (tx, documents, limit) => {
    const rows = await tx.query<Record<'tenant_id' | 'id' | 'document_id', string>>(
      `SELECT found.* FROM unnest($1::uuid[], $2::uuid[]) AS d(tenant_id, document_id) CROSS JOIN LATERAL (
         SELECT tenant_id, id, document_id FROM ${table} i
         WHERE i.tenant_id = d.tenant_id AND i.document_id = d.document_id AND NOT deleted LIMIT $3) found LIMIT $3`,
      [documents.map(({ tenantId }) => tenantId), documents.map(({ id }) => id), limit],
      `${table}-find-chunks`,
    );
    return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id, documentId: row.document_id }));
  },

  listRevisions: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<Pick<ItemRow, 'id' | 'revision' | 'deleted'>>(
      `SELECT id, revision, deleted FROM ${table} WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2)
       ORDER BY id LIMIT $3`,
      [tenantId, afterId, limit],
      `${table}-list-revisions`,
    );
    return rows.map(({ id, revision, deleted }) => ({ id, revision: Number(revision), deleted }));
  },

  listTombstonesOfTenant: async (tx, tenantId, { since, afterId, limit }) => {
    const rows = await tx.query<Pick<ItemRow, 'id' | 'revision'>>(
      `SELECT id, revision FROM ${table}
       WHERE tenant_id = $1 AND deleted AND indexed_at >= $2 AND ($3::uuid IS NULL OR id > $3) ORDER BY id LIMIT $4`,
      [tenantId, since, afterId, limit],
    );
    return rows.map(({ id, revision }) => ({ id, revision: Number(revision) }));
  },

  listOldTombstones: async (tx, { recordedBefore, limit }) => {
    const rows = await tx.query<Pick<ItemRow, 'id' | 'revision'> & { tenant_id: string }>(
      // The statement is not prepared. A generic plan would not use the partial index.
      `SELECT tenant_id, id, revision FROM ${table} WHERE deleted AND indexed_at < $1 ORDER BY indexed_at LIMIT $2`,
      [recordedBefore, limit],
    );
    return rows.map(({ tenant_id: tenantId, id, revision }) => ({
      tenantId,
      id,
      revision: Number(revision),
    }));
  },

  deleteTombstones: async (tx, tombstones) => {
    await tx.query(
      `DELETE FROM ${table} AS stored USING unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS tombstone(tenant_id, id, revision)
       WHERE stored.tenant_id = tombstone.tenant_id AND stored.id = tombstone.id
         AND stored.revision = tombstone.revision AND stored.deleted`,
      [
        tombstones.map(({ tenantId }) => tenantId),
        tombstones.map(({ id }) => id),
        tombstones.map(({ revision }) => revision),
      ],
      `${table}-delete-tombstones`,
    );
  },

  save: async (tx, records, indexedAt) => {
    if (records.length === 0) return;
    await tx.query(
      `INSERT INTO ${table} AS stored (tenant_id, id, revision, deleted, kind, content_revision, embedding_status, model,
         conversation_id, document_id, created_at, indexed_at)
       SELECT *, $12::timestamptz
       FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::text[],
         $6::int[], $7::text[], $8::text[], $9::text[], $10::uuid[], $11::timestamptz[])
         AS item(tenant_id, id, revision, deleted, kind, content_revision, embedding_status, model,
           conversation_id, document_id, created_at)
       -- Concurrent calls lock the rows in the same order, so that they cannot deadlock.
       ORDER BY tenant_id, id
       ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted,
         content_revision = excluded.content_revision, embedding_status = excluded.embedding_status,
         model = excluded.model, conversation_id = excluded.conversation_id, indexed_at = excluded.indexed_at
       WHERE stored.revision <= excluded.revision`,
      [...toColumns(records), indexedAt],
      `${table}-save`,
    );
  },
});

export const itemRepository = createItemRepository('items');
export const supersededItemRepository = createItemRepository('superseded_items');

const toEmbeddedRevision = (row: Omit<ItemRow, 'deleted'>): EmbeddedRevision => ({
  id: row.id,
  revision: Number(row.revision),
  contentRevision: row.content_revision,
  embeddingStatus: row.embedding_status,
  model: row.model,
});

/** Returns one array per column, in the order in which `save` inserts the columns. */
const toColumns = (records: readonly ItemRecord[]): unknown[][] => [
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
  records.map((record) => record.occurredAt),
];
