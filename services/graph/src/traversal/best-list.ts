/** Keeps the best of what it is offered. */
export interface BestList<T> {
  /** True once something was offered that is not kept. */
  readonly overflowed: boolean;
  /** What the next better offer replaces; undefined until something had to give way. */
  worst(): T | undefined;
  offer(item: T): void;
  /** What was kept, in no order. */
  items(): readonly T[];
  /** What was kept, best first. The list must not be used afterwards. */
  sorted(): T[];
}

/**
 * A {@link BestList} of at most `capacity` items. Costs one comparison for an item that is not kept.
 *
 * @param compare negative when `a` is better than `b`; a total order
 */
export function bestList<T>(capacity: number, compare: (a: T, b: T) => number): BestList<T> {
  const items: T[] = [];
  let overflowed = false;

  // A heap with the worst item on top, ordered only once the list is full: most never are.
  function sink(index: number): void {
    const item = items[index]!;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && compare(items[child + 1]!, items[child]!) > 0) child++;
      if (compare(items[child]!, item) <= 0) break;
      items[index] = items[child]!;
      index = child;
    }
    items[index] = item;
  }

  return {
    get overflowed() {
      return overflowed;
    },
    worst() {
      return overflowed ? items[0] : undefined;
    },
    offer(item) {
      if (items.length < capacity) {
        items.push(item);
        return;
      }
      if (!overflowed) {
        overflowed = true;
        for (let i = (items.length >> 1) - 1; i >= 0; i--) sink(i);
      }
      if (items.length === 0 || compare(item, items[0]!) >= 0) return;
      items[0] = item;
      sink(0);
    },
    items() {
      return items;
    },
    sorted() {
      return items.sort(compare);
    },
  };
}
