import {
  TENANT_DELETIONS_PATH,
  TENANT_DELETION_PASSES_ROUTE,
  dueTenantDeletions,
  recordedPass,
  tenantDeletionPass,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { tenantParams } from '../tenants/tenant.schemas.ts';
import { listDueDeletions } from './list-due-deletions.ts';
import { recordPass } from './record-pass.ts';

/** Internal operations for the deletion job of the gateways. */
export const tenantDeletionRoutes = (deps: { database: Database; now(): Date }): Route[] => [
  route({
    method: 'get',
    path: TENANT_DELETIONS_PATH,
    scope: 'internal',
    summary: 'List deleted tenants whose data must be deleted now',
    response: dueTenantDeletions,
    handle: async () => ({ items: await listDueDeletions(deps) }),
  }),
  route({
    method: 'post',
    path: TENANT_DELETION_PASSES_ROUTE,
    scope: 'internal',
    summary: 'Record a deletion pass through all services',
    params: tenantParams,
    body: tenantDeletionPass,
    response: recordedPass,
    handle: async ({ params, body }) => ({ recorded: await recordPass(deps, params.tenant_id, body) }),
  }),
];
