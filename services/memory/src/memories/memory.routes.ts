import { memoryResource } from '@loci/contracts';
import type { Total } from '@loci/core';
import { Reply, route, toCursorPage } from '@loci/http';
import type { CursorPage, Route } from '@loci/http';
import { createMemoriesInBulk } from './create-memories-in-bulk.ts';
import type { CreateMemoriesInBulkDeps } from './create-memories-in-bulk.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import type { DeleteMemoryDeps } from './delete-memory.ts';
import { getMemory, readMemory } from './get-memory.ts';
import type { GetMemoryDeps, MemoryWithRelationships } from './get-memory.ts';
import { listMemories, memoryCursorKey, memoryListName } from './list-memories.ts';
import type { ListMemoriesDeps } from './list-memories.ts';
import {
  bulkMemoriesResource,
  deletedResource,
  memoryPageResource,
  toBulkResource,
  toBulkWarnings,
  toResource,
} from './memory.resource.ts';
import {
  bulkMemoriesBody,
  createMemoryBody,
  getMemoryQuery,
  listMemoriesQuery,
  memoryParams,
  toMemoryChange,
  toNewMemories,
  toNewMemory,
  updateMemoryBody,
} from './memory.schemas.ts';
import type { SORTS } from './memory.schemas.ts';
import { updateMemory } from './update-memory.ts';
import type { UpdateMemoryDeps } from './update-memory.ts';

/** Maximum size of the body of a bulk request, enough for 1,000 memories of 8,000 bytes. */
const BULK_BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export type MemoryDeps = CreateMemoriesInBulkDeps &
  GetMemoryDeps &
  ListMemoriesDeps &
  UpdateMemoryDeps &
  DeleteMemoryDeps;

const toResourceWithRelationships = ({ memory, relationships }: MemoryWithRelationships) =>
  toResource(memory, relationships);

/** Builds a page from the result of `listMemories`, which has one more memory if there is a next page. */
export const toMemoryPage = (
  found: { items: MemoryWithRelationships[]; total: Total },
  page: CursorPage,
  sort: (typeof SORTS)[number],
) =>
  toCursorPage(found.items, page, found.total, {
    list: memoryListName(sort),
    toItem: toResourceWithRelationships,
    keyOf: ({ memory }) => memoryCursorKey(sort, memory),
  });

export const memoryRoutes = (deps: MemoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/memories',
    scope: 'write',
    summary: 'Create a memory',
    body: createMemoryBody,
    status: 201,
    response: memoryResource,
    errors: ['AUTH_FORBIDDEN', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    example: {
      body: {
        content: 'Ada prefers tea to coffee.',
        memory_type: 'fact',
        importance: 0.7,
        tags: ['preferences'],
      },
    },
    handle: async ({ caller, body }) => {
      const memory = await createMemory(deps, caller, toNewMemory(body));
      return new Reply(toResource(memory), { warnings: body.tags.warnings });
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/memories/bulk',
    scope: 'write',
    summary: 'Create up to 1,000 memories',
    body: bulkMemoriesBody,
    bodyLimitBytes: BULK_BODY_LIMIT_BYTES,
    status: 201,
    repeatedStatus: 200,
    response: bulkMemoriesResource,
    errors: ['AUTH_FORBIDDEN', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    example: {
      body: {
        memories: [{ content: 'Ada lives in London.' }, { content: 'Ada works on engines.' }],
        atomic: true,
      },
    },
    handle: async ({ caller, body: { memories, atomic } }) => {
      const { inputs, tagWarnings } = toNewMemories(memories);
      const results = await createMemoriesInBulk(deps, caller, inputs, { atomic });
      const resource = toBulkResource(results);
      return new Reply(resource, {
        status: resource.created > 0 ? 201 : 200,
        warnings: toBulkWarnings(results, tagWarnings),
      });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/memories',
    scope: 'read',
    summary: 'List memories',
    query: listMemoriesQuery,
    response: memoryPageResource,
    example: { query: { memory_type: 'fact', sort: '-importance', per_page: '10' } },
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const filter = {
        memoryType: query.memory_type,
        userId: query.user_id,
        minImportance: query.importance_threshold,
        occurredFrom: query.date_from,
        occurredTo: query.date_to,
        timeRange: query.time_range,
        tags: query.tags,
        includeInactive: query.include_inactive,
      };
      return toMemoryPage(await listMemories(deps, caller, filter, query.sort, page), page, query.sort);
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/memories/:memory_id',
    scope: 'read',
    summary: 'Get a memory',
    params: memoryParams,
    query: getMemoryQuery,
    response: memoryResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const options = { includeInactive: query.include_inactive };
      return toResourceWithRelationships(await getMemory(deps, caller, params.memory_id, options));
    },
  }),
  route({
    method: 'put',
    path: '/api/v2/memories/:memory_id',
    scope: 'write',
    summary: 'Update a memory',
    params: memoryParams,
    body: updateMemoryBody,
    response: memoryResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    example: { body: { importance: 0.9 } },
    handle: async ({ caller, params, body }) => {
      await updateMemory(deps, caller, params.memory_id, toMemoryChange(body));
      const memory = await readMemory(deps, caller.tenantId, params.memory_id);
      return new Reply(toResourceWithRelationships(memory), { warnings: body.tags?.warnings ?? [] });
    },
  }),
  route({
    method: 'delete',
    path: '/api/v2/memories/:memory_id',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete a memory',
    params: memoryParams,
    response: deletedResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      await deleteMemory(deps, caller, params.memory_id);
      return { id: params.memory_id, deleted: true as const };
    },
  }),
];
