import type { CachedTenant, TenantCache } from '../embedded-storage/tenant-cache.ts';
import type { IndexedRevision, RemovedItem } from '../items/indexed-item.ts';

/** Methods that the keyword index and the vector index of a tenant share. */
interface TenantItems extends CachedTenant {
  remove(entries: readonly RemovedItem[]): void;
  deleteTombstones(entries: readonly RemovedItem[]): void;
  revisions(afterId: string, limit: number): IndexedRevision[];
  count(): number;
}

export type ItemWorkerMethods = ReturnType<typeof createItemWorkerMethods>;

/**
 * Returns the methods that both embedded indexes share and that run in an engine thread. Tenant and item ids
 * must be lower-case UUIDs.
 */
export function createItemWorkerMethods(tenants: TenantCache<TenantItems>) {
  return {
    remove(tenantId: string, entries: readonly RemovedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.remove(entries));
    },
    deleteTombstones(tenantId: string, entries: readonly RemovedItem[]): void {
      // Unlike `write`, `read` does not create a tenant that does not exist.
      tenants.read(tenantId, undefined, (tenant) => tenant.deleteTombstones(entries));
    },
    /** Loads a tenant if it exists and is not loaded yet. */
    load(tenantId: string): void {
      tenants.read(tenantId, undefined, () => undefined);
    },
    revisions(tenantId: string, afterId: string, limit: number): IndexedRevision[] {
      return tenants.read(tenantId, [], (tenant) => tenant.revisions(afterId, limit));
    },
    count(tenantId: string): number {
      return tenants.read(tenantId, 0, (tenant) => tenant.count());
    },
    dropTenant(tenantId: string): void {
      tenants.drop(tenantId);
    },
    listTenants(): string[] {
      return tenants.list();
    },
  };
}
