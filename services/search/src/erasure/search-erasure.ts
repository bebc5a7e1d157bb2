import {
  COUNTER_TABLES,
  UNAPPLIED_EVENTS,
  isErased,
  objectStore,
  outboxStore,
  tableStore,
} from '@loci/service-hosting';
import type { ErasureDatabase, ServiceErasure } from '@loci/service-hosting';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

interface Space {
  index: Pick<VectorIndex, 'vectors'>;
}

interface ErasableIndexes {
  keywordIndex: Pick<KeywordIndex, 'fetch'>;
  space: Space;
  /** Returns the space of the previous model while it serves searches, otherwise null. */
  previousSpace(): Promise<Space | null>;
}

export interface SearchErasureDeps extends ErasableIndexes {
  database: ErasureDatabase;
  /** Indexes of superseded versions. */
  archive: ErasableIndexes;
}

/** Objects with index entries. */
const ITEM_KINDS = ['memory', 'chunk'];

/** Lists every store of the service that an erasure searches. Events delete the entries of erased objects. */
export const searchErasure = ({ database, archive, ...current }: SearchErasureDeps): ServiceErasure => ({
  database,
  stores: [
    itemRecords(database, { table: 'items' }),
    ...indexStores(database, current, ''),
    itemRecords(database, { table: 'superseded_items' }),
    ...indexStores(database, archive, 'superseded_'),
    outboxStore(database),
    UNAPPLIED_EVENTS,
    ...COUNTER_TABLES,
  ],
});

const itemRecords = (database: ErasureDatabase, records: { table: string }) =>
  tableStore(database, {
    ...records,
    where: `NOT deleted AND (${isErased('id')} OR ${isErased('document_id')})`,
    erase: 'follows',
  });

const indexStores = (
  database: ErasureDatabase,
  { keywordIndex, space, previousSpace }: ErasableIndexes,
  prefix: string,
) => [
  objectStore(database, {
    name: `${prefix}keyword_index`,
    kinds: ITEM_KINDS,
    countOf: async (tenantId, ids) => (await keywordIndex.fetch(tenantId, { ids })).length,
  }),
  objectStore(database, {
    name: `${prefix}vector_index`,
    kinds: ITEM_KINDS,
    countOf: async (tenantId, ids) => {
      const previous = await previousSpace();
      const spaces = previous === null ? [space] : [space, previous];
      const counts = await Promise.all(
        spaces.map(async ({ index }) => (await index.vectors(tenantId, ids)).size),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  }),
];
