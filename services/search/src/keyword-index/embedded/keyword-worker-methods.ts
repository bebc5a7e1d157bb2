import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import { TenantCache } from '../../embedded-storage/tenant-cache.ts';
import type { IndexedItem, IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { ChunkRange, Snippet } from '../keyword-index.ts';
import { NO_HITS } from './packed-keyword-hits.ts';
import type { PackedKeywordHits } from './packed-keyword-hits.ts';
import { TENANT_KEYWORD_SCHEMA, TenantKeywordIndex } from './tenant-keyword-index.ts';

export interface KeywordWorkerOptions {
  /** Folder with one subfolder per tenant. */
  directory: string;
  maxOpenTenants: number;
  maxMemoryBytes: number;
}

export type KeywordWorkerMethods = ReturnType<typeof createKeywordWorkerMethods>;

/**
 * Creates the worker thread methods of the embedded keyword index. Tenant and item ids must be lower-case
 * UUIDs.
 *
 * @param onTenantLost called after the damaged or missing file of a tenant was replaced with an empty one
 */
export function createKeywordWorkerMethods(
  options: KeywordWorkerOptions,
  onTenantLost: (tenantId: string) => void,
) {
  const tenants = new TenantCache<TenantKeywordIndex>({
    ...options,
    name: 'The keyword index',
    fileName: 'keyword.db',
    schema: TENANT_KEYWORD_SCHEMA,
    load: (database) => new TenantKeywordIndex(database),
    onTenantLost,
  });

  return {
    upsert(tenantId: string, items: readonly IndexedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.upsert(items));
    },
    remove(tenantId: string, entries: readonly RemovedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.remove(entries));
    },
    search(tenantId: string, query: string, filter: SearchFilter, limit: number): PackedKeywordHits {
      return tenants.read(tenantId, NO_HITS, (tenant) => tenant.search(query, filter, limit));
    },
    score(tenantId: string, query: string, ids: PackedIds, filter: SearchFilter): PackedKeywordHits {
      return tenants.read(tenantId, NO_HITS, (tenant) => tenant.score(query, unpackIds(ids), filter));
    },
    fetch(tenantId: string, ids: PackedIds, filter: SearchFilter): IndexedItem[] {
      return tenants.read(tenantId, [], (tenant) => tenant.fetch(unpackIds(ids), filter));
    },
    chunks(tenantId: string, ranges: readonly ChunkRange[]): IndexedItem[] {
      return tenants.read(tenantId, [], (tenant) => tenant.chunks(ranges));
    },
    highlight(tenantId: string, query: string, ids: PackedIds): Map<string, Snippet> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.highlight(query, unpackIds(ids)));
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
    close(): void {
      tenants.close();
    },
  };
}
