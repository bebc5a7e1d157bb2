import { AsyncLocalStorage } from 'node:async_hooks';

/** A memory or document chunk that a request changed, with its new revision. */
export interface WrittenItem {
  id: string;
  revision: number;
}

/** Maximum number of changed items that are kept per request and per principal. The newest are kept. */
export const MAX_WRITTEN_ITEMS = 200;

const current = new AsyncLocalStorage<Map<string, number>>();

/**
 * Adds changed items to the result of the running `collectWrittenItems`. Has no effect outside of
 * `collectWrittenItems`.
 */
export function recordWrittenItems(items: readonly WrittenItem[]): void {
  const written = current.getStore();
  if (written) addWrittenItems(written, items);
}

/**
 * Runs an operation and returns the items that it recorded with `recordWrittenItems`, oldest first. Items of a
 * nested call belong only to the nested call.
 */
export async function collectWrittenItems<T>(
  run: () => Promise<T>,
): Promise<{ result: T; written: WrittenItem[] }> {
  const written = new Map<string, number>();
  const result = await current.run(written, run);
  return { result, written: Array.from(written, ([id, revision]) => ({ id, revision })) };
}

/** Adds items to a map of revisions by id, and removes the oldest items above `MAX_WRITTEN_ITEMS`. */
function addWrittenItems(written: Map<string, number>, items: readonly WrittenItem[]): void {
  for (const { id, revision } of items.slice(-MAX_WRITTEN_ITEMS)) {
    written.delete(id);
    written.set(id, revision);
  }
  for (const id of written.keys()) {
    if (written.size <= MAX_WRITTEN_ITEMS) return;
    written.delete(id);
  }
}
