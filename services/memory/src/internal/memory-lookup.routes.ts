import {
  deletedVersionsResponse,
  memoriesRequest,
  memoriesResponse,
  memoryIdsRequest,
  memoryVersionsResponse,
} from '@loci/contracts';
import { fitItems, route } from '@loci/http';
import type { Route } from '@loci/http';
import type { DeletedVersionRepository } from '../evolution/deleted-version.repository.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { toResource } from '../memories/memory.resource.ts';
import { readMemories } from '../memories/read-memories.ts';
import type { ReadMemoriesDeps } from '../memories/read-memories.ts';

export interface MemoryLookupDeps extends ReadMemoriesDeps {
  memories: Pick<MemoryRepository, 'findMany' | 'findVersions'>;
  deletedVersions: Pick<DeletedVersionRepository, 'find'>;
  now(): Date;
}

/** Internal operations that read memories by id. */
export const memoryLookupRoutes = (deps: MemoryLookupDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/versions',
    scope: 'internal',
    summary: 'Get the version and the state of memories by id',
    body: memoryIdsRequest,
    response: memoryVersionsResponse,
    handle: ({ body }) =>
      deps.inTransaction(body.tenant_id, async (tx) => ({
        items: await deps.memories.findVersions(tx, body.tenant_id, body.ids),
      })),
  }),
  route({
    method: 'post',
    path: '/internal/memory/deleted-versions',
    scope: 'internal',
    summary: 'Get the successors of deleted versions by id',
    body: memoryIdsRequest,
    response: deletedVersionsResponse,
    handle: ({ body }) =>
      deps.inTransaction(body.tenant_id, async (tx) => ({
        items: await deps.deletedVersions.find(tx, body.tenant_id, body.ids),
      })),
  }),
  route({
    method: 'post',
    path: '/internal/memory/many',
    scope: 'internal',
    summary: 'Get memories by id',
    body: memoriesRequest,
    response: memoriesResponse,
    handle: async ({ body }) => {
      const found = await readMemories(deps, body.tenant_id, body.ids);
      const now = deps.now();
      const items = fitItems(
        found.map(({ memory, relationships }) => toResource(memory, now, relationships)),
      );
      return { items, remaining: found.slice(items.length).map(({ memory }) => memory.id) };
    },
  }),
];
