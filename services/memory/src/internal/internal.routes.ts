import {
  memoriesRequest,
  memoriesResponse,
  memoryExportRequest,
  memoryExportResponse,
  memoryIdsRequest,
  memoryIdsResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { toState } from '../memories/memory.events.ts';
import { MEMORY_COLUMNS, toMemory } from '../memories/memory.repository.ts';
import { readMany } from '../memories/read-many.ts';
import type { ReadManyDeps } from '../memories/read-many.ts';
import { toResource } from '../memories/memory.resource.ts';

export interface InternalDeps extends ReadManyDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
}

/** What the other services ask of this one. */
export const internalRoutes = (deps: InternalDeps): Route[] => [
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
      const found = await readMany(deps, body.tenant_id, body.ids);
      return { items: found.map(({ memory, relationships }) => toResource(memory, relationships)) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/export',
    scope: 'internal',
    summary: 'Memories with their revisions, a page in id order, for rebuilding and reconciling indexes',
    body: memoryExportRequest,
    response: memoryExportResponse,
    handle: ({ body }) =>
      deps.database.inSystemTransaction(async (tx) => {
        const rows = await tx.query<Parameters<typeof toMemory>[0]>(
          `SELECT ${MEMORY_COLUMNS} FROM memories
           WHERE (tenant_id, id) > ($1, $2) AND ($3::uuid IS NULL OR tenant_id = $3)
           ORDER BY tenant_id, id LIMIT $4`,
          [body.after.tenant_id, body.after.id, body.tenant_id, body.limit],
          'memory-export',
        );
        return {
          items: rows.map(toMemory).map((memory) => ({
            tenant_id: memory.tenantId,
            revision: memory.revision,
            state: toState(memory),
          })),
        };
      }),
  }),
];
