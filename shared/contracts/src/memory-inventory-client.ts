import { z } from 'zod';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

export const memoryCountRequest = z.object({ tenant_id: z.guid() });
export const memoryCountResponse = z.object({ total: z.int() });

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
  items: z.array(z.object({ id: z.guid(), revision: z.int(), searchable: z.boolean() })),
});

export const memoryStatesRequest = z.object({ tenant_id: z.guid(), ids: z.array(z.guid()).max(1_000) });
export const memoryStatesResponse = z.object({
  items: z.array(z.object({ revision: z.int(), state: z.record(z.string(), z.unknown()) })),
});

/** A place in the order of the last reads. */
const accessPosition = z.object({
  last_accessed: z.string().max(MAX_TIMESTAMP_LENGTH),
  tenant_id: z.guid(),
  id: z.guid(),
});
export const memoryAccessesRequest = z.object({
  /** Read at this moment or later. */
  since: z.string().max(MAX_TIMESTAMP_LENGTH),
  /** The last entry of the page before, which had the same `since`. */
  after: accessPosition.nullable(),
  limit: z.int().min(1).max(5_000),
});
export type MemoryAccessesRequest = z.infer<typeof memoryAccessesRequest>;
export const memoryAccessesResponse = z.object({
  items: z.array(accessPosition.extend({ access_count: z.int() })),
});

type Revision = z.infer<typeof memoryRevisionsResponse>['items'][number];
type Access = z.infer<typeof memoryAccessesResponse>['items'][number];
type State = z.infer<typeof memoryStatesResponse>['items'][number];

/** What a service that keeps a copy of memories asks to find out what it misses: cheap to compare, whole to repair. */
export interface MemoryInventoryClient {
  /** Active memories of the tenant, protected ones left out. */
  count(tenantId: string, options?: CallOptions): Promise<number>;
  /** Tenants with memories, in order, those after `after` (null: from the first). */
  tenants(after: string | null, limit: number, options?: CallOptions): Promise<string[]>;
  /** Ids, revisions and whether search may find them, in id order, those after `afterId`. */
  revisions(
    tenantId: string,
    afterId: string | null,
    limit: number,
    options?: CallOptions,
  ): Promise<Revision[]>;
  /** The events' MemoryState of these memories; unknown ids are left out. */
  states(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<State[]>;
  /** Counted reads of all tenants, in the order of (last_accessed, tenant_id, id); counting makes no event. */
  accesses(request: MemoryAccessesRequest, options?: CallOptions): Promise<Access[]>;
}

export function createMemoryInventoryClient(service: ServiceClient): MemoryInventoryClient {
  const post = (operation: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path: `/internal/memory/${operation}`, body }, options);
  return {
    count: async (tenantId, options) =>
      ((await post('count', { tenant_id: tenantId }, options)) as z.infer<typeof memoryCountResponse>).total,
    tenants: async (after, limit, options) =>
      ((await post('tenants', { after, limit }, options)) as z.infer<typeof memoryTenantsResponse>)
        .tenant_ids,
    revisions: async (tenantId, afterId, limit, options) => {
      const body = { tenant_id: tenantId, after_id: afterId, limit };
      return ((await post('revisions', body, options)) as z.infer<typeof memoryRevisionsResponse>).items;
    },
    accesses: async (request, options) =>
      ((await post('accesses', request, options)) as z.infer<typeof memoryAccessesResponse>).items,
    states: async (tenantId, ids, options) =>
      ((await post('states', { tenant_id: tenantId, ids }, options)) as z.infer<typeof memoryStatesResponse>)
        .items,
  };
}
