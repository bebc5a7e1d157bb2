import { OpenTenants } from '../embedded-index/open-tenants.ts';
import type { IndexedItem, IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { ChunkRange, ItemAttributes, KeywordHit, Passage } from './keyword-index.ts';
import { KEYWORD_SCHEMA, TenantKeywords } from './tenant-keywords.ts';

export interface KeywordCallsOptions {
  directory: string;
  maxOpenTenants: number;
  maxMemoryBytes: number;
}

export type KeywordCalls = ReturnType<typeof createKeywordCalls>;

/** What the worker thread of the embedded index does; the near side has validated the ids. */
// eslint-disable-next-line @typescript-eslint/explicit-function-return-type -- the type is what is written here
export function createKeywordCalls(options: KeywordCallsOptions, onTenantLost: (tenantId: string) => void) {
  const tenants = new OpenTenants<TenantKeywords>({
    ...options,
    name: 'The keyword index',
    fileName: 'keyword.db',
    schema: KEYWORD_SCHEMA,
    load: (database) => new TenantKeywords(database),
    onTenantLost,
  });

  return {
    upsert(tenantId: string, items: readonly IndexedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.upsert(items));
    },
    remove(tenantId: string, entries: readonly RemovedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.remove(entries));
    },
    search(tenantId: string, query: string, filter: SearchFilter, limit: number): KeywordHit[] {
      return tenants.read(tenantId, [], (tenant) => tenant.search(query, filter, limit));
    },
    score(tenantId: string, query: string, ids: readonly string[]): KeywordHit[] {
      return tenants.read(tenantId, [], (tenant) => tenant.score(query, ids));
    },
    fetch(tenantId: string, ids: readonly string[], filter: SearchFilter): IndexedItem[] {
      return tenants.read(tenantId, [], (tenant) => tenant.fetch(ids, filter));
    },
    attributes(tenantId: string, ids: readonly string[], filter: SearchFilter): ItemAttributes[] {
      return tenants.read(tenantId, [], (tenant) => tenant.attributes(ids, filter));
    },
    chunks(tenantId: string, ranges: readonly ChunkRange[]): IndexedItem[] {
      return tenants.read(tenantId, [], (tenant) => tenant.chunks(ranges));
    },
    highlight(tenantId: string, query: string, ids: readonly string[]): Map<string, Passage> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.highlight(query, ids));
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
