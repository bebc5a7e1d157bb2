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
export const memoriesResponse = z.object({
  items: z.array(memoryResource),
  /** Ids to ask for again: the size limit of a response left their memories out. */
  remaining: z.array(z.guid()),
});

/** What other services ask of the memory service. */
export interface MemoryClient {
  /** Those of `ids` that are memories of the tenant, protected and inactive ones included. */
  filterExisting(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<string[]>;
  /** Up to 1,000 memories in the order of `ids`, those that are absent left out. Counts no access. */
  getMany(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<MemoryResource[]>;
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
    filterExisting: async (tenantId, ids, options) =>
      (await post<z.infer<typeof memoryIdsResponse>>('existing', { tenant_id: tenantId, ids }, options)).ids,
    getMany: async (tenantId, ids, options) => {
      const memories: MemoryResource[] = [];
      let wanted = ids;
      do {
        const body = { tenant_id: tenantId, ids: wanted };
        const { items, remaining } = await post<z.infer<typeof memoriesResponse>>('many', body, options);
        memories.push(...items);
        wanted = remaining;
      } while (wanted.length > 0);
      return memories;
    },
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
