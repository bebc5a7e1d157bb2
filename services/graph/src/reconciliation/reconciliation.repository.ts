import type { Transaction } from '@loci/postgres';
import type { EdgeRevision, GraphEdge } from '../graph-store/graph-store.ts';

/** A part of a list in the order of ids. */
export interface IdPage {
  /** Null: from the first. */
  afterId: string | null;
  limit: number;
}

export interface KnownMemory {
  id: string;
  deleted: boolean;
}

/** What the reconciler reads, in pages in the order of ids. */
export interface ReconciliationRepository {
  /** Tenants of whom a memory is known or a relationship stored, in order. Sees all in a system transaction. */
  tenants(tx: Transaction): Promise<string[]>;
  knownMemories(tx: Transaction, tenantId: string, page: IdPage): Promise<KnownMemory[]>;
  /** Memories that have relationships and are not known to be alive. */
  deadEnds(tx: Transaction, tenantId: string, page: IdPage): Promise<string[]>;
  revisions(tx: Transaction, tenantId: string, page: IdPage): Promise<EdgeRevision[]>;
  /** Those of `ids` that there are. */
  edges(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<GraphEdge[]>;
}

export const reconciliationRepository: ReconciliationRepository = {
  tenants: async (tx) => {
    const found = await Promise.all([
      tx.query<TenantRow>(distinctTenants('known_memories'), [], 'reconcile-tenants-of-memories'),
      tx.query<TenantRow>(distinctTenants('relationships'), [], 'reconcile-tenants-of-relationships'),
    ]);
    return [...new Set(found.flat().map((row) => row.tenant_id))].sort();
  },

  knownMemories: (tx, tenantId, { afterId, limit }) =>
    tx.query<KnownMemory>(
      `SELECT id, deleted FROM known_memories WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? BEFORE_ALL_IDS, limit],
      'reconcile-known-memories',
    ),

  deadEnds: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string }>(
      `SELECT DISTINCT memory.id
       FROM relationships r CROSS JOIN LATERAL (VALUES (r.from_id), (r.to_id)) memory(id)
       WHERE r.tenant_id = $1 AND memory.id > $2 AND NOT EXISTS (
         SELECT FROM known_memories known
         WHERE known.tenant_id = $1 AND known.id = memory.id AND NOT known.deleted)
       ORDER BY memory.id LIMIT $3`,
      [tenantId, afterId ?? BEFORE_ALL_IDS, limit],
    );
    return rows.map((row) => row.id);
  },

  revisions: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<{ id: string; revision: string }>(
      `SELECT id, revision FROM relationships WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? BEFORE_ALL_IDS, limit],
      'reconcile-revisions',
    );
    return rows.map(({ id, revision }) => ({ id, revision: Number(revision) }));
  },

  edges: async (tx, tenantId, ids) => {
    const rows = await tx.query<EdgeRow>(
      `SELECT id, from_id, to_id, relationship_type, direction_type, strength, confidence, revision
       FROM relationships WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
      'reconcile-edges',
    );
    return rows.map((row) => ({
      id: row.id,
      fromId: row.from_id,
      toId: row.to_id,
      type: row.relationship_type,
      directionType: row.direction_type,
      strength: row.strength,
      confidence: row.confidence,
      revision: Number(row.revision),
    }));
  },
};

interface TenantRow {
  tenant_id: string;
}

interface EdgeRow {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: string;
  direction_type: GraphEdge['directionType'];
  strength: number;
  confidence: number;
  revision: string;
}

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Jumps from tenant to tenant in the index: a DISTINCT would read every row. */
const distinctTenants = (table: string): string =>
  `WITH RECURSIVE tenants AS (
     (SELECT tenant_id FROM ${table} ORDER BY tenant_id LIMIT 1)
     UNION ALL
     SELECT (SELECT t.tenant_id FROM ${table} t WHERE t.tenant_id > tenants.tenant_id ORDER BY t.tenant_id LIMIT 1)
     FROM tenants WHERE tenants.tenant_id IS NOT NULL)
   SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL`;
