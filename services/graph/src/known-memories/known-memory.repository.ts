import type { Transaction } from '@loci/postgres';

export interface ObservedMemory {
  tenantId: string;
  id: string;
  deleted: boolean;
}

/** Existing and unknown ids among the requested ids. Ids in neither set belong to deleted memories. */
export interface KnownMemories {
  alive: Set<string>;
  unknown: Set<string>;
}

export interface KnownMemoryRepository {
  find(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<KnownMemories>;
  /**
   * Records that memories exist or were deleted. A deleted memory stays deleted. Idempotent. Writes in ascending order
   * of ids, so that concurrent calls do not deadlock.
   */
  record(tx: Transaction, observed: readonly ObservedMemory[]): Promise<void>;
}

export const knownMemoryRepository: KnownMemoryRepository = {
  find: async (tx, tenantId, ids) => {
    const rows = await tx.query<{ id: string; deleted: boolean }>(
      'SELECT id, deleted FROM known_memories WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
      'known-memories-find',
    );
    const unknown = new Set(ids);
    const alive = new Set<string>();
    for (const { id, deleted } of rows) {
      unknown.delete(id);
      if (!deleted) alive.add(id);
    }
    return { alive, unknown };
  },

  record: async (tx, observed) => {
    const rows = mergeByMemory(observed);
    await tx.query(
      // Skips rows that exist and do not change, because ON CONFLICT would lock them.
      `INSERT INTO known_memories (tenant_id, id, deleted)
       SELECT tenant_id, id, deleted
       FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) observed(tenant_id, id, deleted)
       WHERE deleted OR NOT EXISTS (
         SELECT FROM known_memories known WHERE known.tenant_id = observed.tenant_id AND known.id = observed.id)
       ORDER BY tenant_id, id
       ON CONFLICT (tenant_id, id) DO UPDATE SET deleted = true
       WHERE excluded.deleted AND NOT known_memories.deleted`,
      [rows.map((row) => row.tenantId), rows.map((row) => row.id), rows.map((row) => row.deleted)],
      'known-memories-record',
    );
  },
};

/** Merges observations of the same memory, because one statement cannot change a row twice. A deletion wins. */
function mergeByMemory(observed: readonly ObservedMemory[]): ObservedMemory[] {
  const merged = new Map<string, ObservedMemory>();
  for (const memory of observed) {
    const key = `${memory.tenantId}:${memory.id}`;
    if (memory.deleted || !merged.has(key)) merged.set(key, memory);
  }
  return [...merged.values()];
}
