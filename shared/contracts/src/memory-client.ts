import type { Caller } from '@loci/core';
import { z } from 'zod';
import type {
  CheckpointList,
  ListCheckpointsRequest,
  RestoreCheckpointRequest,
  RestoredCheckpoint,
  SaveCheckpointRequest,
  SavedCheckpoint,
} from './checkpoint.ts';
import { MAX_TIMESTAMP_LENGTH, tagsInput } from './input-limits.ts';
import { memoryContent } from './memory-content.ts';
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
export const memoryVersionsResponse = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      version: z.int(),
      is_active: z.boolean(),
      /** Id of the memory that replaced this version, or null. */
      superseded_by: z.guid().nullable(),
    }),
  ),
});
export type MemoryVersion = z.infer<typeof memoryVersionsResponse>['items'][number];

export const deletedVersionsResponse = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      /** Id of the memory that replaced this version. That memory can be deleted as well. */
      superseded_by: z.guid(),
    }),
  ),
});
export type DeletedVersion = z.infer<typeof deletedVersionsResponse>['items'][number];

export const memoriesRequest = z.object({ tenant_id: z.guid(), ids: z.array(z.guid()).max(1_000) });
export const memoriesResponse = z.object({
  items: z.array(memoryResource),
  /** Ids of memories that were omitted because of the size limit of a response. Request them again. */
  remaining: z.array(z.guid()),
});

export const createClassifiedRequest = z.object({
  content: memoryContent,
  tags: tagsInput.optional(),
  /** Importance from 0 to 1. Estimated from the content if absent. */
  importance: z.number().min(0).max(1).optional(),
  /** ISO 8601 date or date-time. Defaults to the time of storing. */
  occurred_at: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
});
export type CreateClassifiedRequest = z.input<typeof createClassifiedRequest>;

/**
 * Internal operations of the memory service. Operations with a `caller` check the caller's scope and
 * permission.
 */
export interface MemoryClient {
  /**
   * Returns version, state and successor of each memory in `ids`, including protected and inactive memories.
   * Skips unknown ids. `ids` has at most 10,000 entries.
   */
  getVersions(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<MemoryVersion[]>;
  /**
   * Returns the successor of each deleted version in `ids`. Skips memories that exist, that had no successor,
   * or whose deletion was at least 7 days ago. `ids` has at most 10,000 entries.
   *
   * @see docs/reference/events.md#tombstones
   */
  getDeletedVersions(
    tenantId: string,
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<DeletedVersion[]>;
  /**
   * Returns the memories of at most 1,000 ids, in the order of the ids. Skips unknown ids. Does not count
   * accesses.
   */
  getMany(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<MemoryResource[]>;
  /**
   * Creates a memory and detects its type, and its importance if absent, from the content. Requires `write`.
   * @see docs/reference/mcp-tools.md#memory-type-detection
   */
  createClassified(
    caller: Caller,
    request: CreateClassifiedRequest,
    options?: CallOptions,
  ): Promise<MemoryResource>;
  /**
   * Creates a checkpoint and attaches the memories that its description refers to. Requires `write`.
   * @throws RES_ALREADY_EXISTS if the name is taken; VAL_* with the field `metadata.name` for an invalid name
   */
  saveCheckpoint(
    caller: Caller,
    request: SaveCheckpointRequest,
    options?: CallOptions,
  ): Promise<SavedCheckpoint>;
  /**
   * Returns the active checkpoint with this exact name and its first `limit` memories. Returns null if it
   * does not exist. Requires `read`.
   */
  restoreCheckpoint(
    caller: Caller,
    request: RestoreCheckpointRequest,
    options?: CallOptions,
  ): Promise<RestoredCheckpoint | null>;
  /** Returns a page of the tenant's active checkpoints, newest first. Requires `read`. */
  listCheckpoints(
    caller: Caller,
    request: ListCheckpointsRequest,
    options?: CallOptions,
  ): Promise<CheckpointList>;
  /** Creates a memory of a protected type. */
  createProtected(request: CreateProtectedRequest, options?: CallOptions): Promise<ProtectedMemory>;
  /**
   * Changes the content or metadata of a protected memory.
   *
   * @throws RES_NOT_FOUND if no active memory has this id and matches the filter of the request
   */
  updateProtected(request: UpdateProtectedRequest, options?: CallOptions): Promise<ProtectedMemory>;
  /**
   * Deletes a protected memory.
   *
   * @throws RES_NOT_FOUND if no active memory has this id and matches the filter of the request
   */
  deleteProtected(request: DeleteProtectedRequest, options?: CallOptions): Promise<void>;
  /** Returns at most 1,000 protected memories, newest first. */
  listProtected(request: ListProtectedRequest, options?: CallOptions): Promise<ProtectedMemory[]>;
  /**
   * Deactivates the active memories that match a filter of `previous` and creates a new memory, in one
   * transaction.
   */
  replaceProtected(request: ReplaceProtectedRequest, options?: CallOptions): Promise<ProtectedMemory>;
}

export function createMemoryClient(service: ServiceClient): MemoryClient {
  const post = async <Response>(
    caller: Caller | null,
    operation: string,
    body: unknown,
    options?: CallOptions,
  ): Promise<Response> => {
    const path = `/internal/memory/${operation}`;
    return (await service(caller, { method: 'post', path, body }, options)) as Response;
  };
  return {
    getVersions: async (tenantId, ids, options) => {
      const body = { tenant_id: tenantId, ids };
      return (await post<z.infer<typeof memoryVersionsResponse>>(null, 'versions', body, options)).items;
    },
    getDeletedVersions: async (tenantId, ids, options) => {
      const body = { tenant_id: tenantId, ids };
      const path = 'deleted-versions';
      return (await post<z.infer<typeof deletedVersionsResponse>>(null, path, body, options)).items;
    },
    getMany: async (tenantId, ids, options) => {
      const memories: MemoryResource[] = [];
      let pending = ids;
      do {
        const body = { tenant_id: tenantId, ids: pending };
        const { items, remaining } = await post<z.infer<typeof memoriesResponse>>(
          null,
          'many',
          body,
          options,
        );
        memories.push(...items);
        pending = remaining;
      } while (pending.length > 0);
      return memories;
    },
    createClassified: (caller, body, options) =>
      post<MemoryResource>(caller, 'create-classified', body, options),
    saveCheckpoint: (caller, body, options) =>
      post<SavedCheckpoint>(caller, 'checkpoints/save', body, options),
    restoreCheckpoint: async (caller, body, options) => {
      const path = 'checkpoints/restore';
      return (await post<{ checkpoint: RestoredCheckpoint | null }>(caller, path, body, options)).checkpoint;
    },
    listCheckpoints: (caller, body, options) =>
      post<CheckpointList>(caller, 'checkpoints/list', body, options),
    createProtected: (body, options) => post<ProtectedMemory>(null, 'protected/create', body, options),
    updateProtected: (body, options) => post<ProtectedMemory>(null, 'protected/update', body, options),
    deleteProtected: async (body, options) => {
      await post<unknown>(null, 'protected/delete', body, options);
    },
    listProtected: async (body, options) =>
      (await post<{ items: ProtectedMemory[] }>(null, 'protected/list', body, options)).items,
    replaceProtected: (body, options) => post<ProtectedMemory>(null, 'protected/replace', body, options),
  };
}
