import type { Transaction } from '@loci/postgres';
import { MEMORY_COLUMNS, toMemory } from '../memories/memory.repository.ts';
import type { MemoryRow } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import type { ProtectedMemoryFilter } from './protected-memory.ts';

const MAX_SELECTED = 1_000;

export interface ProtectedMemoryRepository {
  /** Returns the memories that match the filter, newest first, at most 1,000. */
  select(
    tx: Transaction,
    tenantId: string,
    filter: ProtectedMemoryFilter,
    options: { includeInactive: boolean; id?: string },
  ): Promise<Memory[]>;
  /**
   * Serializes changes to a tenant's protected memories until the transaction ends, because a change selects
   * its memories by a filter. Must be called before the first write.
   */
  lock(tx: Transaction, tenantId: string): Promise<void>;
}

export const protectedMemoryRepository: ProtectedMemoryRepository = {
  select: async (tx, tenantId, { memoryType, userId, metadata }, { includeInactive, id }) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories
       WHERE tenant_id = $1 AND memory_type IN ('identity_core', 'personality_trait')
         AND ($2::text IS NULL OR memory_type = $2)
         AND ($3::text IS NULL OR user_id = $3) AND metadata @> $4 AND (is_active OR $5)
         AND ($6::uuid IS NULL OR id = $6)
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_SELECTED}`,
      [
        tenantId,
        memoryType ?? null,
        userId ?? null,
        JSON.stringify(metadata ?? {}),
        includeInactive,
        id ?? null,
      ],
      'protected-select',
    );
    return rows.map(toMemory);
  },

  lock: async (tx, tenantId) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('protected:' || $1, 0))`, [tenantId]);
  },
};
