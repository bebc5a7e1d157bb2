import type { IdPage, ReadPage, WithId } from './read-page.ts';

/** The index entry and the owner's record of one id. At least one of them is present. */
export interface Comparison<Indexed, Owned> {
  indexed: Indexed | undefined;
  owned: Owned | undefined;
}

/**
 * Compares an index with its owner, one range of ids at a time. In each range, the index is read before the
 * owner.
 *
 * @param readIndex returns null if the index no longer exists, which ends the comparison
 * @param pageSize maximum number of items per read, at least 1
 * @returns the comparisons of each range. Each id occurs once.
 */
export async function* compareById<Indexed extends WithId, Owned extends WithId>(
  readIndex: (page: IdPage) => Promise<readonly Indexed[] | null>,
  readOwner: ReadPage<Owned>,
  pageSize: number,
): AsyncGenerator<Comparison<Indexed, Owned>[]> {
  let afterId: string | null = null;
  do {
    const page: IdPage = { afterId, limit: pageSize };
    const indexed = await readIndex(page);
    if (indexed === null) return;
    const owned = await readOwner(page);
    // A full page ends at its last id. Only ids up to the smaller of the last ids have been read from both
    // lists.
    const lastId = [indexed, owned]
      .flatMap((items) => (items.length < pageSize ? [] : items.at(-1)!.id))
      .reduce<string | null>((least, id) => (least === null || id < least ? id : least), null);
    const inRange = ({ id }: WithId): boolean => lastId === null || id <= lastId;
    const indexedById = new Map(indexed.filter(inRange).map((item) => [item.id, item]));
    const comparisons = owned.filter(inRange).map((item) => {
      const entry = indexedById.get(item.id);
      indexedById.delete(item.id);
      return { indexed: entry, owned: item };
    });
    yield [...comparisons, ...[...indexedById.values()].map((item) => ({ indexed: item, owned: undefined }))];
    afterId = lastId;
  } while (afterId !== null);
}
