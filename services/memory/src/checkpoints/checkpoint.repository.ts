import type { Transaction } from '@loci/postgres';
import { countMemories } from '../counters/memory-counters.ts';
import { MEMORY_COLUMNS, toMemory } from '../memories/memory.repository.ts';
import type { MemoryRow } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';

/** Maximum number of names that one statement reads. This many names have about 500 KB. */
const NAMES_PER_PAGE = 5_000;

/** Reads the active checkpoints of a tenant. */
export interface CheckpointRepository {
  findByName(tx: Transaction, tenantId: string, name: string): Promise<Memory | null>;
  /** Returns a page of the checkpoints, newest first. */
  list(tx: Transaction, tenantId: string, page: { offset: number; limit: number }): Promise<Memory[]>;
  count(tx: Transaction, tenantId: string): Promise<number>;
  /** Returns the ids of all checkpoints whose name contains `pattern`, case-insensitively, newest first. */
  findIdsByNamePattern(tx: Transaction, tenantId: string, pattern: string): Promise<string[]>;
}

const IS_CHECKPOINT = `tenant_id = $1 AND memory_type = 'checkpoint' AND is_active`;

export const checkpointRepository: CheckpointRepository = {
  findByName: async (tx, tenantId, name) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${IS_CHECKPOINT} AND metadata ->> 'name' = $2`,
      [tenantId, name],
    );
    return rows[0] ? toMemory(rows[0]) : null;
  },

  list: async (tx, tenantId, { offset, limit }) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${IS_CHECKPOINT}
       ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [tenantId, limit, offset],
    );
    return rows.map(toMemory);
  },

  count: (tx, tenantId) => countMemories(tx, tenantId, { memoryType: 'checkpoint', includeInactive: false }),

  findIdsByNamePattern: async (tx, tenantId, pattern) => {
    const ids: string[] = [];
    const substring = pattern.toLowerCase();
    let last: NameRow | undefined;
    for (;;) {
      const rows: NameRow[] = await tx.query<NameRow>(
        `SELECT id, metadata ->> 'name' AS name, created_at::text FROM memories
         WHERE ${IS_CHECKPOINT} AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
         ORDER BY created_at DESC, id DESC LIMIT ${NAMES_PER_PAGE}`,
        [tenantId, last?.created_at ?? null, last?.id ?? null],
      );
      // Compares in JavaScript. PostgreSQL converts letters other than A-Z to lowercase only with some
      // collations.
      ids.push(...rows.filter(({ name }) => name.toLowerCase().includes(substring)).map(({ id }) => id));
      last = rows.at(-1);
      if (rows.length < NAMES_PER_PAGE) return ids;
    }
  },
};

interface NameRow {
  id: string;
  name: string;
  /** Creation time as text, because a `Date` does not keep microseconds. */
  created_at: string;
}
