import type { Transaction } from '@loci/postgres';
import type { IdPage } from '@loci/reconciliation';

/** Revision and state of a memory in the read model. */
export interface IndexedMemory {
  id: string;
  revision: number;
  /** Whether the memory is analyzed. False for deleted, inactive and protected memories. */
  counted: boolean;
  createdAt: Date;
}

/** Revision and state of a relationship in the read model. */
export interface IndexedRelationship {
  id: string;
  revision: number;
  deleted: boolean;
  fromId: string;
  toId: string;
}

/**
 * Lower bound of all ids. A condition with IS NULL would make a prepared statement scan the index from the
 * first entry.
 */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Reads ids and revisions from the read model. Lists are in ascending order of ids. */
export interface ReconciliationRepository {
  /** Returns the ids of the tenants in the read model, in ascending order. Requires a system transaction. */
  listTenants(tx: Transaction): Promise<string[]>;
  listMemories(tx: Transaction, tenantId: string, page: IdPage): Promise<IndexedMemory[]>;
  listRelationships(tx: Transaction, tenantId: string, page: IdPage): Promise<IndexedRelationship[]>;
}

export const reconciliationRepository: ReconciliationRepository = {
  listTenants: async (tx) => {
    const found = await Promise.all([
      tx.query<{ tenant_id: string }>(distinctTenants('analyzed_memories'), []),
      tx.query<{ tenant_id: string }>(distinctTenants('analyzed_relationships'), []),
    ]);
    return [...new Set(found.flat().map((row) => row.tenant_id))].sort();
  },

  listMemories: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string; revision: string; counted: boolean; created_at: Date }>(
      `SELECT id, revision, counted, created_at FROM analyzed_memories
       WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? NIL_UUID, limit],
      'analysis-list-memory-revisions',
    );
    return rows.map((row) => ({
      id: row.id,
      revision: Number(row.revision),
      counted: row.counted,
      createdAt: row.created_at,
    }));
  },

  listRelationships: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{
      id: string;
      revision: string;
      deleted: boolean;
      from_id: string;
      to_id: string;
    }>(
      `SELECT id, revision, deleted, from_id, to_id FROM analyzed_relationships
       WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? NIL_UUID, limit],
      'analysis-list-relationship-revisions',
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

/** Returns a query for the tenants of a table. Reads one index entry per tenant, unlike SELECT DISTINCT. */
const distinctTenants = (table: string): string =>
  `WITH RECURSIVE tenants AS (
     (SELECT tenant_id FROM ${table} ORDER BY tenant_id LIMIT 1)
     UNION ALL
     SELECT (SELECT t.tenant_id FROM ${table} t WHERE t.tenant_id > tenants.tenant_id ORDER BY t.tenant_id LIMIT 1)
     FROM tenants WHERE tenants.tenant_id IS NOT NULL)
   SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL`;
