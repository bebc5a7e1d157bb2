import type { IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import { canonicalId, canonicalTenantId } from '../items/item-ids.ts';
import type { ItemWorkerMethods } from './item-worker-methods.ts';
import type { IndexCaller } from './rebuildable-index.ts';

export const canonicalEntries = (entries: readonly RemovedItem[]): RemovedItem[] =>
  entries.map(({ id, revision }) => ({ id: canonicalId(id), revision }));

/** Returns the methods that both embedded indexes share. They call the methods in the engine thread. */
export const itemIndexMethods = (index: IndexCaller<ItemWorkerMethods>) => ({
  async deleteTombstones(tenantId: string, entries: readonly RemovedItem[]): Promise<void> {
    const tombstones = canonicalEntries(entries);
    if (tombstones.length > 0)
      await index.call('deleteTombstones', [canonicalTenantId(tenantId), tombstones]);
  },

  revisions(
    tenantId: string,
    { afterId, limit }: { afterId: string | null; limit: number },
  ): Promise<IndexedRevision[]> {
    return index.call('revisions', [canonicalTenantId(tenantId), afterId?.toLowerCase() ?? '', limit]);
  },

  count(tenantId: string): Promise<number> {
    return index.call('count', [canonicalTenantId(tenantId)]);
  },

  async dropTenant(tenantId: string): Promise<void> {
    await index.call('dropTenant', [canonicalTenantId(tenantId)]);
  },

  listTenants(): Promise<string[]> {
    return index.call('listTenants', []);
  },
});
