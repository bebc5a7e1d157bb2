/** What two lists hold of the same range of ids. */
export interface Pairing<A, B> {
  onlyFirst: A[];
  onlySecond: B[];
  both: [A, B][];
}

/**
 * Pairs two lists range by range. Of each range the first list is read **before** the second: what is only in the
 * first one was taken out of the second before, and what is only in the second may have been put in since.
 *
 * Readers give up to `pageSize` items in the order of their ids (lower case), those after `afterId` (null: from the
 * first); fewer only at the end. It ends early when the first list is gone (null).
 */
export async function* pairById<A extends { id: string }, B extends { id: string }>(
  readFirst: (afterId: string | null) => Promise<readonly A[] | null>,
  readSecond: (afterId: string | null) => Promise<readonly B[]>,
  pageSize: number,
): AsyncGenerator<Pairing<A, B>> {
  let afterId: string | null = null;
  do {
    const first: readonly A[] | null = await readFirst(afterId);
    if (first === null) return;
    const second: readonly B[] = await readSecond(afterId);
    // Beyond the end of the shorter range only one of the two has been read.
    const ends = [first, second].filter((page) => page.length === pageSize).map((page) => page.at(-1)!.id);
    const end = ends.sort()[0] ?? null;
    const isWithin = ({ id }: { id: string }): boolean => end === null || id <= end;
    const unpaired = new Map(second.filter(isWithin).map((item) => [item.id, item]));
    const pairing: Pairing<A, B> = { onlyFirst: [], onlySecond: [], both: [] };
    for (const item of first.filter(isWithin)) {
      const other = unpaired.get(item.id);
      if (other === undefined) pairing.onlyFirst.push(item);
      else pairing.both.push([item, other]);
      unpaired.delete(item.id);
    }
    pairing.onlySecond.push(...unpaired.values());
    yield pairing;
    afterId = end;
  } while (afterId !== null);
}
