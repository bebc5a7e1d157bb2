import type { Transaction } from '@loci/postgres';
import type { IdPage } from '@loci/reconciliation';
import type { EdgeRevision, GraphEdge } from '../graph-store/graph-store.ts';
import { KNOWN_MEMORY_COLUMNS, toKnownMemory } from '../known-memories/known-memory.repository.ts';
import type { KnownMemory, KnownMemoryRow } from '../known-memories/known-memory.repository.ts';
import { EDGE_COLUMNS, toGraphEdge } from '../relationships/relationship.row.ts';
import type { EdgeRow } from '../relationships/relationship.row.ts';

/** Queries of the reconciler. Pages are in ascending order of ids. */
export interface ReconciliationRepository {
  /**
   * Lists the tenants that have known memories or relationships, in ascending order. Requires a system transaction to
   * see all tenants.
   */
  listTenants(tx: Transaction): Promise<string[]>;
  listKnownMemories(tx: Transaction, tenantId: string, page: IdPage): Promise<KnownMemory[]>;
  /** Lists the ids of memories that have relationships, but are unknown or recorded as deleted. */
  listMissingMemories(tx: Transaction, tenantId: string, page: IdPage): Promise<string[]>;
  /** Lists up to `limit` ids of memories that are recorded as inactive and have active relationships. */
  listPendingCarryOvers(tx: Transaction, tenantId: string, limit: number): Promise<string[]>;
  /** Lists the revisions of relationships. */
  listRevisions(tx: Transaction, tenantId: string, page: IdPage): Promise<EdgeRevision[]>;
  /** Returns the relationships with the given ids as edges. Unknown ids are left out. */
  findEdges(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<GraphEdge[]>;
}

export const reconciliationRepository: ReconciliationRepository = {
  listTenants: async (tx) => {
    const found = await Promise.all([
      tx.query<TenantRow>(selectTenants('known_memories'), [], 'reconcile-tenants-of-memories'),
      tx.query<TenantRow>(selectTenants('relationships'), [], 'reconcile-tenants-of-relationships'),
    ]);
    return [...new Set(found.flat().map((row) => row.tenant_id))].sort();
  },

  listKnownMemories: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<KnownMemoryRow>(
      `SELECT ${KNOWN_MEMORY_COLUMNS} FROM known_memories WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? MIN_UUID, limit],
      'reconcile-known-memories',
    );
    return rows.map(toKnownMemory);
  },

  listPendingCarryOvers: async (tx, tenantId, limit) => {
    const rows = await tx.query<{ id: string }>(
      `SELECT DISTINCT known.id
       FROM relationships r CROSS JOIN LATERAL (VALUES (r.from_id), (r.to_id)) memory(id)
       JOIN known_memories known ON known.tenant_id = $1 AND known.id = memory.id AND NOT known.is_active
       WHERE r.tenant_id = $1 AND r.is_active LIMIT $2`,
      [tenantId, limit],
    );
    return rows.map((row) => row.id);
  },

  listMissingMemories: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string }>(
      `SELECT DISTINCT memory.id
       FROM relationships r CROSS JOIN LATERAL (VALUES (r.from_id), (r.to_id)) memory(id)
       WHERE r.tenant_id = $1 AND memory.id > $2 AND NOT EXISTS (
         SELECT FROM known_memories known
         WHERE known.tenant_id = $1 AND known.id = memory.id AND NOT known.deleted)
       ORDER BY memory.id LIMIT $3`,
      [tenantId, afterId ?? MIN_UUID, limit],
    );
    return rows.map((row) => row.id);
  },

  listRevisions: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string; revision: string }>(
      `SELECT id, revision FROM relationships WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? MIN_UUID, limit],
      'reconcile-revisions',
    );
    return rows.map(({ id, revision }) => ({ id, revision: Number(revision) }));
  },

  findEdges: async (tx, tenantId, ids) => {
    const rows = await tx.query<EdgeRow>(
      `SELECT ${EDGE_COLUMNS} FROM relationships WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
      'reconcile-edges',
    );
    return rows.map(toGraphEdge);
  },
};

interface TenantRow {
  tenant_id: string;
}

/** The nil UUID, which no record has. */
const MIN_UUID = '00000000-0000-0000-0000-000000000000';

/** Selects the tenants of a table with one index lookup per tenant. `SELECT DISTINCT` would read every row. */
const selectTenants = (table: string): string =>
  `WITH RECURSIVE tenants AS (
     (SELECT tenant_id FROM ${table} ORDER BY tenant_id LIMIT 1)
     UNION ALL
     SELECT (SELECT t.tenant_id FROM ${table} t WHERE t.tenant_id > tenants.tenant_id ORDER BY t.tenant_id LIMIT 1)
     FROM tenants WHERE tenants.tenant_id IS NOT NULL)
   SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL`;
