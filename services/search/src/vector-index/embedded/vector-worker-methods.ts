import { TenantCache } from '../../embedded-storage/tenant-cache.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import type { FilterableItem, IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import { NO_HITS } from './packed-vector-hits.ts';
import type { PackedVectorHits } from './packed-vector-hits.ts';
import { TenantVectorIndex, TENANT_VECTOR_SCHEMA } from './tenant-vector-index.ts';
import type { VectorHit } from '../vector-index.ts';

export interface VectorWorkerOptions {
  directory: string;
  dimension: number;
  maxOpenTenants: number;
  maxMemoryBytes: number;
}

/** A `VectorItem` on its way: the vectors of a batch travel as one array. */
export interface VectorItemMessage extends FilterableItem {
  id: string;
  revision: number;
  hasVector: boolean;
}

// Searches wait behind it: a large tenant takes more than a millisecond for each query.
const MAX_NEAREST_MS = 4;

export type VectorWorkerMethods = ReturnType<typeof createVectorWorkerMethods>;

/** What the worker thread of the embedded index does; the near side has validated ids and vectors. */

export function createVectorWorkerMethods(
  options: VectorWorkerOptions,
  onTenantLost: (tenantId: string) => void,
) {
  const { directory, dimension, maxOpenTenants, maxMemoryBytes } = options;
  const tenants = new TenantCache<TenantVectorIndex>({
    name: 'The vector index',
    directory,
    fileName: 'vector.db',
    schema: TENANT_VECTOR_SCHEMA,
    maxOpenTenants,
    maxMemoryBytes,
    load: (database) => new TenantVectorIndex(database, dimension),
    onTenantLost,
  });

  return {
    upsert(tenantId: string, sent: readonly VectorItemMessage[], vectors: Float32Array): void {
      let next = 0;
      const items = sent.map(({ hasVector, ...item }) => ({
        ...item,
        tenantId,
        vector: hasVector ? vectors.slice(next, (next += dimension)) : null,
      }));
      tenants.write(tenantId, (tenant) => tenant.upsert(items));
    },
    remove(tenantId: string, entries: readonly RemovedItem[]): void {
      tenants.write(tenantId, (tenant) => tenant.remove(entries));
    },
    search(tenantId: string, vector: Float32Array, filter: SearchFilter, limit: number): PackedVectorHits {
      return tenants.read(tenantId, NO_HITS, (tenant) => tenant.search(vector, filter, limit));
    },
    /** Answers as many queries, from the first on, as fit a few milliseconds; one at least. */
    nearest(tenantId: string, ids: readonly string[], vectors: Float32Array): (VectorHit | null)[] {
      const startedAt = performance.now();
      return tenants.read(
        tenantId,
        ids.map(() => null),
        (tenant) => {
          const hits: (VectorHit | null)[] = [];
          do {
            const start = hits.length * dimension;
            hits.push(tenant.nearest(ids[hits.length]!, vectors.subarray(start, start + dimension)));
          } while (hits.length < ids.length && performance.now() - startedAt < MAX_NEAREST_MS);
          return hits;
        },
      );
    },
    score(tenantId: string, vector: Float32Array, ids: PackedIds): PackedVectorHits {
      return tenants.read(tenantId, NO_HITS, (tenant) => tenant.score(vector, unpackIds(ids)));
    },
    vectors(tenantId: string, ids: PackedIds): Map<string, Float32Array> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.vectors(unpackIds(ids)));
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
