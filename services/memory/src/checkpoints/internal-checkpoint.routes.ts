import {
  formatMemoryReference,
  listCheckpointsRequest,
  listCheckpointsResponse,
  restoreCheckpointRequest,
  restoreCheckpointResponse,
  saveCheckpointRequest,
  saveCheckpointResponse,
} from '@loci/contracts';
import { cursorField, route, takeItems } from '@loci/http';
import type { Route } from '@loci/http';
import { CALLER_ERRORS, authorizeCaller } from '../internal/authorize-caller.ts';
import { toAttachedMemories } from './checkpoint.resource.ts';
import { CHECKPOINT_LIST, listCheckpoints } from './list-checkpoints.ts';
import type { ListCheckpointsDeps } from './list-checkpoints.ts';
import { restoreCheckpoint } from './restore-checkpoint.ts';
import type { RestoreCheckpointDeps } from './restore-checkpoint.ts';
import { saveCheckpoint } from './save-checkpoint.ts';
import type { SaveCheckpointDeps } from './save-checkpoint.ts';

export type InternalCheckpointDeps = SaveCheckpointDeps & RestoreCheckpointDeps & ListCheckpointsDeps;

/** Internal operations behind the assistant tools `save_context`, `restore_context` and `list_contexts`. */
export const internalCheckpointRoutes = (deps: InternalCheckpointDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/checkpoints/save',
    scope: 'internal',
    summary: 'Save a checkpoint',
    body: saveCheckpointRequest,
    status: 201,
    response: saveCheckpointResponse,
    errors: [...CALLER_ERRORS, 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    handle: async ({ caller, requestId, body }) => {
      authorizeCaller('write', caller, requestId);
      const { memory, memoryIds, references, unresolved } = await saveCheckpoint(deps, caller, {
        name: body.name,
        description: body.description,
        phraseHits: body.phrase_hits.map((hits) => ({ phrase: hits.phrase, memoryIds: hits.memory_ids })),
      });
      return {
        id: memory.id,
        memory_ids: memoryIds,
        references_extracted: references.length,
        unresolved_references: unresolved.map(formatMemoryReference),
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/checkpoints/restore',
    scope: 'internal',
    summary: 'Read a checkpoint and its attached memories',
    body: restoreCheckpointRequest,
    response: restoreCheckpointResponse,
    errors: CALLER_ERRORS,
    handle: async ({ caller, requestId, body }) => {
      authorizeCaller('read', caller, requestId);
      const restored = await restoreCheckpoint(deps, caller, { name: body.name }, body.limit);
      if (restored === null) return { checkpoint: null };
      const { checkpoint } = restored;
      return {
        checkpoint: {
          id: checkpoint.id,
          description: checkpoint.description,
          ...toAttachedMemories(restored.memories, deps.now()),
        },
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/checkpoints/list',
    scope: 'internal',
    summary: 'List checkpoints',
    body: listCheckpointsRequest.extend({ cursor: cursorField.optional() }),
    response: listCheckpointsResponse,
    errors: CALLER_ERRORS,
    handle: async ({ caller, requestId, body }) => {
      authorizeCaller('read', caller, requestId);
      const { offset, limit, cursor } = body;
      const page = { offset, limit, cursor, namePattern: body.name_pattern ?? '' };
      const found = await listCheckpoints(deps, caller, page);
      const { items, start, next_cursor } = takeItems(
        found.items,
        { start: cursor?.position ?? offset, limit },
        {
          list: CHECKPOINT_LIST,
          toItem: ({ checkpoint, memoryCount }) => ({
            id: checkpoint.id,
            name: checkpoint.name,
            ...(body.include_descriptions ? { description: checkpoint.description } : {}),
            memory_count: memoryCount,
            created_at: checkpoint.createdAt.toISOString(),
          }),
          keyOf: ({ checkpoint }) => [checkpoint.createdAt.toISOString(), checkpoint.id],
        },
      );
      return { total: found.total, offset: start, next_cursor, items };
    },
  }),
];
