import { exactly, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { Reply, route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import {
  checkpointResource,
  listedCheckpointPage,
  toCheckpointResource,
  toListedCheckpoint,
} from './checkpoint.resource.ts';
import {
  checkpointParams,
  createCheckpointBody,
  getCheckpointQuery,
  listCheckpointsQuery,
  updateCheckpointBody,
} from './checkpoint.schemas.ts';
import { createCheckpoint } from './create-checkpoint.ts';
import type { CreateCheckpointDeps } from './create-checkpoint.ts';
import { CHECKPOINT_LIST, listCheckpoints } from './list-checkpoints.ts';
import type { ListCheckpointsDeps } from './list-checkpoints.ts';
import { restoreCheckpoint } from './restore-checkpoint.ts';
import type { RestoreCheckpointDeps } from './restore-checkpoint.ts';
import { updateCheckpoint } from './update-checkpoint.ts';
import type { UpdateCheckpointDeps } from './update-checkpoint.ts';

export type CheckpointDeps = CreateCheckpointDeps &
  ListCheckpointsDeps &
  RestoreCheckpointDeps &
  UpdateCheckpointDeps;

const MAX_MEMORIES = 100;

/** Public operations for saved contexts. @see docs/reference/memories.md#checkpoints */
export const checkpointRoutes = (deps: CheckpointDeps): Route[] => {
  /** @throws RES_NOT_FOUND if no active checkpoint has the ID */
  async function read(caller: Caller, id: string, limit: number) {
    const restored = await restoreCheckpoint(deps, caller, { id }, limit);
    if (restored === null) throw notFound('checkpoint', id);
    return new Reply(toCheckpointResource(restored, deps.now()), { etag: restored.etag });
  }

  return [
    route({
      method: 'post',
      path: '/api/v2/checkpoints',
      scope: 'write',
      summary: 'Create a checkpoint',
      operationId: 'createCheckpoint',
      description: 'Saves a named context with the memories that belong to it.',
      body: createCheckpointBody,
      hasEtag: true,
      status: 201,
      response: checkpointResource,
      errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
      example: { body: { name: 'Tea research', description: 'What we know about tea.' } },
      handle: async ({ caller, body }) => {
        const { name, description, memory_ids: memoryIds } = body;
        const { id } = await createCheckpoint(deps, caller, { name, description, memoryIds });
        return read(caller, id, MAX_MEMORIES);
      },
    }),
    route({
      method: 'get',
      path: '/api/v2/checkpoints',
      scope: 'read',
      summary: 'List checkpoints',
      operationId: 'listCheckpoints',
      description: 'Lists the saved contexts of the tenant, newest first.',
      reads: ['memory'],
      query: listCheckpointsQuery,
      response: listedCheckpointPage,
      example: { query: { name: 'tea' } },
      handle: async ({ caller, query }) => {
        const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
        const { items, total } = await listCheckpoints(deps, caller, {
          offset: (page.page - 1) * page.perPage,
          limit: page.perPage,
          cursor: page.cursor,
          namePattern: query.name,
        });
        return toCursorPage(items, page, exactly(total), {
          list: CHECKPOINT_LIST,
          toItem: ({ checkpoint, memoryCount }) => toListedCheckpoint(checkpoint, memoryCount),
          keyOf: ({ checkpoint }) => [checkpoint.createdAt.toISOString(), checkpoint.id],
        });
      },
    }),
    route({
      method: 'get',
      path: '/api/v2/checkpoints/:checkpoint_id',
      scope: 'read',
      summary: 'Get a checkpoint',
      operationId: 'getCheckpoint',
      description: 'Returns a saved context with the current versions of its memories.',
      reads: ['memory'],
      params: checkpointParams,
      query: getCheckpointQuery,
      hasEtag: true,
      response: checkpointResource,
      errors: ['RES_NOT_FOUND'],
      handle: ({ caller, params, query }) => read(caller, params.checkpoint_id, query.limit),
    }),
    route({
      method: 'patch',
      path: '/api/v2/checkpoints/:checkpoint_id',
      scope: 'write',
      summary: 'Update a checkpoint',
      operationId: 'updateCheckpoint',
      description: 'Changes the name, the description and the memories of a saved context.',
      params: checkpointParams,
      body: updateCheckpointBody,
      hasEtag: true,
      acceptsIfMatch: true,
      response: checkpointResource,
      errors: [
        'AUTH_FORBIDDEN',
        'RES_NOT_FOUND',
        'RES_ALREADY_EXISTS',
        'RES_PRECONDITION_FAILED',
        'BIZ_QUOTA_EXCEEDED',
        'VAL_VALIDATION_FAILED',
      ],
      example: { body: { description: 'What we know about green tea.' } },
      handle: async ({ caller, params, body, ifMatch }) => {
        const { add_memory_ids: addedIds, remove_memory_ids: removedIds, ...texts } = body;
        const change = { ...texts, addedIds, removedIds };
        await updateCheckpoint(deps, caller, params.checkpoint_id, change, ifMatch);
        return read(caller, params.checkpoint_id, MAX_MEMORIES);
      },
    }),
  ];
};
