import {
  PROTECTED_MEMORY_TYPES,
  memoryAccessesRequest,
  memoryAccessesResponse,
  memoryCountRequest,
  memoryCountResponse,
  memoryStatesRequest,
  memoryRevisionsRequest,
  memoryRevisionsResponse,
  memoryStatesResponse,
  memoryTenantsRequest,
  memoryTenantsResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { toState } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';

export interface MemoryInventoryDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  memories: Pick<MemoryRepository, 'findMany'>;
}

/** What a service with a copy asks to find out what it misses: cheap to compare, whole to repair. */
export const memoryInventoryRoutes = ({ database, memories }: MemoryInventoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/count',
    scope: 'internal',
    summary: 'Active, unprotected memories of the tenant',
    body: memoryCountRequest,
    response: memoryCountResponse,
    handle: ({ body }) =>
      database.inTransaction(body.tenant_id, async (tx) => {
        const rows = await tx.query<{ total: string }>(
          'SELECT count(*) AS total FROM memories WHERE tenant_id = $1 AND is_active AND memory_type <> ALL($2)',
          [body.tenant_id, PROTECTED_MEMORY_TYPES],
          'memory-count',
        );
        return { total: Number(rows[0]!.total) };
      }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/tenants',
    scope: 'internal',
    summary: 'Tenants with memories, in order',
    body: memoryTenantsRequest,
    response: memoryTenantsResponse,
    handle: ({ body }) =>
      database.inSystemTransaction(async (tx) => {
        // Jumps from tenant to tenant in the index instead of reading every memory for a DISTINCT.
        const rows = await tx.query<{ tenant_id: string }>(
          `WITH RECURSIVE tenants AS (
             (SELECT tenant_id FROM memories WHERE $1::uuid IS NULL OR tenant_id > $1 ORDER BY tenant_id LIMIT 1)
             UNION ALL
             SELECT (SELECT m.tenant_id FROM memories m WHERE m.tenant_id > t.tenant_id ORDER BY m.tenant_id LIMIT 1)
             FROM tenants t WHERE t.tenant_id IS NOT NULL)
           SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL LIMIT $2`,
          [body.after, body.limit],
        );
        return { tenant_ids: rows.map((row) => row.tenant_id) };
      }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/revisions',
    scope: 'internal',
    summary: 'Ids and revisions of a tenant in id order',
    body: memoryRevisionsRequest,
    response: memoryRevisionsResponse,
    handle: ({ body }) =>
      database.inTransaction(body.tenant_id, async (tx) => {
        const rows = await tx.query<{ id: string; revision: string; searchable: boolean }>(
          `SELECT id, revision, is_active AND memory_type <> ALL($4) AS searchable FROM memories
           WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
          [body.tenant_id, body.after_id, body.limit, PROTECTED_MEMORY_TYPES],
          'memory-revisions',
        );
        return { items: rows.map((row) => ({ ...row, revision: Number(row.revision) })) };
      }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/states',
    scope: 'internal',
    summary: 'The state of these memories as their events tell it',
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
    summary: 'Counted reads of all tenants in the order of the last one',
    body: memoryAccessesRequest,
    response: memoryAccessesResponse,
    handle: ({ body }) =>
      database.inSystemTransaction(async (tx) => {
        const rows = await tx.query<{
          tenant_id: string;
          id: string;
          access_count: number;
          last_accessed: Date;
        }>(
          `SELECT tenant_id, id, access_count, last_accessed FROM memories
           WHERE last_accessed >= $1
             AND ($2::timestamptz IS NULL OR (last_accessed, tenant_id, id) > ($2, $3::uuid, $4::uuid))
           ORDER BY last_accessed, tenant_id, id LIMIT $5`,
          [
            body.since,
            body.after?.last_accessed ?? null,
            body.after?.tenant_id ?? null,
            body.after?.id ?? null,
            body.limit,
          ],
          'memory-accesses',
        );
        return { items: rows.map((row) => ({ ...row, last_accessed: row.last_accessed.toISOString() })) };
      }),
  }),
];
