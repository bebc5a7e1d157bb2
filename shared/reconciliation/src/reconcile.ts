import { pause } from '@loci/async';
import { compareRange } from './compare-by-id.ts';
import type { ComparedRange, Comparison } from './compare-by-id.ts';
import type { IdPage, ReadPage, WithId } from './read-page.ts';

/** An owner's record whose index entry is missing or stale. */
export interface StaleItem<Indexed, Owned> {
  indexed: Indexed | undefined;
  owned: Owned;
}

export interface Reconciliation<Indexed extends WithId, Owned extends WithId> {
  /** Reads a page of the index. Returns null if the index no longer exists, which ends the reconciliation. */
  readIndex(page: IdPage): Promise<readonly Indexed[] | null>;
  readOwner: ReadPage<Owned>;
  /** Maximum number of items per read, at least 1. */
  pageSize: number;
  /** Maximum number of items per call of `update` and `remove`, at least 1. */
  batchSize: number;
  /**
   * Returns true if the index entry must change. `owned` is undefined if the owner has no record with the id.
   * `indexed` is undefined if the index has neither an entry nor a tombstone with the id.
   */
  isStale(indexed: Indexed | undefined, owned: Owned | undefined): boolean;
  /**
   * Writes the owner's current state of the items to the index. Must not overwrite an entry whose revision in
   * the index is newer than that state.
   */
  update(items: StaleItem<Indexed, Owned>[]): Promise<void>;
  /**
   * Removes the given entries, for which the owner has no record, from the index. Must not remove an entry
   * whose revision in the index is newer than the given one.
   */
  remove(entries: Indexed[]): Promise<void>;
  signal: AbortSignal;
  /**
   * Waits until the consumers of the index have handled the events that are stored now. Items that consumers change in the
   * meantime are not stale. Without the wait, the items of a backlog would be indexed twice, by the consumers and by the
   * reconciliation. Returns false if the consumers are too far behind. The stale items of the range are then left to them.
   */
  awaitEvents?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

/**
 * Pause after a range without stale items, relative to the duration of its comparison. The comparison of all items of a large
 * tenant takes many seconds, in which searches and creations would be slower without pauses.
 */
const PAUSE_FACTOR = 2;

/**
 * Compares an index with the owner of its items, one range of ids at a time, and repairs each range before it
 * reads the next range. Other processes may write at the same time. Each range of the index is read before
 * the range of the owner, so an entry without a record belongs to a deleted item. Pauses after ranges without differences, so
 * that it uses at most a third of the time.
 *
 * @returns the number of stale items that were found
 * @throws the error of a failed reader or repair, or the reason of the signal when it is aborted; completed
 *   repairs are kept
 */
export async function reconcile<Indexed extends WithId, Owned extends WithId>({
  readIndex,
  readOwner,
  pageSize,
  batchSize,
  isStale,
  update,
  remove,
  signal,
  awaitEvents,
}: Reconciliation<Indexed, Owned>): Promise<number> {
  const filterStale = (range: ComparedRange<Indexed, Owned>): Comparison<Indexed, Owned>[] =>
    range.comparisons.filter(({ indexed, owned }) => isStale(indexed, owned));

  /** Compares a range. If items are stale, waits for events and compares the range and these items again. */
  async function findStale(afterId: string | null) {
    const page = { afterId, limit: pageSize };
    const range = await compareRange(readIndex, readOwner, page);
    if (range === null) return null;
    const stale = filterStale(range);
    if (stale.length === 0 || !awaitEvents) return { stale, lastId: range.lastId };
    if (!(await awaitEvents(signal))) return { stale: [], lastId: range.lastId };
    const again = await compareRange(readIndex, readOwner, page);
    if (again === null) return null;
    // Items that became stale during the wait have pending events.
    const staleBefore = new Set(stale.map(idOf));
    return {
      stale: filterStale(again).filter((item) => staleBefore.has(idOf(item))),
      // The second comparison can end earlier or later than the first one.
      lastId: earlierEnd(range.lastId, again.lastId),
    };
  }

  let staleItems = 0;
  let afterId: string | null = null;
  do {
    const startedAt = performance.now();
    const found = await findStale(afterId);
    if (found === null) return staleItems;
    const { stale, lastId } = found;
    if (stale.length === 0) await pause((performance.now() - startedAt) * PAUSE_FACTOR, signal);
    staleItems += stale.length;
    const removed = stale.flatMap(({ indexed, owned }) => (owned === undefined && indexed ? [indexed] : []));
    const outdated = stale.flatMap(({ indexed, owned }) => (owned === undefined ? [] : [{ indexed, owned }]));
    for (const batch of batches(removed, batchSize)) {
      signal.throwIfAborted();
      await remove(batch);
    }
    for (const batch of batches(outdated, batchSize)) {
      signal.throwIfAborted();
      await update(batch);
    }
    signal.throwIfAborted();
    afterId = lastId;
  } while (afterId !== null);
  return staleItems;
}

/** Returns the range end that comes first. Null is the end of all ids. */
const earlierEnd = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

const idOf = <Item extends WithId>({ indexed, owned }: Comparison<Item, WithId>): string =>
  (owned ?? indexed)!.id;

function* batches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
