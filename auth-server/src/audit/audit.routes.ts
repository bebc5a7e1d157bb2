import { auditEntry } from '@loci/contracts';
import { PLATFORM_TENANT } from '@loci/core';
import {
  continuation,
  continueAfter,
  listAuditQuery,
  route,
  takeItems,
  timeAndId,
  toAuditSelection,
  uuid,
} from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { z } from 'zod';
import { listAdminEntries } from './list-admin-entries.ts';

export interface AdminAuditDeps {
  database: Pick<Database, 'inTransaction'>;
  now(): Date;
}

/** Name of this list in its cursors. */
const ADMIN_AUDIT_LIST = 'admin-audit';

const query = listAuditQuery.extend({
  tenant_id: uuid
    .default(PLATFORM_TENANT)
    .describe('Tenant of the entries. By default, the entries on signing keys, which belong to no tenant.'),
});

/**
 * Admin API operation that lists audit entries of the authorization server. The caller must mount `requireAdmin` before
 * it.
 */
export const adminAuditRoutes = (deps: AdminAuditDeps): Route[] => [
  route({
    method: 'get',
    path: '/admin/audit',
    scope: 'public',
    summary: 'List administrative changes of a tenant or of the platform, newest first',
    query,
    response: z.object({ items: z.array(auditEntry).describe('Entries, newest first.'), ...continuation }),
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ query: { tenant_id: tenantId, ...selected } }) => {
      const { limit, cursor } = selected;
      const key = continueAfter(cursor, ADMIN_AUDIT_LIST, timeAndId);
      const selection = toAuditSelection(selected, deps.now());
      const after = key && { at: key[0], id: key[1] };
      const entries = await listAdminEntries(deps, tenantId, { ...selection, after, limit: limit + 1 });
      const { items, truncated, next_cursor } = takeItems(
        entries,
        { start: cursor?.position ?? 0, limit },
        { list: ADMIN_AUDIT_LIST, toItem: (entry) => entry, keyOf: ({ at, id }) => [at, id] },
      );
      return { items, truncated, next_cursor };
    },
  }),
];
