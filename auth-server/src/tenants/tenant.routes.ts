import { notFound } from '@loci/core';
import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { deleteTenant } from '../tenant-deletion/delete-tenant.ts';
import { findDeletion } from '../tenant-deletion/find-deletion.ts';
import { changeTenant } from './change-tenant.ts';
import { createTenant } from './create-tenant.ts';
import { findListedTenant, listTenants } from './tenant.repository.ts';
import { toListedTenantResource, toSearchedDeletionResource, toTenantResource } from './tenant.resource.ts';
import {
  changeTenantBody,
  createTenantBody,
  listTenantsQuery,
  searchedDeletionResource,
  tenantPage,
  tenantParams,
  tenantResource,
} from './tenant.schemas.ts';

export interface TenantDeps {
  database: Database;
  newId(): string;
  now(): Date;
}

/** Admin API operations on tenants. The caller must mount `requireAdmin` before them. */
export const tenantRoutes = (deps: TenantDeps): Route[] => [
  route({
    method: 'post',
    path: '/admin/tenants',
    scope: 'public',
    summary: 'Create a tenant with its service user',
    body: createTenantBody,
    status: 201,
    response: tenantResource,
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ body }) => toTenantResource(await createTenant(deps, body)),
  }),
  route({
    method: 'get',
    path: '/admin/tenants',
    scope: 'public',
    summary: 'List tenants, oldest first',
    query: listTenantsQuery,
    response: tenantPage,
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await deps.database.inSystemTransaction((tx) =>
        listTenants(tx, page),
      );
      return toCursorPage(items, page, total, { list, keyOf, toItem: toListedTenantResource });
    },
  }),
  route({
    method: 'get',
    path: '/admin/tenants/:tenant_id',
    scope: 'public',
    summary: 'Get a tenant, and the status of its deletion',
    params: tenantParams,
    response: tenantResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ params: { tenant_id: tenantId } }) => {
      const tenant = await deps.database.inTransaction(tenantId, (tx) => findListedTenant(tx, tenantId));
      if (tenant === null) throw notFound('tenant', tenantId);
      return toListedTenantResource(tenant);
    },
  }),
  route({
    method: 'delete',
    path: '/admin/tenants/:tenant_id',
    scope: 'public',
    summary: 'Delete a tenant with all its data, and end all access to it',
    params: tenantParams,
    status: 202,
    response: tenantResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ params }) => toListedTenantResource(await deleteTenant(deps, params.tenant_id)),
  }),
  route({
    method: 'get',
    path: '/admin/tenants/:tenant_id/deletion',
    scope: 'public',
    summary: 'Get the progress and the receipt of the deletion of a tenant',
    params: tenantParams,
    response: searchedDeletionResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ params }) => toSearchedDeletionResource(await findDeletion(deps, params.tenant_id)),
  }),
  route({
    method: 'patch',
    path: '/admin/tenants/:tenant_id',
    scope: 'public',
    summary: 'Change the name or tier of a tenant',
    params: tenantParams,
    body: changeTenantBody,
    response: tenantResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ params, body }) => toTenantResource(await changeTenant(deps, params.tenant_id, body)),
  }),
];
