import { TENANT_DATA_ROUTE, tenantDataDeletion } from '@loci/contracts';
import type { TenantDataDeletion } from '@loci/contracts';
import { route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import { deleteTenantRows } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { z } from 'zod';

/** Maximum duration of a call, without its last batch. */
const TIME_LIMIT_MS = 10_000;

export interface TenantDataDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  /**
   * Deletes the data of a tenant outside PostgreSQL, such as files and indexes. Runs after the rows were deleted.
   * Idempotent. Returns `done: false` if `mustStop` returned true before all data was deleted.
   */
  deleteOther?: (tenantId: string, mustStop: () => boolean) => Promise<TenantDataDeletion>;
}

/**
 * Internal operation that deletes all data of a tenant in a service. The deletion job of the gateway calls it.
 *
 * @see docs/decisions/0010-delete-tenants-in-passes.md
 */
export const tenantDataRoutes = ({ database, deleteOther }: TenantDataDeps): Route[] => [
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
      if (!rows.done || deleteOther === undefined) return rows;
      const other = await deleteOther(tenantId, mustStop);
      return { deleted: rows.deleted + other.deleted, done: other.done };
    },
  }),
];
