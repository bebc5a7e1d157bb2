import type { ReadPage, WithId } from './read-page.ts';

/** The items of several lists that have the same id. A list without the id has no property in `items`. */
export interface JoinedItem<List extends string, Item> extends WithId {
  items: Partial<Record<List, Item>>;
}

/**
 * Joins several lists by id into one. The lists are read in parallel.
 *
 * @param readers one reader per list, by name
 * @returns a reader of the joined list
 */
export function joinById<List extends string, Item extends WithId>(
  readers: Readonly<Partial<Record<List, ReadPage<Item>>>>,
): ReadPage<JoinedItem<List, Item>> {
  const lists = Object.entries(readers) as [List, ReadPage<Item>][];
  return async (page) => {
    const pages = await Promise.all(lists.map(([, read]) => read(page)));
    const joined = new Map<string, JoinedItem<List, Item>>();
    lists.forEach(([list], i) => {
      for (const item of pages[i]!) {
        const entry: JoinedItem<List, Item> = joined.get(item.id) ?? { id: item.id, items: {} };
        entry.items[list] = item;
        joined.set(item.id, entry);
      }
    });
    // Each of the first `limit` ids of the union is among the first `limit` ids of every list that contains
    // it.
    return [...joined.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, page.limit);
  };
}
