import type { IdPage, ReadPage, WithId } from './read-page.ts';

/** The index entry and the owner's record of one id. At least one of them is present. */
export interface Comparison<Indexed, Owned> {
  indexed: Indexed | undefined;
  owned: Owned | undefined;
}

export interface ComparedRange<Indexed, Owned> {
  /** Each id of the range occurs once. */
  comparisons: Comparison<Indexed, Owned>[];
  /** Last id of the range, after which the next range starts. Null if it is the last range. */
  lastId: string | null;
}

/**
 * Compares an index with its owner in one range of ids. The index is read before the owner.
 *
 * @param readIndex returns null if the index no longer exists
 * @param page start of the range, and maximum number of items per read
 * @returns null if the index no longer exists
 */
export async function compareRange<Indexed extends WithId, Owned extends WithId>(
  readIndex: (page: IdPage) => Promise<readonly Indexed[] | null>,
  readOwner: ReadPage<Owned>,
  page: IdPage,
): Promise<ComparedRange<Indexed, Owned> | null> {
  const indexed = await readIndex(page);
  if (indexed === null) return null;
  const owned = await readOwner(page);
  // A full page ends at its last id. Only ids up to the smaller of the last ids have been read from both
  // lists.
  const lastId = [indexed, owned]
    .flatMap((items) => (items.length < page.limit ? [] : items.at(-1)!.id))
    .reduce<string | null>((least, id) => (least === null || id < least ? id : least), null);
  const inRange = ({ id }: WithId): boolean => lastId === null || id <= lastId;
  const indexedById = new Map(indexed.filter(inRange).map((item) => [item.id, item]));
  const comparisons: Comparison<Indexed, Owned>[] = owned.filter(inRange).map((item) => {
    const entry = indexedById.get(item.id);
    indexedById.delete(item.id);
    return { indexed: entry, owned: item };
  });
  for (const item of indexedById.values()) comparisons.push({ indexed: item, owned: undefined });
  return { comparisons, lastId };
}
