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
  /** Keeps what was seen; a memory that is deleted stays so. */
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
    const insert = (deleted: boolean, onConflict: string, name: string): Promise<unknown> => {
      const part = rows.filter((row) => row.deleted === deleted);
      if (part.length === 0) return Promise.resolve();
      return tx.query(
        `INSERT INTO known_memories (tenant_id, id, deleted)
         SELECT *, ${deleted} FROM unnest($1::uuid[], $2::uuid[]) ON CONFLICT (tenant_id, id) ${onConflict}`,
        [part.map((row) => row.tenantId), part.map((row) => row.id)],
        name,
      );
    };
    await Promise.all([
      insert(false, 'DO NOTHING', 'known-memories-record-alive'),
      insert(
        true,
        'DO UPDATE SET deleted = true WHERE NOT known_memories.deleted',
        'known-memories-record-deleted',
      ),
    ]);
  },
};

/** One row a memory, for a statement may touch a row once; sorted, so that no two writers wait in a circle. */
function mergeByMemory(seen: readonly SeenMemory[]): SeenMemory[] {
  const rows = new Map<string, SeenMemory>();
  for (const memory of seen) {
    const key = `${memory.tenantId}:${memory.id}`;
    if (memory.deleted || !rows.has(key)) rows.set(key, memory);
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
