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
  list(
    tx: Transaction,
    tenantId: string,
    page: { offset: number; limit: number; after: SortKey | undefined },
  ): Promise<Memory[]>;
  count(tx: Transaction, tenantId: string): Promise<number>;
  /**
   * Finds the checkpoints whose name contains `pattern`, case-insensitively.
   *
   * @returns the ids of those after the sort key, newest first, and the number of all
   */
  findByNamePattern(
    tx: Transaction,
    tenantId: string,
    pattern: string,
    after: SortKey | undefined,
  ): Promise<{ ids: string[]; total: number }>;
}

/** Creation time and id of the last checkpoint of the previous page. */
type SortKey = readonly [createdAt: string, id: string];

const IS_CHECKPOINT = `tenant_id = $1 AND memory_type = 'checkpoint' AND is_active`;

export const checkpointRepository: CheckpointRepository = {
  findByName: async (tx, tenantId, name) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${IS_CHECKPOINT} AND metadata ->> 'name' = $2`,
      [tenantId, name],
    );
    return rows[0] ? toMemory(rows[0]) : null;
  },

  list: async (tx, tenantId, { offset, limit, after }) => {
    const keyset = after === undefined ? '' : 'AND (created_at, id) < ($4::timestamptz, $5::uuid)';
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${IS_CHECKPOINT} ${keyset}
       ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [tenantId, limit, offset, ...(after ?? [])],
    );
    return rows.map(toMemory);
  },

  count: (tx, tenantId) =>
    countMemories(tx, tenantId, { memoryTypes: ['checkpoint'], includeInactive: false }),

  findByNamePattern: async (tx, tenantId, pattern, after) => {
    const ids: string[] = [];
    let total = 0;
    const substring = pattern.toLowerCase();
    let last: NameRow | undefined;
    for (;;) {
      const rows: NameRow[] = await tx.query<NameRow>(
        `SELECT id, metadata ->> 'name' AS name, created_at::text,
           $4::timestamptz IS NULL OR (created_at, id) < ($4, $5::uuid) AS is_after
         FROM memories
         WHERE ${IS_CHECKPOINT} AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
         ORDER BY created_at DESC, id DESC LIMIT ${NAMES_PER_PAGE}`,
        [tenantId, last?.created_at ?? null, last?.id ?? null, after?.[0] ?? null, after?.[1] ?? null],
      );
      // Compares in JavaScript. PostgreSQL converts letters other than A-Z to lowercase only with some
      // collations.
      const matches = rows.filter(({ name }) => name.toLowerCase().includes(substring));
      total += matches.length;
      ids.push(...matches.filter((row) => row.is_after).map(({ id }) => id));
      last = rows.at(-1);
      if (rows.length < NAMES_PER_PAGE) return { ids, total };
    }
  },
};

interface NameRow {
  id: string;
  name: string;
  /** Creation time as text, because a `Date` does not keep microseconds. */
  created_at: string;
  /** True if the checkpoint follows the sort key at which the page starts. */
  is_after: boolean;
}
