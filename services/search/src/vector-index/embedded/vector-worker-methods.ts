import { TENANT_FILE_NAMES } from '../../embedded-engine/index-address.ts';
import { createItemWorkerMethods } from '../../embedded-engine/item-worker-methods.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import type { PackedIds } from '../../embedded-storage/packed-ids.ts';
import { TenantCache } from '../../embedded-storage/tenant-cache.ts';
import type { TenantCacheOptions } from '../../embedded-storage/tenant-cache.ts';
import type { FilterableItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { VectorHit } from '../vector-index.ts';
import { NO_HITS } from './packed-vector-hits.ts';
import type { PackedVectorHits } from './packed-vector-hits.ts';
import { TENANT_VECTOR_SCHEMA, TenantVectorIndex } from './tenant-vector-index.ts';

/** A `VectorItem` without its vector. The vectors of a batch are sent to the worker as one array. */
export interface VectorItemMessage extends FilterableItem {
  id: string;
  revision: number;
  hasVector: boolean;
}

export type VectorWorkerMethods = ReturnType<typeof createVectorWorkerMethods>;

/** Opens the tenants of a vector index. */
export function openVectorTenants({
  dimension,
  ...options
}: Pick<
  TenantCacheOptions<TenantVectorIndex>,
  'directory' | 'maxOpenTenants' | 'maxMemoryBytes' | 'onTenantLost'
> & { dimension: number }): TenantCache<TenantVectorIndex> {
  return new TenantCache({
    ...options,
    name: 'The vector index',
    fileName: TENANT_FILE_NAMES.vector,
    schema: TENANT_VECTOR_SCHEMA,
    load: (database) => new TenantVectorIndex(database, dimension),
  });
}

/**
 * The methods of an embedded vector index in an engine thread. Tenant and item ids must be lower-case UUIDs,
 * and vectors must have the dimension of the index and length 1.
 */
export function createVectorWorkerMethods(tenants: TenantCache<TenantVectorIndex>, dimension: number) {
  return {
    ...createItemWorkerMethods(tenants),
    upsert(tenantId: string, messages: readonly VectorItemMessage[], vectors: Float32Array): void {
      let next = 0;
      const items = messages.map(({ hasVector, ...item }) => ({
        ...item,
        tenantId,
        vector: hasVector ? vectors.subarray(next, (next += dimension)) : null,
      }));
      tenants.write(tenantId, (tenant) => tenant.upsert(items));
    },
    search(tenantId: string, vector: Float32Array, filter: SearchFilter, limit: number): PackedVectorHits {
      return tenants.read(tenantId, NO_HITS, (tenant) => tenant.search(vector, filter, limit));
    },
    nearest(tenantId: string, ids: readonly string[], vectors: Float32Array, limit: number): VectorHit[][] {
      return tenants.read(
        tenantId,
        ids.map(() => []),
        (tenant) =>
          ids.map((id, i) => tenant.nearest(id, vectors.subarray(i * dimension, (i + 1) * dimension), limit)),
      );
    },
    score(tenantId: string, vector: Float32Array, ids: PackedIds): PackedVectorHits {
      return tenants.read(tenantId, NO_HITS, (tenant) => tenant.score(vector, unpackIds(ids)));
    },
    vectors(tenantId: string, ids: PackedIds): Map<string, Float32Array> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.vectors(unpackIds(ids)));
    },
  };
}
