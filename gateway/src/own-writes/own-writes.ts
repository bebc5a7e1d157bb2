import { MAX_WRITTEN_ITEMS, isAppError } from '@loci/core';
import type { Caller, WrittenItem } from '@loci/core';
import type { SearchClient } from '@loci/contracts';
import { principalOf } from './own-positions.ts';

/**
 * The latest changes of each principal that searches may not find yet. A principal is a user of a tenant. This
 * gateway process knows only the changes that it handled itself. Searches return the number of these changes, which
 * `OwnChanges` cannot count, because it compares positions in the outboxes.
 *
 * @see docs/reference/http.md#eventual-consistency
 */
export interface OwnWrites {
  /** Records memories and document chunks that a request of the caller changed. */
  record(caller: Caller, items: readonly WrittenItem[]): void;
  /**
   * Waits until searches find the recorded changes of the caller, at most `MAX_WAIT_MS` per change. A change for which
   * an earlier search has waited that long is not waited for again.
   *
   * @returns the number of recorded changes that searches do not find yet
   */
  waitUntilSearchable(caller: Caller, signal: AbortSignal): Promise<number>;
}

/** Maximum duration of a wait in milliseconds. */
const MAX_WAIT_MS = 300;
/** Time in milliseconds after which a change is no longer counted. */
const RETENTION_MS = 600_000;
/** Maximum number of principals. The principals whose last change is the oldest are removed. */
const MAX_PRINCIPALS = 10_000;

interface OwnWrite {
  revision: number;
  writtenAtMs: number;
  /** True if a search has waited for the change until the timeout. */
  hasTimedOut: boolean;
}

/** Creates an empty record of changes. */
export function createOwnWrites(search: Pick<SearchClient, 'awaitItems'>, now = Date.now): OwnWrites {
  const writesByPrincipal = new Map<string, Map<string, OwnWrite>>();

  /** Removes changes that are older than `RETENTION_MS` or exceed `MAX_WRITTEN_ITEMS`, oldest first. */
  function removeOldest(writes: Map<string, OwnWrite>): void {
    const oldest = now() - RETENTION_MS;
    for (const [id, { writtenAtMs }] of writes) {
      if (writes.size <= MAX_WRITTEN_ITEMS && writtenAtMs >= oldest) return;
      writes.delete(id);
    }
  }

  return {
    record: (caller, items) => {
      const key = principalOf(caller);
      const writes = writesByPrincipal.get(key) ?? new Map<string, OwnWrite>();
      for (const { id, revision } of items) {
        writes.delete(id);
        writes.set(id, { revision, writtenAtMs: now(), hasTimedOut: false });
      }
      removeOldest(writes);
      writesByPrincipal.delete(key);
      writesByPrincipal.set(key, writes);
      if (writesByPrincipal.size > MAX_PRINCIPALS) {
        writesByPrincipal.delete(writesByPrincipal.keys().next().value!);
      }
    },

    waitUntilSearchable: async (caller, signal) => {
      const key = principalOf(caller);
      const writes = writesByPrincipal.get(key);
      if (!writes) return 0;
      removeOldest(writes);
      const items = Array.from(writes, ([id, { revision, hasTimedOut }]) => ({ id, revision, hasTimedOut }));
      const find = (part: readonly WrittenItem[], timeoutMs: number): Promise<string[]> =>
        part.length === 0 ? Promise.resolve([]) : findPending(search, caller, part, timeoutMs, signal);
      // Changes that timed out before must not delay the end of the wait for the newer ones.
      const [timedOut, recent] = await Promise.all([
        find(toWrittenItems(items.filter(({ hasTimedOut }) => hasTimedOut)), 0),
        find(toWrittenItems(items.filter(({ hasTimedOut }) => !hasTimedOut)), MAX_WAIT_MS),
      ]);
      const pending = new Set([...timedOut, ...recent]);
      for (const { id, revision } of items) {
        const write = writes.get(id);
        // The caller has changed the item again during the wait.
        if (write?.revision !== revision) continue;
        if (pending.has(id)) write.hasTimedOut = true;
        else writes.delete(id);
      }
      if (writes.size === 0 && writesByPrincipal.get(key) === writes) writesByPrincipal.delete(key);
      return pending.size;
    },
  };
}

const toWrittenItems = (items: readonly WrittenItem[]): WrittenItem[] =>
  items.map(({ id, revision }) => ({ id, revision }));

/** Returns the ids of the pending items. If the search service is unavailable, all items are pending. */
async function findPending(
  search: Pick<SearchClient, 'awaitItems'>,
  { tenantId, requestId }: Caller,
  items: readonly WrittenItem[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await search.awaitItems(tenantId, items, timeoutMs, { signal, requestId });
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error) || error.code !== 'SYS_SERVICE_UNAVAILABLE') throw error;
    return items.map(({ id }) => id);
  }
}
