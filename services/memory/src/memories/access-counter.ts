import type { Database } from '@loci/postgres';
import { lockMemoryRows } from './lock-memory-rows.ts';

/**
 * Counts reads of memories in process memory and writes them in batches, so that a read does not write to the
 * database. A crash of the process loses counts that are not flushed.
 * @see docs/reference/memories.md#access-counting
 */
export interface AccessCounter {
  record(tenantId: string, memoryId: string): void;
  /** Writes the counts since the last flush. If the write fails, the next flush includes them again. */
  flush(): Promise<void>;
}

interface PendingAccess {
  tenantId: string;
  memoryId: string;
  count: number;
  lastAccessed: Date;
}

/**
 * Maximum number of memories with pending counts. Reads of further memories are not counted, to limit memory
 * use.
 */
const MAX_PENDING_MEMORIES = 50_000;

export function createAccessCounter(
  database: Pick<Database, 'inSystemTransaction'>,
  now: () => Date,
): AccessCounter {
  let pending = new Map<string, PendingAccess>();

  const add = ({ tenantId, memoryId, count, lastAccessed }: PendingAccess): void => {
    const key = `${tenantId}:${memoryId}`;
    const known = pending.get(key);
    if (known) {
      known.count += count;
      if (lastAccessed > known.lastAccessed) known.lastAccessed = lastAccessed;
    } else if (pending.size < MAX_PENDING_MEMORIES) {
      pending.set(key, { tenantId, memoryId, count, lastAccessed });
    }
  };

  return {
    record: (tenantId, memoryId) => add({ tenantId, memoryId, count: 1, lastAccessed: now() }),
    flush: async () => {
      if (pending.size === 0) return;
      const accesses = [...pending.values()];
      pending = new Map();
      try {
        const tenantIds = accesses.map((access) => access.tenantId);
        const ids = accesses.map((access) => access.memoryId);
        await database.inSystemTransaction((tx) =>
          Promise.all([
            lockMemoryRows(tx, tenantIds, ids),
            tx.query(
              `UPDATE memories m SET access_count = m.access_count + a.count,
                 last_accessed = greatest(m.last_accessed, a.last_accessed)
               FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[])
                 AS a(tenant_id, id, count, last_accessed)
               WHERE m.tenant_id = a.tenant_id AND m.id = a.id`,
              [
                tenantIds,
                ids,
                accesses.map((access) => access.count),
                accesses.map((access) => access.lastAccessed),
              ],
            ),
          ]),
        );
      } catch (error) {
        accesses.forEach(add);
        throw error;
      }
    },
  };
}
