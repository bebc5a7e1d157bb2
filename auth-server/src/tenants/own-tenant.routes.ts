import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import { deleteOwnTenant } from '../tenant-deletion/delete-own-tenant.ts';
import type { DeletionTokens } from '../tenant-deletion/deletion-token.ts';
import { findDeletionByToken } from '../tenant-deletion/find-deletion.ts';
import type { ListedTenant } from './tenant.ts';
import { getOwnTenant } from './get-own-tenant.ts';
import { toDeletionResource, toOwnTenantResource, toSearchedDeletionResource } from './tenant.resource.ts';
import {
  deleteOwnTenantBody,
  deletionParams,
  ownTenantResource,
  searchedDeletionResource,
  startedDeletionResource,
} from './tenant.schemas.ts';

export interface OwnTenantDeps {
  database: Database;
  inLastTransaction: LastTransactions['inLastTransaction'];
  deletionTokens: DeletionTokens;
  now(): Date;
}

/** Operations of the portal on the tenant of the user and on its deletion. Not part of the documented API. */
export const ownTenantRoutes = (deps: OwnTenantDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/auth/tenant',
    scope: 'read',
    documented: false,
    summary: 'Get your tenant and your role in it',
    response: ownTenantResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller }) => toOwnTenantResource(await getOwnTenant(deps, caller), caller.role),
  }),
  route({
    method: 'post',
    path: '/api/v2/auth/tenant/delete',
    scope: 'write',
    permission: 'delete',
    documented: false,
    summary: 'Delete your tenant with all its data, and end all access to it',
    body: deleteOwnTenantBody,
    status: 202,
    response: startedDeletionResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_RATE_LIMIT_EXCEEDED'],
    secret: {
      resourceType: 'tenant',
      idOf: ({ deletion_token: token }: { deletion_token: string }) => token.split('.')[0]!,
      advice: 'The deletion has started.',
    },
    handle: async ({ caller, body }) => {
      const toResource = (tenant: ListedTenant) => ({
        ...toDeletionResource(tenant),
        deletion_token: deps.deletionTokens.issue(tenant.tenantId),
      });
      return toResource(await deleteOwnTenant(deps, caller, body, toResource));
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/tenant-deletions/:deletion_token',
    scope: 'public',
    documented: false,
    summary: 'Get the status and the receipt of the deletion of a tenant',
    params: deletionParams,
    response: searchedDeletionResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ params }) =>
      toSearchedDeletionResource(await findDeletionByToken(deps, params.deletion_token)),
  }),
];
