import { OpenTenants } from '../embedded-index/open-tenants.ts';
import type { FilterableItem, IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import { TenantVectors, VECTOR_SCHEMA } from './tenant-vectors.ts';
import type { VectorHit } from './vector-index.ts';

export interface VectorCallsOptions {
  directory: string;
  dimension: number;
  maxOpenTenants: number;
  maxMemoryBytes: number;
}

/** A `VectorItem` on its way: the vectors of a batch travel as one array. */
export interface SentVectorItem extends FilterableItem {
  id: string;
  revision: number;
  hasVector: boolean;
}

export type VectorCalls = ReturnType<typeof createVectorCalls>;

/** What the worker thread of the embedded index does; the near side has validated ids and vectors. */
// eslint-disable-next-line @typescript-eslint/explicit-function-return-type -- the type is what is written here
export function createVectorCalls(options: VectorCallsOptions, onTenantLost: (tenantId: string) => void) {
  const { directory, dimension, maxOpenTenants, maxMemoryBytes } = options;
  const tenants = new OpenTenants<TenantVectors>({
    name: 'The vector index',
    directory,
    fileName: 'vector.db',
    schema: VECTOR_SCHEMA,
    maxOpenTenants,
    maxMemoryBytes,
    load: (database) => new TenantVectors(database, dimension),
    onTenantLost,
  });

  return {
    upsert(tenantId: string, sent: readonly SentVectorItem[], vectors: Float32Array): void {
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
    search(tenantId: string, vector: Float32Array, filter: SearchFilter, limit: number): VectorHit[] {
      return tenants.read(tenantId, [], (tenant) => tenant.search(vector, filter, limit));
    },
    score(tenantId: string, vector: Float32Array, ids: readonly string[]): VectorHit[] {
      return tenants.read(tenantId, [], (tenant) => tenant.score(vector, ids));
    },
    vectors(tenantId: string, ids: readonly string[]): Map<string, Float32Array> {
      return tenants.read(tenantId, new Map(), (tenant) => tenant.vectors(ids));
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
