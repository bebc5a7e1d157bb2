import type { Transaction } from '@loci/postgres';

/** A part of a list in the order of ids. */
export interface IdPage {
  /** Null: from the first. */
  afterId: string | null;
  limit: number;
}

export interface IndexedMemory {
  id: string;
  revision: number;
  /** False for what is not analysed: deleted, inactive and protected ones. */
  counted: boolean;
  createdAt: Date;
}

export interface IndexedRelationship {
  id: string;
  revision: number;
  deleted: boolean;
  fromId: string;
  toId: string;
}

/** What the read model holds, for the reconciler, in pages in the order of ids. */
export interface ReconciliationRepository {
  /** Tenants of whom something is held, in order. Sees all in a system transaction. */
  tenants(tx: Transaction): Promise<string[]>;
  memories(tx: Transaction, tenantId: string, page: IdPage): Promise<IndexedMemory[]>;
  relationships(tx: Transaction, tenantId: string, page: IdPage): Promise<IndexedRelationship[]>;
}

export const reconciliationRepository: ReconciliationRepository = {
  tenants: async (tx) => {
    const found = await Promise.all([
      tx.query<{ tenant_id: string }>(distinctTenants('analysed_memories'), []),
      tx.query<{ tenant_id: string }>(distinctTenants('analysed_relationships'), []),
    ]);
    return [...new Set(found.flat().map((row) => row.tenant_id))].sort();
  },

  memories: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string; revision: string; counted: boolean; created_at: Date }>(
      `SELECT id, revision, counted, created_at FROM analysed_memories
       WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? BEFORE_ALL_IDS, limit],
      'analysis-reconcile-memories',
    );
    return rows.map((row) => ({
      id: row.id,
      revision: Number(row.revision),
      counted: row.counted,
      createdAt: row.created_at,
    }));
  },

  relationships: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{
      id: string;
      revision: string;
      deleted: boolean;
      from_id: string;
      to_id: string;
    }>(
      `SELECT id, revision, deleted, from_id, to_id FROM analysed_relationships
       WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? BEFORE_ALL_IDS, limit],
      'analysis-reconcile-relationships',
    );
    return rows.map((row) => ({
      id: row.id,
      revision: Number(row.revision),
      deleted: row.deleted,
      fromId: row.from_id,
      toId: row.to_id,
    }));
  },
};

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Jumps from tenant to tenant in the index: a DISTINCT would read every row. */
const distinctTenants = (table: string): string =>
  `WITH RECURSIVE tenants AS (
     (SELECT tenant_id FROM ${table} ORDER BY tenant_id LIMIT 1)
     UNION ALL
     SELECT (SELECT t.tenant_id FROM ${table} t WHERE t.tenant_id > tenants.tenant_id ORDER BY t.tenant_id LIMIT 1)
     FROM tenants WHERE tenants.tenant_id IS NOT NULL)
   SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL`;
