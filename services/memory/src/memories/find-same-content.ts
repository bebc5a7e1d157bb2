import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { MEMORY_COLUMNS, toMemory } from './memory.repository.ts';
import type { MemoryRow } from './memory.repository.ts';
import type { Memory } from './memory.ts';

/** Maximum number of memories with the same content that are compared, so that the cost has a bound. */
const MAX_CANDIDATES = 100;

/**
 * Locks a content of the caller until the transaction ends, and returns the active memories of the caller that have this
 * content and type, oldest first. Contents that differ only in whitespace are the same. Concurrent transactions with the same
 * content wait for each other, so that only the first one finds no memory.
 *
 * @returns at most {@link MAX_CANDIDATES} memories
 */
export async function lockAndFindSameContent(
  tx: Transaction,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  { content, memoryType }: Pick<Memory, 'content' | 'memoryType'>,
): Promise<Memory[]> {
  // Uses an advisory lock, because waiting for it assigns no transaction id, and with it no position of the events.
  const [, rows] = await Promise.all([
    tx.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('content:' || $1, hash_memory_content($2, $3)))`,
      [tenantId, content, userId],
      'memory-lock-content',
    ),
    tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM (
         SELECT * FROM memories WHERE tenant_id = $1 AND is_active AND content_hash = hash_memory_content($2, $3)
         LIMIT ${MAX_CANDIDATES}) same_hash
       WHERE user_id = $3 AND memory_type = $4 AND hash_memory_content(content, '') = hash_memory_content($2, '')
       ORDER BY created_at, id`,
      [tenantId, content, userId, memoryType],
      'memory-find-same-content',
    ),
  ]);
  return rows.map(toMemory);
}
