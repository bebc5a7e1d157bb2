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
import { MAX_FILTER_VALUES, MAX_TIMESTAMP_LENGTH, tagsInput } from './input-limits.ts';
import { memoryContent } from './memory-content.ts';
import type { OpenContradiction, PinnedMemories } from './memory-context.ts';
import { memoryResource, recordedMemoryResource } from './memory-resource.ts';
import type { ClassifiedMemoryResource, MemoryResource, RecordedMemoryResource } from './memory-resource.ts';
import type {
  CreateProtectedRequest,
  DeleteProtectedRequest,
  FindProtectedReplyRequest,
  ListProtectedRequest,
  ProtectedMemory,
  ProtectedReply,
  ReplaceProtectedRequest,
  UpdateProtectedRequest,
} from './protected-memory.ts';
import type { SecretFilterSetting, secretFilterResponse } from './secret-filter.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';
import { HIDDEN_VALIDITIES, VALIDITIES } from './validity.ts';
import type { HiddenValidity } from './validity.ts';

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

/** Versions with the bounds of the period in which reads return them. */
export const listedVersionsResponse = z.object({
  items: z.array(
    memoryVersionsResponse.shape.items.element.extend({
      /** Absent if a process of an earlier version of Loci responds. */
      revision: z.int().optional(),
      valid_from: z.string().nullish(),
      valid_until: z.string().nullish(),
      expires_at: z.string().nullish(),
    }),
  ),
});
export type ListedVersion = z.infer<typeof listedVersionsResponse>['items'][number];

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

export const memoriesAtRequest = memoriesRequest.extend({
  as_of: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
  known_at: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
  /** States of the versions in addition to those that were true. */
  include: z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES).optional(),
});
export const memoriesAtResponse = z.object({
  items: z.array(z.object({ id: z.guid(), memory: recordedMemoryResource })),
  /** Ids of memories that were omitted because of the size limit of a response. Request them again. */
  remaining: z.array(z.guid()),
});

/** The validity of each memory at a time, without its content. */
export const versionsAtResponse = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      version: z.int(),
      is_active: z.boolean(),
      validity: z.enum(VALIDITIES),
      /** True if the time is in the period of the version, whether or not the version is active. */
      was_true: z.boolean(),
    }),
  ),
});
export type MemoryVersionAt = z.infer<typeof versionsAtResponse>['items'][number];

/** Maximum number of records in a `recordFound` request. */
export const MAX_FOUND_MEMORIES = 5_000;

/** Memory that searches returned to a user on one UTC day. */
const foundMemory = z.object({
  tenant_id: z.guid(),
  memory_id: z.guid(),
  user_id: z.string().min(1).max(200),
  client_id: z.string().min(1).max(4_096),
  key_id: z.guid().nullable(),
  /** Number of searches that returned the memory. */
  count: z.int().min(1),
  /** Unix time in milliseconds of the first and of the last search. */
  first_ms: z.int().min(0),
  last_ms: z.int().min(0),
});
export type FoundMemory = z.infer<typeof foundMemory>;
export const recordFoundRequest = z.object({ found: z.array(foundMemory).max(MAX_FOUND_MEMORIES) });

export const createClassifiedRequest = z.object({
  content: memoryContent,
  tags: tagsInput.optional(),
  /** Importance from 0 to 1. Estimated from the content if absent. */
  importance: z.number().min(0).max(1).optional(),
  /** ISO 8601 date or date-time. Defaults to the time of storing. */
  occurred_at: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
  /** Start of the validity, ISO 8601 date or date-time. */
  valid_from: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
  /** End of the validity, ISO 8601 date or date-time. */
  valid_until: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
  /** Time from which the memory is not returned, ISO 8601 date or date-time. */
  expires_at: z.string().max(MAX_TIMESTAMP_LENGTH).optional(),
  /** Seconds until the memory expires. */
  ttl_seconds: z.int().optional(),
  /** Whether retention defaults do not apply to the memory. Defaults to false. */
  pinned: z.boolean().optional(),
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
   * Returns the versions that were true at `asOf` and known at `knownAt`, by the ids of any of their versions. Omits ids
   * without such a version. `ids` has at most 1,000 entries.
   *
   * @param times ISO 8601 date-times. `asOf` defaults to `knownAt`, and `knownAt` to now. `include` are states of
   *   the versions in addition to those that were true.
   * @throws VAL_FIELD_INVALID for a `knownAt` in the future or before the history of the tenant
   */
  getStatesAt(
    tenantId: string,
    ids: readonly string[],
    times: {
      asOf?: string | undefined;
      knownAt?: string | undefined;
      include?: readonly HiddenValidity[] | undefined;
    },
    options?: CallOptions,
  ): Promise<Map<string, RecordedMemoryResource>>;
  /**
   * Returns version and validity of each memory in `ids`, in the state that was recorded at `knownAt`. The validity is
   * that at `asOf`. Skips memories that did not exist. `ids` has at most 1,000 entries.
   *
   * @param times ISO 8601 date-times. `asOf` defaults to `knownAt`, and `knownAt` to now.
   * @throws VAL_FIELD_INVALID for a `knownAt` in the future or before the history of the tenant
   */
  getVersionsAt(
    tenantId: string,
    ids: readonly string[],
    times: { asOf?: string | undefined; knownAt?: string | undefined },
    options?: CallOptions,
  ): Promise<MemoryVersionAt[]>;
  /** Returns what happens to writes with secrets in a tenant. */
  getSecretFilter(tenantId: string, options?: CallOptions): Promise<SecretFilterSetting>;
  /** Returns the newest pinned memories that are true now, newest first. `limit` is at most `MAX_CONTEXT_PINS`. */
  listPinned(tenantId: string, limit: number, options?: CallOptions): Promise<PinnedMemories>;
  /**
   * Returns the newest unresolved contradictions of at most `MAX_CONTEXT_MEMORIES` memories, newest first. Both memories of
   * a contradiction are true now. Skips unknown ids.
   */
  listOpenContradictions(
    tenantId: string,
    ids: readonly string[],
    options?: CallOptions,
  ): Promise<OpenContradiction[]>;
  /**
   * Records that searches returned memories, at most `MAX_FOUND_MEMORIES`. The records of unknown memories are ignored, and a
   * crash of the memory service loses records of the last seconds.
   */
  recordFound(found: readonly FoundMemory[], options?: CallOptions): Promise<void>;
  /**
   * Stores a memory and detects its type, and its importance if absent, from the content. Returns the existing memory if the
   * caller has stored the same before. Also returns the existing memories that say nearly the same, or the opposite. Requires
   * `write`.
   * @see docs/reference/mcp-tools.md#memory-type-detection
   */
  createClassified(
    caller: Caller,
    request: CreateClassifiedRequest,
    options?: CallOptions,
  ): Promise<ClassifiedMemoryResource>;
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
  /**
   * Returns the stored response of an earlier change of a protected memory with the same idempotency key, or null.
   *
   * @throws VAL_IDEMPOTENCY_KEY_REUSED; BIZ_REQUEST_IN_PROGRESS; RES_NOT_FOUND if the response was deleted
   */
  findProtectedReply(
    request: FindProtectedReplyRequest,
    options?: CallOptions,
  ): Promise<ProtectedReply | null>;
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
    getStatesAt: async (tenantId, ids, { asOf, knownAt, include }, options) => {
      const memories = new Map<string, RecordedMemoryResource>();
      let pending = ids;
      do {
        const body = { tenant_id: tenantId, ids: pending, as_of: asOf, known_at: knownAt, include };
        const { items, remaining } = await post<z.infer<typeof memoriesAtResponse>>(
          null,
          'states-at',
          body,
          options,
        );
        for (const { id, memory } of items) memories.set(id, memory);
        pending = remaining;
      } while (pending.length > 0);
      return memories;
    },
    getVersionsAt: async (tenantId, ids, { asOf, knownAt }, options) => {
      const body = { tenant_id: tenantId, ids, as_of: asOf, known_at: knownAt };
      return (await post<z.infer<typeof versionsAtResponse>>(null, 'versions-at', body, options)).items;
    },
    getSecretFilter: async (tenantId, options) => {
      const body = { tenant_id: tenantId };
      return (await post<z.infer<typeof secretFilterResponse>>(null, 'secret-filter', body, options)).action;
    },
    listPinned: (tenantId, limit, options) =>
      post<PinnedMemories>(null, 'pinned', { tenant_id: tenantId, limit }, options),
    listOpenContradictions: async (tenantId, ids, options) => {
      const body = { tenant_id: tenantId, ids };
      const path = 'open-contradictions';
      return (await post<{ items: OpenContradiction[] }>(null, path, body, options)).items;
    },
    recordFound: async (found, options) => {
      await post<unknown>(null, 'record-found', { found }, options);
    },
    createClassified: (caller, body, options) =>
      post<ClassifiedMemoryResource>(caller, 'create-classified', body, options),
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
    findProtectedReply: async (body, options) => {
      const path = 'protected/find-reply';
      return (await post<{ reply: ProtectedReply | null }>(null, path, body, options)).reply;
    },
  };
}
