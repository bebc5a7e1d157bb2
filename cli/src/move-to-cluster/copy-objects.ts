import type { ObjectStore } from '@loci/object-store';

const KEYS_PER_PAGE = 500;

export interface CopyObjectsOptions {
  source: ObjectStore;
  target: ObjectStore;
  tenantId: string;
  /** Key of the last object that has been copied. An empty string starts with the first object. */
  after: string;
  /** Called after each object has been stored. */
  onCopied(key: string): void;
}

/** Copies the objects of a tenant in the order of their keys. Overwrites existing objects. */
export async function copyObjects({
  source,
  target,
  tenantId,
  after,
  onCopied,
}: CopyObjectsOptions): Promise<void> {
  for (let from = after; ;) {
    const keys = await source.list(`${tenantId}/`, { after: from, limit: KEYS_PER_PAGE });
    for (const key of keys) {
      const found = await source.get(key);
      if (found) await target.put(key, found.body);
      onCopied(key);
    }
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_PER_PAGE) return;
    from = last;
  }
}
