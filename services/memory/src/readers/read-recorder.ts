import type { Database } from '@loci/postgres';
import type { DailyReads } from './reader.ts';
import type { ReaderRepository } from './reader.repository.ts';

/**
 * Collects reads of memories in process memory and writes them in batches, so that a read does not write to the database.
 * A crash of the process loses reads that are not flushed.
 * @see docs/reference/memories.md#readers
 */
export interface ReadRecorder {
  /** Adds reads of one day. Never waits. */
  record(reads: DailyReads): void;
  /** Writes the reads since the last flush. If the write fails, the next flush includes them again. */
  flush(): Promise<void>;
}

/** Maximum number of pending rows. Reads by further readers are not recorded, to limit memory use and database load. */
const MAX_PENDING = 20_000;
/** Maximum number of rows per transaction. */
const BATCH_SIZE = 2_000;

export function createReadRecorder(
  database: Pick<Database, 'inSystemTransaction'>,
  readers: Pick<ReaderRepository, 'store'>,
): ReadRecorder {
  const pending = new Map<string, DailyReads>();

  const record = (reads: DailyReads): void => {
    const { tenantId, memoryId, userId, clientId, keyId, lastReadAt } = reads;
    const day = Math.floor(lastReadAt.getTime() / 86_400_000);
    const key = `${tenantId}\n${memoryId}\n${userId}\n${clientId}\n${keyId}\n${day}`;
    const known = pending.get(key);
    if (known === undefined) {
      if (pending.size < MAX_PENDING) pending.set(key, { ...reads });
      return;
    }
    known.opened += reads.opened;
    known.found += reads.found;
    if (reads.firstReadAt < known.firstReadAt) known.firstReadAt = reads.firstReadAt;
    if (reads.lastReadAt > known.lastReadAt) known.lastReadAt = reads.lastReadAt;
  };

  return {
    record,
    flush: async () => {
      const reads = [...pending.values()];
      pending.clear();
      for (let start = 0; start < reads.length; start += BATCH_SIZE) {
        try {
          await database.inSystemTransaction((tx) =>
            readers.store(tx, reads.slice(start, start + BATCH_SIZE)),
          );
        } catch (error) {
          reads.slice(start).forEach(record);
          throw error;
        }
      }
    },
  };
}
