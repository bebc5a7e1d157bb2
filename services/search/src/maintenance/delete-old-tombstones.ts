import type { Database } from '@loci/postgres';
import type { DeleteTombstoneBatch } from '@loci/service-hosting';
import type { ItemRepository } from '../indexing/item.repository.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface DeleteOldTombstonesDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  items: Pick<ItemRepository, 'listOldTombstones' | 'deleteTombstones'>;
  keywordIndex: Pick<KeywordIndex, 'deleteTombstones'>;
  space: { index: Pick<VectorIndex, 'deleteTombstones'> };
}

/**
 * Deletes a batch of old tombstones from the indexes, and then from PostgreSQL. The tombstones of an
 * interrupted batch are still in PostgreSQL, so the next run repeats the batch.
 */
export const deleteOldTombstones =
  ({ database, items, keywordIndex, space }: DeleteOldTombstonesDeps): DeleteTombstoneBatch =>
  async (query) => {
    const tombstones = await database.inSystemTransaction((tx) => items.listOldTombstones(tx, query));
    for (const [tenantId, entries] of Map.groupBy(tombstones, (tombstone) => tombstone.tenantId)) {
      await Promise.all([
        keywordIndex.deleteTombstones(tenantId, entries),
        space.index.deleteTombstones(tenantId, entries),
      ]);
    }
    await database.inSystemTransaction((tx) => items.deleteTombstones(tx, tombstones));
    return tombstones.length;
  };
