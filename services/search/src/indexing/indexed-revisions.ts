import type { WrittenItem } from '@loci/core';

/**
 * The items that this process has indexed last, with their revisions. Waits for these items end without a query and without
 * a delay. Other items may be indexed too, because another process indexed them or because they are older.
 */
export interface IndexedRevisions {
  /** Records items that both indexes contain, or do not contain any more. */
  record(tenantId: string, items: readonly WrittenItem[]): void;
  /** Returns the items that this process is not known to have indexed. */
  findUnknown(tenantId: string, items: readonly WrittenItem[]): WrittenItem[];
  /** Resolves after the next call of `record`. */
  changed(): Promise<void>;
}

/** Maximum number of recorded items. The oldest are removed. */
const MAX_ITEMS = 10_000;

export function createIndexedRevisions(): IndexedRevisions {
  const revisions = new Map<string, number>();
  let change = Promise.withResolvers<void>();
  return {
    record: (tenantId, items) => {
      for (const { id, revision } of items) {
        const key = `${tenantId}:${id}`;
        const known = revisions.get(key) ?? 0;
        revisions.delete(key);
        revisions.set(key, Math.max(known, revision));
        if (revisions.size > MAX_ITEMS) revisions.delete(revisions.keys().next().value!);
      }
      change.resolve();
      change = Promise.withResolvers();
    },
    findUnknown: (tenantId, items) =>
      items.filter(({ id, revision }) => !((revisions.get(`${tenantId}:${id}`) ?? 0) >= revision)),
    changed: () => change.promise,
  };
}
