import type { ObjectStore } from './object-store.ts';

const PAGE_SIZE = 1_000;

/** Counts all objects whose keys start with `prefix`. */
export async function countObjects(objects: Pick<ObjectStore, 'list'>, prefix: string): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ;) {
    const keys = await objects.list(prefix, { limit: PAGE_SIZE, ...(after !== undefined && { after }) });
    count += keys.length;
    if (keys.length < PAGE_SIZE) return count;
    after = keys.at(-1)!;
  }
}
