import type { ObjectStore } from '@loci/object-store';

const KEYS_PER_PAGE = 500;

export interface CopyObjectsOptions {
  source: ObjectStore;
  target: ObjectStore;
  tenantId: string;
  /** The key of the last object that was copied before; empty: from the first. */
  after: string;
  /** Told after each object, when it is stored. */
  onCopied(key: string): void;
}

/** Copies a tenant's objects in the order of their keys. */
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
