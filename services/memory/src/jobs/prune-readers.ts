import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { firstKeptDay } from '../readers/reader.ts';
import type { ReaderRepository } from '../readers/reader.repository.ts';

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 5_000;

/** Creates the job that deletes reads after the retention period. @see docs/reference/memories.md#readers */
export const pruneReaders = (
  database: Pick<Database, 'inSystemTransaction'>,
  readers: Pick<ReaderRepository, 'prune'>,
  now: () => Date,
): Job => ({
  name: 'prune-readers',
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const before = firstKeptDay(now());
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !signal.aborted;) {
      deleted = await database.inSystemTransaction((tx) => readers.prune(tx, before, BATCH_SIZE));
    }
  },
});
