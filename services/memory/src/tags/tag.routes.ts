import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { readMemory } from '../memories/get-memory.ts';
import type { GetMemoryDeps } from '../memories/get-memory.ts';
import { listMemories } from '../memories/list-memories.ts';
import { toResource } from '../memories/memory.resource.ts';
import { toMemoryPage } from '../memories/memory.routes.ts';
import { PRESENT } from '@loci/service-hosting';
import { addTags } from './add-tags.ts';
import { listTags } from './list-tags.ts';
import type { ListTagsDeps } from './list-tags.ts';
import { removeTags } from './remove-tags.ts';
import { renameTag } from './rename-tag.ts';
import type { RenameTagDeps } from './rename-tag.ts';
import {
  renamedTagResource,
  tagChangeResource,
  tagListResource,
  tagMemoriesResource,
  toTagChangeReply,
  toTagList,
} from './tag.resource.ts';
import {
  listTagsQuery,
  memoryTagsParams,
  renameTagBody,
  tagMemoriesQuery,
  tagParams,
  tagsBody,
} from './tag.schemas.ts';

export type TagDeps = RenameTagDeps & ListTagsDeps & Pick<GetMemoryDeps, 'memories'>;

export const tagRoutes = (deps: TagDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/memories/:memory_id/tags',
    scope: 'write',
    summary: 'Add tags to a memory',
    operationId: 'addMemoryTags',
    description: 'Adds tags. Tags that the memory already has have no effect.',
    params: memoryTagsParams,
    body: tagsBody,
    response: tagChangeResource,
    errors: ['RES_NOT_FOUND', 'AUTH_FORBIDDEN', 'RES_ALREADY_EXISTS'],
    example: { body: { tags: ['Project X', 'planning'] } },
    handle: async ({ caller, params, body }) =>
      toTagChangeReply(params.memory_id, await addTags(deps, caller, params.memory_id, body.tags)),
  }),
  route({
    method: 'delete',
    path: '/api/v2/memories/:memory_id/tags',
    scope: 'write',
    summary: 'Remove tags from a memory',
    operationId: 'removeMemoryTags',
    description: 'Removes tags. Tags that the memory does not have have no effect.',
    params: memoryTagsParams,
    body: tagsBody,
    response: tagChangeResource,
    errors: ['RES_NOT_FOUND', 'AUTH_FORBIDDEN', 'RES_ALREADY_EXISTS'],
    example: { body: { tags: ['planning'] } },
    handle: async ({ caller, params, body }) =>
      toTagChangeReply(params.memory_id, await removeTags(deps, caller, params.memory_id, body.tags)),
  }),
  route({
    method: 'get',
    path: '/api/v2/memories/:memory_id/tags',
    scope: 'read',
    summary: 'List the tags of a memory',
    operationId: 'listMemoryTags',
    description: 'Returns the tags of a memory in alphabetical order.',
    params: memoryTagsParams,
    response: z.array(z.string()),
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      (await readMemory(deps, caller.tenantId, params.memory_id)).memory.tags,
  }),
  route({
    method: 'get',
    path: '/api/v2/tags',
    scope: 'read',
    summary: 'List tags',
    operationId: 'listTags',
    description: 'Lists the tags of the tenant with the number of their memories.',
    query: listTagsQuery,
    response: tagListResource,
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      return toTagList(await listTags(deps, caller, page), page);
    },
  }),
  route({
    method: 'patch',
    path: '/api/v2/tags/:tag',
    scope: 'write',
    summary: 'Rename a tag',
    operationId: 'renameTag',
    description:
      'Renames a tag of up to 250 memories. Repeat the request with `merge` until `remaining` is 0.',
    params: tagParams,
    body: renameTagBody,
    response: renamedTagResource,
    errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    example: { params: { tag: 'project-x' }, body: { name: 'project-y', merge: false } },
    handle: ({ caller, params, body }) => renameTag(deps, caller, params.tag, body),
  }),
  route({
    method: 'get',
    path: '/api/v2/tags/:tag/memories',
    scope: 'read',
    summary: 'List memories with a tag',
    operationId: 'listMemoriesByTag',
    description: 'Lists the memories that have a tag, newest first.',
    reads: ['memory'],
    params: tagParams,
    query: tagMemoriesQuery,
    response: tagMemoriesResource,
    example: { params: { tag: 'project-x' } },
    handle: async ({ caller, params, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const sort = '-created_at';
      const filter = { tags: [params.tag], include: new Set<never>(), travel: PRESENT };
      const found = await listMemories(deps, caller, filter, sort, page);
      const now = deps.now();
      return toMemoryPage(found, page, sort, ({ memory, relationships }) =>
        toResource(memory, now, relationships),
      );
    },
  }),
];
