import type { TermPart } from '@loci/contracts';
import { TENANT_FILE_NAMES } from '../../embedded-engine/index-address.ts';
import { createItemWorkerMethods } from '../../embedded-engine/item-worker-methods.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import { TenantCache } from '../../embedded-storage/tenant-cache.ts';
import type { TenantCacheOptions } from '../../embedded-storage/tenant-cache.ts';
import type { IndexedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { ChunkRange, ResultsQuery, Snippet } from '../keyword-index.ts';
import { NO_HITS } from './packed-keyword-hits.ts';
import type { PackedKeywordHits } from './packed-keyword-hits.ts';
import { TENANT_KEYWORD_SCHEMA, TenantKeywordIndex } from './tenant-keyword-index.ts';

export type KeywordWorkerMethods = ReturnType<typeof createKeywordWorkerMethods>;

const NO_RESULTS = JSON.stringify({ items: [], cloud_items: [], reached: [] });

/** A {@link ResultsQuery} with packed ids. */
type PackedResultsQuery = Omit<ResultsQuery, 'ids' | 'cloudIds' | 'reachedIds'> &
  Record<'ids' | 'cloudIds' | 'reachedIds', PackedIds>;

/** Opens the tenants of a keyword index. */
export const openKeywordTenants = (
  options: Pick<
    TenantCacheOptions<TenantKeywordIndex>,
    'directory' | 'maxOpenTenants' | 'maxMemoryBytes' | 'onTenantLost'
  >,
): TenantCache<TenantKeywordIndex> =>
  new TenantCache({
    ...options,
    name: 'The keyword index',
    fileName: TENANT_FILE_NAMES.keyword,
    schema: TENANT_KEYWORD_SCHEMA,
    load: (database) => new TenantKeywordIndex(database),
  });

/**
 * The methods of an embedded keyword index in an engine thread. Tenant and item ids must be lower-case UUIDs.
 */
export function createKeywordWorkerMethods(tenants: TenantCache<TenantKeywordIndex>) {
  return {
    ...createItemWorkerMethods(tenants),
    upsert(tenantId: string, items: readonly IndexedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.upsert(items));
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
    explain(tenantId: string, query: string, ids: PackedIds): Map<string, TermPart[]> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.explain(query, unpackIds(ids)));
    },
    idfs(tenantId: string, query: string): Map<string, number> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.idfs(query));
    },
    scoreSharedTerms(
      tenantId: string,
      seeds: PackedIds,
      weights: Float64Array,
      ids: PackedIds,
    ): Map<string, number> {
      return tenants.read(tenantId, new Map(), (tenant) =>
        tenant.scoreSharedTerms(unpackIds(seeds), weights, unpackIds(ids)),
      );
    },
    secondHop(tenantId: string, query: string, bestId: string, ids: PackedIds): string[] {
      return tenants.read(tenantId, [], (tenant) => tenant.secondHop({ query, bestId, ids: unpackIds(ids) }));
    },
    /**
     * Returns the `ItemsResponse` as JSON, because structured cloning of its objects takes several times
     * longer.
     */
    results(tenantId: string, { ids, cloudIds, reachedIds, ...rest }: PackedResultsQuery): string {
      return tenants.read(tenantId, NO_RESULTS, (tenant) =>
        JSON.stringify(
          tenant.results({
            ids: unpackIds(ids),
            cloudIds: unpackIds(cloudIds),
            reachedIds: unpackIds(reachedIds),
            ...rest,
          }),
        ),
      );
    },
  };
}
