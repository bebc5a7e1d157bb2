import { TOMBSTONE_RETENTION_MS } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { ItemRepository } from '../indexing/item.repository.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface PurgeTombstonesDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  items: Pick<ItemRepository, 'listOldTombstones' | 'deleteTombstones'>;
  keywordIndex: Pick<KeywordIndex, 'deleteTombstones'>;
  space: { index: Pick<VectorIndex, 'deleteTombstones'> };
  now(): Date;
}

const INTERVAL_MS = 3_600_000;
const INITIAL_DELAY_MS = 5 * 60_000;
const BATCH_SIZE = 1_000;

/**
 * Deletes tombstones after their retention, in batches. Deletes them from the indexes before PostgreSQL,
 * which lists them, so that the next run repeats an interrupted batch.
 *
 * @see docs/reference/events.md#tombstones
 */
export const purgeTombstonesJob = ({
  database,
  items,
  keywordIndex,
  space,
  now,
}: PurgeTombstonesDeps): Job => ({
  name: 'purge-tombstones',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const before = new Date(now().getTime() - TOMBSTONE_RETENTION_MS);
    for (let count = BATCH_SIZE; count === BATCH_SIZE && !signal.aborted;) {
      const tombstones = await database.inSystemTransaction((tx) =>
        items.listOldTombstones(tx, { before, limit: BATCH_SIZE }),
      );
      for (const [tenantId, entries] of Map.groupBy(tombstones, (tombstone) => tombstone.tenantId)) {
        await Promise.all([
          keywordIndex.deleteTombstones(tenantId, entries),
          space.index.deleteTombstones(tenantId, entries),
        ]);
      }
      await database.inSystemTransaction((tx) => items.deleteTombstones(tx, tombstones));
      count = tombstones.length;
    }
  },
});
