import type { FoundByStore } from '@loci/contracts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

interface CountedSpace {
  index: Pick<VectorIndex, 'count'>;
}

export interface CountedCollection {
  keywordIndex: Pick<KeywordIndex, 'count'>;
  space: CountedSpace;
  /** Returns the space of the previous model while it serves searches, otherwise null. */
  previousSpace(): Promise<CountedSpace | null>;
  /** True for the indexes of superseded versions. */
  isArchive?: boolean;
}

/** Counts the entries of a tenant in the keyword index and in all vector indexes in use, of each of the collections. */
export async function countIndexEntries(
  collections: readonly CountedCollection[],
  tenantId: string,
): Promise<FoundByStore> {
  const counts: FoundByStore = {};
  for (const { keywordIndex, space, previousSpace, isArchive } of collections) {
    const prefix = isArchive === true ? 'superseded_' : '';
    const previous = await previousSpace();
    counts[`${prefix}keyword_index`] = await keywordIndex.count(tenantId);
    counts[`${prefix}vector_index`] =
      (await space.index.count(tenantId)) + ((await previous?.index.count(tenantId)) ?? 0);
  }
  return counts;
}
