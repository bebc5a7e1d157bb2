import { memoriesRequest, memoriesResponse, memoryIdsRequest, memoryIdsResponse } from '@loci/contracts';
import { fitItems, route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { readMemories } from '../memories/read-memories.ts';
import type { ReadMemoriesDeps } from '../memories/read-memories.ts';
import { toResource } from '../memories/memory.resource.ts';

export interface MemoryLookupDeps extends ReadMemoriesDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
}

/** What the other services ask of this one. */
export const memoryLookupRoutes = (deps: MemoryLookupDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/existing',
    scope: 'internal',
    summary: 'Which of these ids are memories of the tenant',
    body: memoryIdsRequest,
    response: memoryIdsResponse,
    handle: ({ body }) =>
      deps.database.inTransaction(body.tenant_id, async (tx) => {
        const rows = await tx.query<{ id: string }>(
          'SELECT id FROM memories WHERE tenant_id = $1 AND id = ANY($2)',
          [body.tenant_id, body.ids],
          'memory-existing',
        );
        return { ids: rows.map((row) => row.id) };
      }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/many',
    scope: 'internal',
    summary: 'These memories in the order of their ids as given',
    body: memoriesRequest,
    response: memoriesResponse,
    handle: async ({ body }) => {
      const found = await readMemories(deps, body.tenant_id, body.ids);
      const items = fitItems(found.map(({ memory, relationships }) => toResource(memory, relationships)));
      return { items, remaining: found.slice(items.length).map(({ memory }) => memory.id) };
    },
  }),
];
