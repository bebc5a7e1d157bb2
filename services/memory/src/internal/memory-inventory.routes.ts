import {
  listedVersionsResponse,
  memoryAccessesRequest,
  memoryAccessesResponse,
  memoryCountRequest,
  memoryCountResponse,
  memoryRevisionsRequest,
  memoryRevisionsResponse,
  memoryStatesRequest,
  memoryStatesResponse,
  memoryTenantsRequest,
  memoryTenantsResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { toState } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { MemoryInventoryRepository } from './memory-inventory.repository.ts';

export interface MemoryInventoryDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  memories: Pick<MemoryRepository, 'findMany'>;
  inventory: MemoryInventoryRepository;
}

/** Internal operations for services that keep copies of memories and reconcile them. */
export const memoryInventoryRoutes = ({ database, memories, inventory }: MemoryInventoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/count',
    scope: 'internal',
    summary: 'Count active, unprotected memories of a tenant, and those with a completed embedding',
    body: memoryCountRequest,
    response: memoryCountResponse,
    handle: ({ body }) => database.inTransaction(body.tenant_id, (tx) => inventory.count(tx, body.tenant_id)),
  }),
  route({
    method: 'post',
    path: '/internal/memory/tenants',
    scope: 'internal',
    summary: 'List tenants with memories',
    body: memoryTenantsRequest,
    response: memoryTenantsResponse,
    handle: async ({ body }) => ({
      tenant_ids: await database.inSystemTransaction((tx) =>
        inventory.listTenants(tx, body.after, body.limit),
      ),
    }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/revisions',
    scope: 'internal',
    summary: 'List ids and revisions of the memories of a tenant',
    body: memoryRevisionsRequest,
    response: memoryRevisionsResponse,
    handle: async ({ body }) => ({
      items: await database.inTransaction(body.tenant_id, (tx) =>
        inventory.listRevisions(tx, body.tenant_id, body.after_id, body.limit),
      ),
    }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/version-list',
    scope: 'internal',
    summary: 'List versions and states of the memories of a tenant',
    body: memoryRevisionsRequest,
    response: listedVersionsResponse,
    handle: async ({ body }) => ({
      items: await database.inTransaction(body.tenant_id, (tx) =>
        inventory.listVersions(tx, body.tenant_id, body.after_id, body.limit),
      ),
    }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/states',
    scope: 'internal',
    summary: 'Get memories in the shape of their events',
    body: memoryStatesRequest,
    response: memoryStatesResponse,
    handle: async ({ body }) => {
      const found = await database.inTransaction(body.tenant_id, (tx) =>
        memories.findMany(tx, body.tenant_id, body.ids),
      );
      return { items: found.map((memory) => ({ revision: memory.revision, state: toState(memory) })) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/accesses',
    scope: 'internal',
    summary: 'List access counts of all tenants',
    body: memoryAccessesRequest,
    response: memoryAccessesResponse,
    handle: async ({ body }) => {
      const after = body.after && {
        lastAccessed: body.after.last_accessed,
        tenantId: body.after.tenant_id,
        id: body.after.id,
      };
      const accesses = await database.inSystemTransaction((tx) =>
        inventory.listAccesses(tx, body.since, after, body.limit),
      );
      return {
        items: accesses.map((access) => ({
          tenant_id: access.tenantId,
          id: access.id,
          access_count: access.accessCount,
          last_accessed: access.lastAccessed.toISOString(),
        })),
      };
    },
  }),
];
