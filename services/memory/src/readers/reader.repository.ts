import type { Transaction } from '@loci/postgres';
import { MAX_ROWS_PER_MEMORY } from './reader.ts';
import type { DailyReads } from './reader.ts';

/** Stores who read the memories. */
export interface ReaderRepository {
  /**
   * Adds reads to the stored ones, and deletes the earliest rows of each memory above {@link MAX_ROWS_PER_MEMORY}. Ignores
   * reads of memories that do not exist, and of tenants that do not record reads.
   */
  store(tx: Transaction, reads: readonly DailyReads[]): Promise<void>;
  /** Lists the reads of a memory since a UTC day, latest day first. */
  list(tx: Transaction, tenantId: string, memoryId: string, since: Date): Promise<DailyReads[]>;
  /** Deletes up to `limit` rows of all tenants before a UTC day. Returns the number of deleted rows. */
  prune(tx: Transaction, before: Date, limit: number): Promise<number>;
}

interface ReaderRow {
  user_id: string;
  client_id: string;
  key_id: string;
  opened: number;
  found: number;
  first_read_at: Date;
  last_read_at: Date;
}

/** Stands for a reader without an API key. */
const NO_KEY = '00000000-0000-0000-0000-000000000000';

export const readerRepository: ReaderRepository = {
  store: async (tx, reads) => {
    // Rows are inserted in the order of the primary key, so that concurrent flushes do not deadlock. The lock excludes a memory
    // that another transaction deletes, whose reads would violate the foreign key.
    await tx.query(
      `INSERT INTO memory_readers (tenant_id, memory_id, day, user_id, client_id, key_id, opened, found, first_read_at,
         last_read_at)
       SELECT r.tenant_id, r.memory_id, (r.last_read_at AT TIME ZONE 'UTC')::date AS day, r.user_id, r.client_id, r.key_id,
         r.opened, r.found, r.first_read_at, r.last_read_at
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::int[], $7::int[], $8::timestamptz[],
           $9::timestamptz[])
         AS r(tenant_id, memory_id, user_id, client_id, key_id, opened, found, first_read_at, last_read_at)
       JOIN memories m ON m.tenant_id = r.tenant_id AND m.id = r.memory_id
       WHERE NOT EXISTS (SELECT FROM reader_settings s WHERE s.tenant_id = r.tenant_id AND NOT s.recording)
       ORDER BY r.tenant_id, r.memory_id, day, r.user_id, r.client_id, r.key_id
       FOR KEY SHARE OF m
       ON CONFLICT (tenant_id, memory_id, day, user_id, client_id, key_id) DO UPDATE SET
         opened = memory_readers.opened + excluded.opened,
         found = memory_readers.found + excluded.found,
         first_read_at = least(memory_readers.first_read_at, excluded.first_read_at),
         last_read_at = greatest(memory_readers.last_read_at, excluded.last_read_at)`,
      [
        reads.map((one) => one.tenantId),
        reads.map((one) => one.memoryId),
        reads.map((one) => one.userId),
        reads.map((one) => one.clientId),
        reads.map((one) => one.keyId ?? NO_KEY),
        reads.map((one) => one.opened),
        reads.map((one) => one.found),
        reads.map((one) => one.firstReadAt),
        reads.map((one) => one.lastReadAt),
      ],
      'readers-store',
    );
    await tx.query(
      `DELETE FROM memory_readers r USING (
         SELECT DISTINCT tenant_id, memory_id FROM unnest($1::uuid[], $2::uuid[]) AS read(tenant_id, memory_id)
       ) memory CROSS JOIN LATERAL (
         SELECT day, user_id, client_id, key_id FROM memory_readers k
         WHERE k.tenant_id = memory.tenant_id AND k.memory_id = memory.memory_id
         ORDER BY day DESC, user_id DESC, client_id DESC, key_id DESC OFFSET ${MAX_ROWS_PER_MEMORY}
       ) earliest
       WHERE r.tenant_id = memory.tenant_id AND r.memory_id = memory.memory_id AND r.day = earliest.day
         AND r.user_id = earliest.user_id AND r.client_id = earliest.client_id AND r.key_id = earliest.key_id`,
      [reads.map((one) => one.tenantId), reads.map((one) => one.memoryId)],
      'readers-limit',
    );
  },

  list: async (tx, tenantId, memoryId, since) => {
    const rows = await tx.query<ReaderRow>(
      `SELECT user_id, client_id, key_id, opened, found, first_read_at, last_read_at FROM memory_readers
       WHERE tenant_id = $1 AND memory_id = $2 AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date
       ORDER BY day DESC, last_read_at DESC LIMIT ${MAX_ROWS_PER_MEMORY}`,
      [tenantId, memoryId, since],
      'readers-list',
    );
    return rows.map((row) => ({
      tenantId,
      memoryId,
      userId: row.user_id,
      clientId: row.client_id,
      keyId: row.key_id === NO_KEY ? null : row.key_id,
      opened: row.opened,
      found: row.found,
      firstReadAt: row.first_read_at,
      lastReadAt: row.last_read_at,
    }));
  },

  prune: async (tx, before, limit) => {
    const rows = await tx.query(
      `DELETE FROM memory_readers WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM memory_readers WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date LIMIT $2))
       RETURNING 1`,
      [before, limit],
    );
    return rows.length;
  },
};
