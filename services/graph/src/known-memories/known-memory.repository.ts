import type { Transaction } from '@loci/postgres';

/** State of a memory as the graph service knows it. */
export interface KnownMemory {
  id: string;
  deleted: boolean;
  /** Version number of the memory, or null if it is not known yet. */
  version: number | null;
  /** False for an inactive version. An inactive version never becomes active again. */
  isActive: boolean;
  /** Id of the memory that replaced this version, or null. */
  supersededBy: string | null;
}

export interface ObservedMemory extends KnownMemory {
  tenantId: string;
}

/** Existing and unknown ids among the requested ids. Ids in neither set belong to deleted memories. */
export interface KnownMemories {
  alive: Map<string, KnownMemory>;
  unknown: Set<string>;
}

/** What a traversal returns about a memory. */
export interface MemoryState {
  /** Whether the memory exists. `unknown` if no event has reported it yet. */
  existence: 'alive' | 'deleted' | 'unknown';
  /** Version number of the memory, or null if it is not known yet. */
  version: number | null;
  /** False for an inactive version. */
  isActive: boolean;
}

export interface KnownMemoryRepository {
  /** Returns the states of memories in the order of `ids`. Takes less time than `find` for many memories. */
  findStates(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<MemoryState[]>;
  find(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<KnownMemories>;
  /**
   * Returns the ids of the active memories that replaced memories, directly or through other versions. An active memory
   * maps to its own id. Memories without an active successor are absent.
   */
  findCurrentIds(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /**
   * Merges observations into the known states: a deleted memory stays deleted, an inactive one stays inactive, and a
   * known version or successor is kept. The order of observations therefore does not matter. Writes in ascending order
   * of ids, so that concurrent calls do not deadlock.
   */
  record(tx: Transaction, observed: readonly ObservedMemory[]): Promise<void>;
  /**
   * Deletes up to `limit` records of memories of any tenants whose deletion was recorded before the given time. Keeps a
   * version while the record of the version that it replaced exists, because `findCurrentIds` follows the chain. Returns
   * the number of deleted records.
   */
  deleteTombstones(tx: Transaction, query: { recordedBefore: Date; limit: number }): Promise<number>;
}

/** Returns the observation of a memory of which only the existence is known. */
export const existingMemory = (tenantId: string, id: string): ObservedMemory => ({
  tenantId,
  id,
  deleted: false,
  version: null,
  isActive: true,
  supersededBy: null,
});

export const deletedMemory = (tenantId: string, id: string): ObservedMemory => ({
  ...existingMemory(tenantId, id),
  deleted: true,
});

export interface KnownMemoryRow {
  id: string;
  deleted: boolean;
  version: number | null;
  is_active: boolean;
  superseded_by: string | null;
}

/** Columns of {@link KnownMemoryRow}. */
export const KNOWN_MEMORY_COLUMNS = 'id, deleted, version, is_active, superseded_by';

export const toKnownMemory = (row: KnownMemoryRow): KnownMemory => ({
  id: row.id,
  deleted: row.deleted,
  version: row.version,
  isActive: row.is_active,
  supersededBy: row.superseded_by,
});

/** Returns the state of a memory from its text in the result of `findStates`. */
function toMemoryState(text: string): MemoryState {
  if (text === UNKNOWN) return { existence: 'unknown', version: null, isActive: true };
  if (text === DELETED) return { existence: 'deleted', version: null, isActive: true };
  const isActive = !text.endsWith(INACTIVE);
  const version = Number.parseInt(text, 10);
  return { existence: 'alive', version: Number.isNaN(version) ? null : version, isActive };
}

const UNKNOWN = 'u';
const DELETED = 'd';
const INACTIVE = 'i';

export const knownMemoryRepository: KnownMemoryRepository = {
  findStates: async (tx, tenantId, ids) => {
    const [row] = await tx.query<{ states: string | null }>(
      // One text for all memories. The driver takes many times as long to read one row per memory.
      `SELECT string_agg(
         CASE WHEN k.id IS NULL THEN '${UNKNOWN}' WHEN k.deleted THEN '${DELETED}'
           ELSE coalesce(k.version::text, '') || CASE WHEN k.is_active THEN '' ELSE '${INACTIVE}' END END,
         ',' ORDER BY requested.position) AS states
       FROM unnest($2::uuid[]) WITH ORDINALITY requested(id, position)
       LEFT JOIN known_memories k ON k.tenant_id = $1 AND k.id = requested.id`,
      [tenantId, ids],
      'known-memories-find-states',
    );
    return ids.length === 0 ? [] : row!.states!.split(',').map(toMemoryState);
  },

  find: async (tx, tenantId, ids) => {
    const rows = await tx.query<KnownMemoryRow>(
      `SELECT ${KNOWN_MEMORY_COLUMNS} FROM known_memories WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
      'known-memories-find',
    );
    const unknown = new Set(ids);
    const alive = new Map<string, KnownMemory>();
    for (const row of rows) {
      unknown.delete(row.id);
      if (!row.deleted) alive.set(row.id, toKnownMemory(row));
    }
    return { alive, unknown };
  },

  findCurrentIds: async (tx, tenantId, ids) => {
    if (ids.length === 0) return new Map();
    const rows = await tx.query<{ origin_id: string; id: string }>(
      // A deleted version between two others keeps its successor.
      `WITH RECURSIVE successors AS (
         SELECT id AS origin_id, id, deleted, is_active, superseded_by FROM known_memories
         WHERE tenant_id = $1 AND id = ANY($2)
         UNION ALL
         SELECT s.origin_id, k.id, k.deleted, k.is_active, k.superseded_by
         FROM successors s JOIN known_memories k ON k.tenant_id = $1 AND k.id = s.superseded_by)
       SELECT origin_id, id FROM successors WHERE is_active AND NOT deleted`,
      [tenantId, ids],
      'known-memories-find-current',
    );
    return new Map(rows.map((row) => [row.origin_id, row.id]));
  },

  record: async (tx, observed) => {
    const rows = mergeByMemory(observed);
    await tx.query(
      // Skips rows that exist and do not change, because ON CONFLICT would lock them.
      `INSERT INTO known_memories AS known (tenant_id, id, deleted, deleted_at, version, is_active, superseded_by)
       SELECT tenant_id, id, deleted, CASE WHEN deleted THEN now() END, version, is_active, superseded_by
       FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::int[], $5::boolean[], $6::uuid[])
         observed(tenant_id, id, deleted, version, is_active, superseded_by)
       WHERE NOT EXISTS (
         SELECT FROM known_memories k WHERE k.tenant_id = observed.tenant_id AND k.id = observed.id
           AND (k.deleted OR NOT observed.deleted) AND (k.version IS NOT NULL OR observed.version IS NULL)
           AND (observed.is_active OR NOT k.is_active)
           AND (k.superseded_by IS NOT NULL OR observed.superseded_by IS NULL))
       ORDER BY tenant_id, id
       ON CONFLICT (tenant_id, id) DO UPDATE SET deleted = known.deleted OR excluded.deleted,
         deleted_at = CASE WHEN known.deleted THEN known.deleted_at ELSE excluded.deleted_at END,
         version = coalesce(known.version, excluded.version), is_active = known.is_active AND excluded.is_active,
         superseded_by = coalesce(known.superseded_by, excluded.superseded_by)`,
      [
        rows.map((row) => row.tenantId),
        rows.map((row) => row.id),
        rows.map((row) => row.deleted),
        rows.map((row) => row.version),
        rows.map((row) => row.isActive),
        rows.map((row) => row.supersededBy),
      ],
      'known-memories-record',
    );
  },

  deleteTombstones: async (tx, { recordedBefore, limit }) => {
    // The statement is not prepared. A generic plan would not use the partial index.
    const rows = await tx.query<{ deleted: number }>(
      `WITH deleted AS (
         DELETE FROM known_memories WHERE (tenant_id, id) IN (
           SELECT tenant_id, id FROM known_memories known WHERE deleted AND deleted_at < $1
             AND NOT EXISTS (SELECT FROM known_memories earlier
               WHERE earlier.tenant_id = known.tenant_id AND earlier.superseded_by = known.id)
           ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING 1)
       SELECT count(*)::int AS deleted FROM deleted`,
      [recordedBefore, limit],
    );
    return rows[0]!.deleted;
  },
};

/** Merges observations of the same memory, because one statement cannot change a row twice. */
function mergeByMemory(observed: readonly ObservedMemory[]): ObservedMemory[] {
  const merged = new Map<string, ObservedMemory>();
  for (const memory of observed) {
    const key = `${memory.tenantId}:${memory.id}`;
    const other = merged.get(key);
    merged.set(key, {
      ...memory,
      deleted: memory.deleted || (other?.deleted ?? false),
      version: memory.version ?? other?.version ?? null,
      isActive: memory.isActive && (other?.isActive ?? true),
      supersededBy: memory.supersededBy ?? other?.supersededBy ?? null,
    });
  }
  return [...merged.values()];
}
