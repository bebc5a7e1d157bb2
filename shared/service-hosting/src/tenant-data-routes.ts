import { TENANT_DATA_ROUTE, tenantDataDeletion, tenantDataSearch } from '@loci/contracts';
import type { FoundByStore, TenantDataDeletion } from '@loci/contracts';
import { route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import { countTenantRows, deleteTenantRows } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { z } from 'zod';

/** Maximum duration of a call, without its last batch. */
const TIME_LIMIT_MS = 10_000;

/** Data of tenants outside PostgreSQL, such as files and indexes. */
interface OtherTenantData {
  /** Counts the files or index entries of a tenant, by name of the store as in the receipts of erasures. */
  find(tenantId: string): Promise<FoundByStore>;
  /**
   * Deletes the data of a tenant. Runs after the rows were deleted. Idempotent. Returns `done: false` if `mustStop`
   * returned true before all data was deleted.
   */
  delete(tenantId: string, mustStop: () => boolean): Promise<TenantDataDeletion>;
}

export interface TenantDataDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  /** Absent for a service whose data is only in PostgreSQL. */
  other?: OtherTenantData;
}

/**
 * Internal operations that count and delete all data of a tenant in a service. The deletion job of the gateway calls them.
 *
 * @see docs/decisions/0010-delete-tenants-in-passes.md
 */
export const tenantDataRoutes = ({ database, other }: TenantDataDeps): Route[] => [
  route({
    method: 'get',
    path: TENANT_DATA_ROUTE,
    scope: 'internal',
    summary: 'Search all stores for data of a deleted tenant',
    params: z.object({ tenant_id: uuid }),
    response: tenantDataSearch,
    handle: async ({ params: { tenant_id: tenantId }, signal }) => ({
      found: { ...(await countTenantRows(database, tenantId, signal)), ...(await other?.find(tenantId)) },
    }),
  }),
  route({
    method: 'delete',
    path: TENANT_DATA_ROUTE,
    scope: 'internal',
    summary: 'Delete the data of a deleted tenant',
    params: z.object({ tenant_id: uuid }),
    response: tenantDataDeletion,
    handle: async ({ params: { tenant_id: tenantId }, signal }) => {
      const startedAt = performance.now();
      const mustStop = (): boolean => signal.aborted || performance.now() - startedAt > TIME_LIMIT_MS;
      const rows = await deleteTenantRows(database, tenantId, mustStop);
      if (!rows.done || other === undefined) return rows;
      const { deleted, done } = await other.delete(tenantId, mustStop);
      return { deleted: rows.deleted + deleted, done };
    },
  }),
];
