/** Collects the best items of a stream. */
export interface TopK<T> {
  /** True if more items were offered than the capacity allows. */
  readonly overflowed: boolean;
  /** Returns the worst kept item, which the next better item replaces. Undefined until `overflowed`. */
  worst(): T | undefined;
  offer(item: T): void;
  /** Returns the kept items in unspecified order. */
  items(): readonly T[];
  /** Returns the kept items, best first. No item may be offered afterwards. */
  sorted(): T[];
}

/**
 * Keeps the best `capacity` items of those offered, in a binary heap with the worst item on top. Rejecting an item costs
 * one comparison.
 *
 * @param capacity at least 0
 * @param compare negative if `a` is better than `b`. Must be a total order.
 */
export function createTopK<T>(capacity: number, compare: (a: T, b: T) => number): TopK<T> {
  const items: T[] = [];
  let overflowed = false;

  function siftDown(index: number): void {
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
      // Most lists never overflow, so the heap is built on the first overflow.
      if (!overflowed) {
        overflowed = true;
        for (let i = (items.length >> 1) - 1; i >= 0; i--) siftDown(i);
      }
      if (items.length === 0 || compare(item, items[0]!) >= 0) return;
      items[0] = item;
      siftDown(0);
    },
    items() {
      return items;
    },
    sorted() {
      return items.sort(compare);
    },
  };
}
