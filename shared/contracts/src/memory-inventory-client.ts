import { z } from 'zod';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { ListedVersion, listedVersionsResponse } from './memory-client.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

export const memoryCountRequest = z.object({ tenant_id: z.guid() });
export const memoryCountResponse = z.object({
  total: z.int(),
  /** Number of the counted memories that have a completed embedding. */
  embedded: z.int(),
});

export const memoryTenantsRequest = z.object({
  after: z.guid().nullable(),
  limit: z.int().min(1).max(1_000),
});
export const memoryTenantsResponse = z.object({ tenant_ids: z.array(z.guid()) });

export const memoryRevisionsRequest = z.object({
  tenant_id: z.guid(),
  after_id: z.guid().nullable(),
  limit: z.int().min(1).max(10_000),
});
export const memoryRevisionsResponse = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      revision: z.int(),
      searchable: z.boolean(),
      /** Absent in responses of an earlier version of Loci. */
      superseded: z.boolean().optional(),
    }),
  ),
});

export const memoryStatesRequest = z.object({ tenant_id: z.guid(), ids: z.array(z.guid()).max(1_000) });
export const memoryStatesResponse = z.object({
  items: z.array(z.object({ revision: z.int(), state: z.record(z.string(), z.unknown()) })),
});

/** Sort key of the list of access counts. */
const accessPosition = z.object({
  last_accessed: z.string().max(MAX_TIMESTAMP_LENGTH),
  tenant_id: z.guid(),
  id: z.guid(),
});
export const memoryAccessesRequest = z.object({
  /** Inclusive lower bound of `last_accessed`. */
  since: z.string().max(MAX_TIMESTAMP_LENGTH),
  /** Last item of the previous page with the same `since`. Null for the first page. */
  after: accessPosition.nullable(),
  limit: z.int().min(1).max(5_000),
});
export type MemoryAccessesRequest = z.infer<typeof memoryAccessesRequest>;
export const memoryAccessesResponse = z.object({
  items: z.array(accessPosition.extend({ access_count: z.int() })),
});

type MemoryCounts = z.infer<typeof memoryCountResponse>;
type Revision = z.infer<typeof memoryRevisionsResponse>['items'][number];
type Access = z.infer<typeof memoryAccessesResponse>['items'][number];
type State = z.infer<typeof memoryStatesResponse>['items'][number];

/**
 * Internal operations for services that store copies of memories and compare them with the memory service.
 */
export interface MemoryInventoryClient {
  /**
   * Counts the active memories of the tenant, excluding protected memories. Both numbers are from one
   * snapshot.
   */
  count(tenantId: string, options?: CallOptions): Promise<MemoryCounts>;
  /**
   * Returns up to `limit` tenants with memories, in ascending order, after the tenant `after`. Null starts at
   * the first tenant.
   */
  tenants(after: string | null, limit: number, options?: CallOptions): Promise<string[]>;
  /**
   * Returns the revisions of up to `limit` memories of the tenant, in ascending order of ids, after the id
   * `afterId`. `searchable` is false for inactive and protected memories. `superseded` is true for inactive
   * memories that are not protected.
   */
  revisions(
    tenantId: string,
    afterId: string | null,
    limit: number,
    options?: CallOptions,
  ): Promise<Revision[]>;
  /**
   * Returns version, state, successor and bounds of each memory on a page, in the same order as `revisions`.
   * Includes memories of all types and states.
   */
  versions(
    tenantId: string,
    afterId: string | null,
    limit: number,
    options?: CallOptions,
  ): Promise<ListedVersion[]>;
  /** Returns the state of each memory, in the shape of `memoryStateSchema`. Skips unknown ids. */
  states(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<State[]>;
  /**
   * Returns access counts of all tenants, in ascending order of (last_accessed, tenant_id, id). No events
   * are published for changes to access counts.
   */
  accesses(request: MemoryAccessesRequest, options?: CallOptions): Promise<Access[]>;
}

export function createMemoryInventoryClient(service: ServiceClient): MemoryInventoryClient {
  const post = (operation: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path: `/internal/memory/${operation}`, body }, options);
  return {
    count: async (tenantId, options) =>
      (await post('count', { tenant_id: tenantId }, options)) as MemoryCounts,
    tenants: async (after, limit, options) =>
      ((await post('tenants', { after, limit }, options)) as z.infer<typeof memoryTenantsResponse>)
        .tenant_ids,
    revisions: async (tenantId, afterId, limit, options) => {
      const body = { tenant_id: tenantId, after_id: afterId, limit };
      return ((await post('revisions', body, options)) as z.infer<typeof memoryRevisionsResponse>).items;
    },
    versions: async (tenantId, afterId, limit, options) => {
      const body = { tenant_id: tenantId, after_id: afterId, limit };
      return ((await post('version-list', body, options)) as z.infer<typeof listedVersionsResponse>).items;
    },
    accesses: async (request, options) =>
      ((await post('accesses', request, options)) as z.infer<typeof memoryAccessesResponse>).items,
    states: async (tenantId, ids, options) =>
      ((await post('states', { tenant_id: tenantId, ids }, options)) as z.infer<typeof memoryStatesResponse>)
        .items,
  };
}
