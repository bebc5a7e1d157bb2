import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { ListedVersion } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { countSearchableMemories } from '../counters/memory-counters.ts';
import type { SearchableMemories } from '../counters/memory-counters.ts';

export interface MemoryRevision {
  id: string;
  revision: number;
  /** True if search can return the memory. False for inactive and protected memories. */
  searchable: boolean;
  /** True for an inactive version of an unprotected memory. */
  superseded: boolean;
}

export interface MemoryAccess {
  tenantId: string;
  id: string;
  accessCount: number;
  lastAccessed: Date;
}

/** Reads memories for services that keep copies of them. */
export interface MemoryInventoryRepository {
  /** Counts the active memories of the tenant, excluding protected ones. */
  count(tx: Transaction, tenantId: string): Promise<SearchableMemories>;
  /**
   * Returns a page of tenants with memories, in ascending order, after `after`. Requires a system
   * transaction.
   */
  listTenants(tx: Transaction, after: string | null, limit: number): Promise<string[]>;
  /**
   * Returns a page of the tenant's memories of all types and states, in ascending order of ids, after
   * `afterId`.
   */
  listRevisions(
    tx: Transaction,
    tenantId: string,
    afterId: string | null,
    limit: number,
  ): Promise<MemoryRevision[]>;
  /** Returns version, state, successor and bounds of each memory on a page, in the same order as `listRevisions`. */
  listVersions(
    tx: Transaction,
    tenantId: string,
    afterId: string | null,
    limit: number,
  ): Promise<ListedVersion[]>;
  /**
   * Returns a page of the access counts of all tenants in ascending order of (lastAccessed, tenantId, id).
   * Requires a system transaction.
   *
   * @param since inclusive lower bound of `lastAccessed`
   * @param after last item of the previous page, or null
   */
  listAccesses(
    tx: Transaction,
    since: string,
    after: { lastAccessed: string; tenantId: string; id: string } | null,
    limit: number,
  ): Promise<MemoryAccess[]>;
}

interface ListedVersionRow {
  id: string;
  version: number;
  is_active: boolean;
  superseded_by: string | null;
  revision: string;
  valid_from: Date | null;
  valid_until: Date | null;
  expires_at: Date | null;
}

export const memoryInventoryRepository: MemoryInventoryRepository = {
  count: countSearchableMemories,

  listTenants: async (tx, after, limit) => {
    // Reads one index entry per tenant. SELECT DISTINCT would read every memory.
    const rows = await tx.query<{ tenant_id: string }>(
      `WITH RECURSIVE tenants AS (
         (SELECT tenant_id FROM memories WHERE $1::uuid IS NULL OR tenant_id > $1 ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT m.tenant_id FROM memories m WHERE m.tenant_id > t.tenant_id ORDER BY m.tenant_id LIMIT 1)
         FROM tenants t WHERE t.tenant_id IS NOT NULL)
       SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => row.tenant_id);
  },

  listRevisions: async (tx, tenantId, afterId, limit) => {
    const rows = await tx.query<Omit<MemoryRevision, 'revision'> & { revision: string }>(
      `SELECT id, revision, is_active AND memory_type <> ALL($4) AS searchable,
         NOT is_active AND memory_type <> ALL($4) AS superseded FROM memories
       WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [tenantId, afterId, limit, PROTECTED_MEMORY_TYPES],
      'memory-revisions',
    );
    return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
  },

  listVersions: async (tx, tenantId, afterId, limit) => {
    const rows = await tx.query<ListedVersionRow>(
      `SELECT id, version, is_active, superseded_by, revision, valid_from, valid_until, expires_at FROM memories
       WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [tenantId, afterId, limit],
      'memory-versions',
    );
    return rows.map((row) => ({
      ...row,
      revision: Number(row.revision),
      valid_from: row.valid_from?.toISOString() ?? null,
      valid_until: row.valid_until?.toISOString() ?? null,
      expires_at: row.expires_at?.toISOString() ?? null,
    }));
  },

  listAccesses: async (tx, since, after, limit) => {
    const rows = await tx.query<{ tenant_id: string; id: string; access_count: number; last_accessed: Date }>(
      `SELECT tenant_id, id, access_count, last_accessed FROM memories
       WHERE last_accessed >= $1
         AND ($2::timestamptz IS NULL OR (last_accessed, tenant_id, id) > ($2, $3::uuid, $4::uuid))
       ORDER BY last_accessed, tenant_id, id LIMIT $5`,
      [since, after?.lastAccessed ?? null, after?.tenantId ?? null, after?.id ?? null, limit],
      'memory-accesses',
    );
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      id: row.id,
      accessCount: row.access_count,
      lastAccessed: row.last_accessed,
    }));
  },
};
