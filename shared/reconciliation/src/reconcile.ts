import { compareById } from './compare-by-id.ts';
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
   * `indexed` is undefined if the index has neither an entry nor a tombstone with the id. Called once for
   * each id.
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
}

/**
 * Compares an index with the owner of its items, one range of ids at a time, and repairs each range before it
 * reads the next range. Other processes may write at the same time. Each range of the index is read before
 * the range of the owner, so an entry without a record belongs to a deleted item.
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
}: Reconciliation<Indexed, Owned>): Promise<number> {
  let staleItems = 0;
  for await (const range of compareById(readIndex, readOwner, pageSize)) {
    const stale = range.filter(({ indexed, owned }) => isStale(indexed, owned));
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
  }
  return staleItems;
}

function* batches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
