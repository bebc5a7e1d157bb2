import { mapQuotaError, requireQuota } from '@loci/postgres';
import type { StorageQuota } from '@loci/postgres';
import { MEMORY_BYTES } from '../counters/memory-counters.ts';
import type { MemoryRepository } from './memory.repository.ts';
import type { Memory } from './memory.ts';

/**
 * Returns a repository whose `insert`, `insertMany` and `update` throw BIZ_QUOTA_EXCEEDED if the tenant would
 * store more bytes than its quota. An update that does not increase the bytes is always accepted.
 */
export function withStorageQuota(memories: MemoryRepository, quota: StorageQuota): MemoryRepository {
  const { counter, maxBytes } = quota;
  if (maxBytes === null) return memories;
  return {
    ...memories,

    insert: async (tx, memory) => {
      await Promise.all([
        requireQuota(tx, quota, memory.tenantId, bytesOf(memory)),
        memories.insert(tx, memory),
      ]);
    },

    insertMany: async (tx, inserted) => {
      const bytes = inserted.reduce((sum, memory) => sum + bytesOf(memory), 0);
      const tenantId = inserted[0]?.tenantId;
      const [, ids] = await Promise.all([
        tenantId && requireQuota(tx, quota, tenantId, bytes),
        memories.insertMany(tx, inserted),
      ]);
      return ids;
    },

    update: async (tx, memory) => {
      const checkGrowth = (): Promise<unknown> =>
        tx.query(
          `SELECT require_quota($1, $2, $3::bigint - (${MEMORY_BYTES}), $4) FROM memories
           WHERE tenant_id = $1 AND id = $5`,
          [memory.tenantId, counter, bytesOf(memory), maxBytes, memory.id],
          'memory-require-quota',
        );
      await Promise.all([mapQuotaError(quota, checkGrowth), memories.update(tx, memory)]);
    },
  };
}

/**
 * Returns the bytes of a memory. PostgreSQL counts a few bytes more, because its text of JSON contains spaces.
 */
export const bytesOf = ({ content, metadata }: Memory): number =>
  Buffer.byteLength(content) + Buffer.byteLength(JSON.stringify(metadata));
