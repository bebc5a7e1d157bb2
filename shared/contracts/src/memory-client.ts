import { z } from 'zod';
import { memoryResource } from './memory-resource.ts';
import type { MemoryResource } from './memory-resource.ts';
import type {
  CreateProtectedRequest,
  DeleteProtectedRequest,
  ListProtectedRequest,
  ProtectedMemory,
  ReplaceProtectedRequest,
  UpdateProtectedRequest,
} from './protected-memory.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

const uuids = z.array(z.guid()).max(10_000);

export const memoryIdsRequest = z.object({ tenant_id: z.guid(), ids: uuids });
export const memoryIdsResponse = z.object({ ids: z.array(z.guid()) });

export const memoriesRequest = z.object({ tenant_id: z.guid(), ids: z.array(z.guid()).max(1_000) });
export const memoriesResponse = z.object({ items: z.array(memoryResource) });

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

export const memoryStatesResponse = z.object({
  items: z.array(z.object({ revision: z.int(), state: z.record(z.string(), z.unknown()) })),
});

export type MemoryExportRequest = z.infer<typeof memoryExportRequest>;
export type MemoryExportPage = z.infer<typeof memoryExportResponse>;

/** What other services ask of the memory service. */
export interface MemoryClient {
  /** Those of `ids` that are memories of the tenant, protected and inactive ones included. */
  existing(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<string[]>;
  /** Up to 1,000 memories in the order of `ids`, those that are absent left out. Counts no access. */
  many(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<MemoryResource[]>;
  /** A page of memories with their revisions in (tenant, id) order; `state` is the events' MemoryState. */
  export(request: MemoryExportRequest, options?: CallOptions): Promise<MemoryExportPage>;
  /** Active, unprotected memories. */
  count(tenantId: string, options?: CallOptions): Promise<number>;
  /** Tenants that have memories, in order, after `after`. */
  tenants(after: string | null, limit: number, options?: CallOptions): Promise<string[]>;
  /** Ids and revisions of a tenant's memories in id order, after `afterId`. */
  revisions(
    tenantId: string,
    afterId: string | null,
    limit: number,
    options?: CallOptions,
  ): Promise<z.infer<typeof memoryRevisionsResponse>['items']>;
  /** Those of `ids` that exist, as the events tell them, in no particular order. */
  states(
    tenantId: string,
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<z.infer<typeof memoryStatesResponse>['items']>;
  createProtected(request: CreateProtectedRequest, options?: CallOptions): Promise<ProtectedMemory>;
  /** @throws RES_NOT_FOUND when no active one of this id is in the selection */
  updateProtected(request: UpdateProtectedRequest, options?: CallOptions): Promise<ProtectedMemory>;
  /** @throws RES_NOT_FOUND like `updateProtected` */
  deleteProtected(request: DeleteProtectedRequest, options?: CallOptions): Promise<void>;
  /** The newest 1,000 at most, newest first. */
  listProtected(request: ListProtectedRequest, options?: CallOptions): Promise<ProtectedMemory[]>;
  /** Deactivates the active ones that `previous` describes and creates a new one, or neither. */
  replaceProtected(request: ReplaceProtectedRequest, options?: CallOptions): Promise<ProtectedMemory>;
}

export function createMemoryClient(service: ServiceClient): MemoryClient {
  const post = async <Answer>(operation: string, body: unknown, options?: CallOptions): Promise<Answer> => {
    const path = `/internal/memory/${operation}`;
    return (await service(null, { method: 'post', path, body }, options)) as Answer;
  };
  return {
    existing: async (tenantId, ids, options) =>
      (await post<z.infer<typeof memoryIdsResponse>>('existing', { tenant_id: tenantId, ids }, options)).ids,
    many: async (tenantId, ids, options) =>
      (await post<z.infer<typeof memoriesResponse>>('many', { tenant_id: tenantId, ids }, options)).items,
    export: (body, options) => post<MemoryExportPage>('export', body, options),
    count: async (tenantId, options) =>
      (await post<z.infer<typeof memoryCountResponse>>('count', { tenant_id: tenantId }, options)).total,
    tenants: async (after, limit, options) =>
      (await post<z.infer<typeof memoryTenantsResponse>>('tenants', { after, limit }, options)).tenant_ids,
    revisions: async (tenantId, afterId, limit, options) => {
      const body = { tenant_id: tenantId, after_id: afterId, limit };
      return (await post<z.infer<typeof memoryRevisionsResponse>>('revisions', body, options)).items;
    },
    states: async (tenantId, ids, options) =>
      (await post<z.infer<typeof memoryStatesResponse>>('states', { tenant_id: tenantId, ids }, options))
        .items,
    createProtected: (body, options) => post<ProtectedMemory>('protected/create', body, options),
    updateProtected: (body, options) => post<ProtectedMemory>('protected/update', body, options),
    deleteProtected: async (body, options) => {
      await post<unknown>('protected/delete', body, options);
    },
    listProtected: async (body, options) =>
      (await post<{ items: ProtectedMemory[] }>('protected/list', body, options)).items,
    replaceProtected: (body, options) => post<ProtectedMemory>('protected/replace', body, options),
  };
}
