import { mapConcurrently } from '@loci/async';
import type { ObjectStore } from './object-store.ts';

const PAGE_SIZE = 200;
const CONCURRENCY = 8;

/**
 * Deletes all objects whose keys start with `prefix`. Idempotent.
 *
 * @param mustStop called before each page of 200 objects; true ends the call
 * @returns the number of deleted objects; `done` is false if `mustStop` returned true
 */
export async function deleteObjects(
  objects: Pick<ObjectStore, 'list' | 'delete'>,
  prefix: string,
  mustStop: () => boolean,
): Promise<{ deleted: number; done: boolean }> {
  let deleted = 0;
  for (;;) {
    if (mustStop()) return { deleted, done: false };
    const keys = await objects.list(prefix, { limit: PAGE_SIZE });
    await mapConcurrently(keys, CONCURRENCY, (key) => objects.delete(key));
    deleted += keys.length;
    if (keys.length < PAGE_SIZE) return { deleted, done: true };
  }
}
