import { createdMemoryResource, memoryResource, recordedMemoryResource } from '@loci/contracts';
import type { RecordedMemoryResource } from '@loci/contracts';
import type { Total } from '@loci/core';
import { Reply, route, toCursorPage } from '@loci/http';
import type { CursorPage, Route } from '@loci/http';
import { getMemoryAt } from '../time/get-memory-at.ts';
import type { GetMemoryAtDeps } from '../time/get-memory-at.ts';
import { recordedMemoryPage, toRecordedResource } from '../time/recorded-memory.resource.ts';
import { toTimeTravel, validityTime } from '@loci/service-hosting';
import { countMemoriesByDay } from './count-memories-by-day.ts';
import { dailyCountsQuery, dailyCountsResource } from './daily-counts.schemas.ts';
import { createMemoriesInBulk } from './create-memories-in-bulk.ts';
import type { CreateMemoriesInBulkDeps } from './create-memories-in-bulk.ts';
import { createMemory } from './create-memory.ts';
import { createWithSimilar } from './create-with-similar.ts';
import type { FindSimilarDeps } from './create-with-similar.ts';
import { deleteMemory } from './delete-memory.ts';
import type { DeleteMemoryDeps } from './delete-memory.ts';
import { getMemory, readMemory } from './get-memory.ts';
import type { GetMemoryDeps, MemoryWithRelationships } from './get-memory.ts';
import { listMemories, memoryCursorKey, memoryListName } from './list-memories.ts';
import type { ListMemoriesDeps } from './list-memories.ts';
import {
  bulkMemoriesResource,
  bulkUpdateResource,
  deletedResource,
  toBulkResource,
  toBulkUpdateResource,
  toBulkWarnings,
  toResource,
} from './memory.resource.ts';
import {
  bulkMemoriesBody,
  bulkUpdateBody,
  createMemoryRequest,
  deleteMemoryQuery,
  getMemoryQuery,
  listMemoriesQuery,
  memoryParams,
  toIncluded,
  toMemoryChange,
  toMemoryUpdates,
  toNewMemories,
  toNewMemory,
  updateMemoryBody,
} from './memory.schemas.ts';
import { memoryEtag } from './memory-etag.ts';
import type { SORTS } from './memory.schemas.ts';
import { updateMemories } from './update-memories.ts';
import { updateMemory } from './update-memory.ts';
import type { UpdateMemoryDeps } from './update-memory.ts';

/** Maximum size of the body of a bulk request, enough for 1,000 memories of 8,000 bytes. */
const BULK_BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export type MemoryDeps = CreateMemoriesInBulkDeps &
  FindSimilarDeps &
  GetMemoryDeps &
  GetMemoryAtDeps &
  ListMemoriesDeps &
  UpdateMemoryDeps &
  DeleteMemoryDeps;

const toResourceWithRelationships = ({ memory, relationships }: MemoryWithRelationships, now: Date) =>
  toResource(memory, now, relationships);

/**
 * Builds a page from the result of `listMemories`, which has one more memory if there is a next page.
 *
 * @param toItem converts a memory to an item of the response
 */
export const toMemoryPage = <Item>(
  found: { items: MemoryWithRelationships[]; total: Total },
  page: CursorPage,
  sort: (typeof SORTS)[number],
  toItem: (item: MemoryWithRelationships) => Item,
) =>
  toCursorPage(found.items, page, found.total, {
    list: memoryListName(sort),
    toItem,
    keyOf: ({ memory }) => memoryCursorKey(sort, memory),
  });

export const memoryRoutes = (deps: MemoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/memories',
    scope: 'write',
    summary: 'Create a memory',
    operationId: 'createMemory',
    description: 'Creates a memory. Searches find it after it is indexed, usually within a second.',
    canWaitForSearch: true,
    hasEtag: true,
    body: createMemoryRequest,
    status: 201,
    response: createdMemoryResource,
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
      const create = () => createMemory(deps, caller, toNewMemory(body, deps.now()));
      if (!body.check_similar) {
        const memory = await create();
        return new Reply(toResource(memory, deps.now()), {
          warnings: body.tags.warnings,
          etag: memoryEtag(memory),
        });
      }
      const { created, similar, warnings } = await createWithSimilar(
        deps,
        caller,
        body.content,
        async () => ({
          memory: await create(),
        }),
      );
      const { memory } = created;
      return new Reply(
        { ...toResource(memory, deps.now()), similar },
        { warnings: [...warnings, ...body.tags.warnings], etag: memoryEtag(memory) },
      );
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/memories/bulk',
    scope: 'write',
    summary: 'Create up to 1,000 memories',
    operationId: 'createMemories',
    description:
      'Creates memories in order. Each has its own result: the created memory, or the error that a single request would return.',
    canWaitForSearch: true,
    limitsIndexingBacklog: true,
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
      const { inputs, tagWarnings } = toNewMemories(memories, deps.now());
      const results = await createMemoriesInBulk(deps, caller, inputs, { atomic });
      const resource = toBulkResource(results);
      return new Reply(resource, {
        status: resource.created > 0 ? 201 : 200,
        warnings: toBulkWarnings(results, tagWarnings),
      });
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/memories/bulk-update',
    scope: 'write',
    summary: 'Update up to 1,000 memories',
    operationId: 'updateMemories',
    description:
      'Changes tags, type, importance, pin, times and expiry of memories. Each has its own result: the new ETag, or the error that a single request would return.',
    limitsIndexingBacklog: true,
    body: bulkUpdateBody,
    bodyLimitBytes: BULK_BODY_LIMIT_BYTES,
    response: bulkUpdateResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    example: {
      body: {
        updates: [
          { memory_id: '01890a5d-ac96-774b-bcce-b302099a8057', add_tags: ['project-x'], pinned: true },
        ],
        atomic: true,
      },
    },
    handle: async ({ caller, body: { updates, atomic } }) => {
      const { inputs, tagWarnings } = toMemoryUpdates(updates, deps.now());
      const results = await updateMemories(deps, caller, inputs, { atomic });
      return new Reply(toBulkUpdateResource(results), { warnings: toBulkWarnings(results, tagWarnings) });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/memories/counts/daily',
    scope: 'read',
    summary: 'Count memories by day',
    operationId: 'getDailyMemoryCounts',
    description: 'Counts the memories that occurred on each UTC day of a period, up to 1,000 per day.',
    reads: ['memory'],
    query: dailyCountsQuery,
    response: dailyCountsResource,
    example: { query: { first_day: '2026-01-01', last_day: '2026-01-31' } },
    handle: async ({ caller, query }) => countMemoriesByDay(deps, caller, query),
  }),
  route({
    method: 'get',
    path: '/api/v2/memories',
    scope: 'read',
    summary: 'List memories',
    operationId: 'listMemories',
    description:
      'Lists the memories of the tenant, newest first unless `sort` is set. Without `include`, superseded, expired and future memories are omitted.',
    reads: ['memory'],
    query: listMemoriesQuery,
    response: recordedMemoryPage,
    example: { query: { memory_type: 'fact', sort: '-importance', per_page: '10' } },
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const filter = {
        memoryTypes: query.memory_types ?? query.memory_type,
        sourceTypes: query.source_types,
        conversationId: query.conversation_id,
        userId: query.user_id,
        minImportance: query.min_importance ?? query.importance_threshold,
        occurredFrom: query.start_date ?? query.date_from,
        occurredTo: query.end_date ?? query.date_to,
        timeRange: query.time_range,
        tags: query.tags,
        pinned: query.pinned,
        include: toIncluded(query),
        travel: toTimeTravel(query),
      };
      const found = await listMemories(deps, caller, filter, query.sort, page);
      const time = validityTime(filter.travel, deps.now());
      return toMemoryPage(found, page, query.sort, (item): RecordedMemoryResource =>
        filter.travel.knownAt === null
          ? toResourceWithRelationships(item, time)
          : toRecordedResource(item.memory, time),
      );
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/memories/:memory_id',
    scope: 'read',
    summary: 'Get a memory',
    operationId: 'getMemory',
    description: 'Returns a memory with its relationships, or its state at an earlier time.',
    reads: ['memory'],
    params: memoryParams,
    query: getMemoryQuery,
    hasEtag: true,
    response: recordedMemoryResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const travel = toTimeTravel(query);
      if (travel.asOf !== null || travel.knownAt !== null) {
        const memory = await getMemoryAt(deps, caller, params.memory_id, travel);
        return toRecordedResource(memory, validityTime(travel, deps.now()));
      }
      const options = { includeInactive: query.include_inactive };
      const found = await getMemory(deps, caller, params.memory_id, options);
      return new Reply(toResourceWithRelationships(found, deps.now()), { etag: memoryEtag(found.memory) });
    },
  }),
  route({
    method: 'put',
    path: '/api/v2/memories/:memory_id',
    scope: 'write',
    summary: 'Update a memory',
    operationId: 'updateMemory',
    description: 'Changes the fields that the body contains. Other fields keep their values.',
    params: memoryParams,
    body: updateMemoryBody,
    hasEtag: true,
    acceptsIfMatch: true,
    response: memoryResource,
    errors: [
      'AUTH_FORBIDDEN',
      'RES_NOT_FOUND',
      'RES_ALREADY_EXISTS',
      'RES_PRECONDITION_FAILED',
      'BIZ_QUOTA_EXCEEDED',
    ],
    example: { body: { importance: 0.9 } },
    handle: async ({ caller, params, body, ifMatch }) => {
      await updateMemory(deps, caller, params.memory_id, toMemoryChange(body, deps.now()), ifMatch);
      const found = await readMemory(deps, caller.tenantId, params.memory_id);
      return new Reply(toResourceWithRelationships(found, deps.now()), {
        warnings: body.tags?.warnings ?? [],
        etag: memoryEtag(found.memory),
      });
    },
  }),
  route({
    method: 'delete',
    path: '/api/v2/memories/:memory_id',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete a memory',
    operationId: 'deleteMemory',
    description:
      'Deletes a memory and its relationships. Its revisions are kept for 30 days unless `erase` is true.',
    params: memoryParams,
    query: deleteMemoryQuery,
    acceptsIfMatch: true,
    response: deletedResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_PRECONDITION_FAILED'],
    handle: async ({ caller, params, query, ifMatch }) => {
      await deleteMemory(deps, caller, params.memory_id, { ...query, ifMatch });
      return { id: params.memory_id, deleted: true as const };
    },
  }),
];
