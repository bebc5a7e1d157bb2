import type { Transaction } from '@loci/postgres';

export interface SeenMemory {
  tenantId: string;
  id: string;
  deleted: boolean;
}

/** What is known of some ids. Those that are in neither set belonged to memories that are deleted. */
export interface KnownMemories {
  alive: Set<string>;
  unknown: Set<string>;
}

export interface KnownMemoryRepository {
  find(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<KnownMemories>;
  /** Keeps what was seen; a memory that is deleted stays so. In the order of ids, so that no two wait in a circle. */
  record(tx: Transaction, seen: readonly SeenMemory[]): Promise<void>;
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

  record: async (tx, seen) => {
    const rows = mergeByMemory(seen);
    await tx.query(
      // Those that are known already are left out: a conflict would lock their rows.
      `INSERT INTO known_memories (tenant_id, id, deleted)
       SELECT tenant_id, id, deleted
       FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) seen(tenant_id, id, deleted)
       WHERE deleted OR NOT EXISTS (
         SELECT FROM known_memories known WHERE known.tenant_id = seen.tenant_id AND known.id = seen.id)
       ORDER BY tenant_id, id
       ON CONFLICT (tenant_id, id) DO UPDATE SET deleted = true
       WHERE excluded.deleted AND NOT known_memories.deleted`,
      [rows.map((row) => row.tenantId), rows.map((row) => row.id), rows.map((row) => row.deleted)],
      'known-memories-record',
    );
  },
};

/** One row a memory, for a statement may touch a row once. */
function mergeByMemory(seen: readonly SeenMemory[]): SeenMemory[] {
  const rows = new Map<string, SeenMemory>();
  for (const memory of seen) {
    const key = `${memory.tenantId}:${memory.id}`;
    if (memory.deleted || !rows.has(key)) rows.set(key, memory);
  }
  return [...rows.values()];
}
