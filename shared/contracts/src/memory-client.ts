import { z } from 'zod';
import type { CallOptions, ServiceClient } from './service-client.ts';

const uuids = z.array(z.guid()).max(10_000);

export const memoryIdsRequest = z.object({ tenant_id: z.guid(), ids: uuids });
export const memoryIdsResponse = z.object({ ids: z.array(z.guid()) });

export const FIRST_PAGE = {
  tenant_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
} as const;

export const memoryExportRequest = z.object({
  /** Only this tenant's, or everyone's. */
  tenant_id: z.guid().nullable(),
  /** The last one of the page before; {@link FIRST_PAGE} at the start. */
  after: z.object({ tenant_id: z.guid(), id: z.guid() }),
  limit: z.int().min(1).max(5_000),
});
export const memoryExportResponse = z.object({
  items: z.array(
    z.object({ tenant_id: z.guid(), revision: z.int(), state: z.record(z.string(), z.unknown()) }),
  ),
});

export type MemoryExportRequest = z.infer<typeof memoryExportRequest>;
export type MemoryExportPage = z.infer<typeof memoryExportResponse>;

/** What other services ask of the memory service. */
export interface MemoryClient {
  /** Those of `ids` that are memories of the tenant, protected and inactive ones included. */
  existing(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<string[]>;
  /** A page of memories with their revisions in (tenant, id) order; `state` is the events' MemoryState. */
  export(request: MemoryExportRequest, options?: CallOptions): Promise<MemoryExportPage>;
}

export const createMemoryClient = (service: ServiceClient): MemoryClient => ({
  existing: async (tenantId, ids, options) => {
    const body = { tenant_id: tenantId, ids };
    const answer = await service(null, { method: 'post', path: '/internal/memory/existing', body }, options);
    return (answer as z.infer<typeof memoryIdsResponse>).ids;
  },
  export: async (body, options) =>
    (await service(
      null,
      { method: 'post', path: '/internal/memory/export', body },
      options,
    )) as MemoryExportPage,
});
