import { TOMBSTONE_RETENTION_MS } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { GraphStore } from '../graph-store/graph-store.ts';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';

export interface PurgeTombstonesDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  knownMemories: Pick<KnownMemoryRepository, 'deleteTombstones'>;
  graphStore: Pick<GraphStore, 'purgeTombstones'>;
  now(): Date;
}

const INTERVAL_MS = 3_600_000;
const INITIAL_DELAY_MS = 5 * 60_000;
const BATCH_SIZE = 1_000;

/**
 * Deletes the tombstones of memories in PostgreSQL and of memories and relationships in the graph store after
 * their retention, in batches.
 *
 * The tombstones of the graph store can be deleted although consumers do not check the age of relationship
 * events: `onGraphChanged` ignores events of relationships that are not in the `relationships` table.
 *
 * @see docs/reference/events.md#tombstones
 */
export const purgeTombstonesJob = ({
  database,
  knownMemories,
  graphStore,
  now,
}: PurgeTombstonesDeps): Job => ({
  name: 'purge-tombstones',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const before = new Date(now().getTime() - TOMBSTONE_RETENTION_MS);
    const query = { recordedBefore: before, limit: BATCH_SIZE };
    await repeatUntilNone(signal, () =>
      database.inSystemTransaction((tx) => knownMemories.deleteTombstones(tx, query)),
    );
    await repeatUntilNone(signal, () => graphStore.purgeTombstones(before, BATCH_SIZE));
  },
});

async function repeatUntilNone(signal: AbortSignal, deleteBatch: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await deleteBatch()) > 0);
}
