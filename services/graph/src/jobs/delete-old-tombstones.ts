import type { Database } from '@loci/postgres';
import type { DeleteTombstoneBatch } from '@loci/service-hosting';
import type { GraphStore } from '../graph-store/graph-store.ts';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';

export interface DeleteOldTombstonesDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  knownMemories: Pick<KnownMemoryRepository, 'deleteTombstones'>;
  graphStore: Pick<GraphStore, 'purgeTombstones'>;
}

/**
 * Returns the functions that delete old tombstones of memories in PostgreSQL, and of memories and
 * relationships in the graph store.
 *
 * The tombstones of the graph store can be deleted although consumers do not check the age of relationship
 * events, because `onGraphChanged` ignores events of relationships that are not in the `relationships` table.
 */
export const deleteOldTombstones = ({
  database,
  knownMemories,
  graphStore,
}: DeleteOldTombstonesDeps): DeleteTombstoneBatch[] => [
  (query) => database.inSystemTransaction((tx) => knownMemories.deleteTombstones(tx, query)),
  ({ recordedBefore, limit }) => graphStore.purgeTombstones(recordedBefore, limit),
];
