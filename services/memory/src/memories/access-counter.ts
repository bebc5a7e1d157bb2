import type { Database } from '@loci/postgres';
import { lockMemoryRows } from './lock-memory-rows.ts';

/** Counts reads in memory and writes them now and then: reading a memory writes nothing. */
export interface AccessCounter {
  record(tenantId: string, memoryId: string): void;
  /** Writes what was counted since the last time; what cannot be written now is tried again. */
  flush(): Promise<void>;
}

interface Access {
  tenantId: string;
  memoryId: string;
  count: number;
  last: Date;
}

/** Counts beyond this many memories between two flushes are dropped: they are no promise (SPEC.md "Memory"). */
const MAX_PENDING = 50_000;

export function createAccessCounter(
  database: Pick<Database, 'inSystemTransaction'>,
  now: () => Date,
): AccessCounter {
  let pending = new Map<string, Access>();

  const add = ({ tenantId, memoryId, count, last }: Access): void => {
    const key = `${tenantId}:${memoryId}`;
    const known = pending.get(key);
    if (known) {
      known.count += count;
      if (last > known.last) known.last = last;
    } else if (pending.size < MAX_PENDING) {
      pending.set(key, { tenantId, memoryId, count, last });
    }
  };

  return {
    record: (tenantId, memoryId) => add({ tenantId, memoryId, count: 1, last: now() }),
    flush: async () => {
      if (pending.size === 0) return;
      const counted = [...pending.values()];
      pending = new Map();
      try {
        const tenantIds = counted.map((access) => access.tenantId);
        const ids = counted.map((access) => access.memoryId);
        await database.inSystemTransaction((tx) =>
          Promise.all([
            lockMemoryRows(tx, tenantIds, ids),
            tx.query(
              `UPDATE memories m SET access_count = m.access_count + a.count,
                 last_accessed = greatest(m.last_accessed, a.last)
               FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[]) AS a(tenant_id, id, count, last)
               WHERE m.tenant_id = a.tenant_id AND m.id = a.id`,
              [tenantIds, ids, counted.map((access) => access.count), counted.map((access) => access.last)],
            ),
          ]),
        );
      } catch (error) {
        counted.forEach(add);
        throw error;
      }
    },
  };
}
