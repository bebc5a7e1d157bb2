import { TOMBSTONE_RETENTION_MS } from '@loci/messaging';
import type { Job } from './job.ts';

const INTERVAL_MS = 3_600_000;
const INITIAL_DELAY_MS = 5 * 60_000;
const BATCH_SIZE = 1_000;

/**
 * Deletes up to `limit` tombstones that were recorded before `recordedBefore`. Returns their number, 0 if
 * none is left.
 */
export type DeleteTombstoneBatch = (query: { recordedBefore: Date; limit: number }) => Promise<number>;

/**
 * Creates the job that deletes tombstones after their retention, every hour. Repeats each function of
 * `deleteBatches` until none of its tombstones is left.
 *
 * @see docs/reference/events.md#tombstones
 */
export const purgeTombstonesJob = (options: {
  deleteBatches: readonly DeleteTombstoneBatch[];
  now(): Date;
}): Job => ({
  name: 'purge-tombstones',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const recordedBefore = new Date(options.now().getTime() - TOMBSTONE_RETENTION_MS);
    const query = { recordedBefore, limit: BATCH_SIZE };
    for (const deleteBatch of options.deleteBatches)
      while (!signal.aborted && (await deleteBatch(query)) > 0);
  },
});
