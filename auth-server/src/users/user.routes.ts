import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { changeRole } from './change-role.ts';
import { createUser } from './create-user.ts';
import { removeMember } from './remove-member.ts';
import { revokeAccessOfUser } from './revoke-access-of-user.ts';
import { listUsers } from './user.repository.ts';
import { toUserResource } from './user.resource.ts';
import {
  changeRoleBody,
  createUserBody,
  listUsersQuery,
  memberParams,
  revokeAccessBody,
  revokedAccessResource,
  userPage,
  userParams,
  userResource,
} from './user.schemas.ts';

export interface UserDeps {
  database: Database;
  newId(): string;
  now(): Date;
}

/** Admin API operations on users. The caller must mount `requireAdmin` before them. */
export const userRoutes = (deps: UserDeps): Route[] => [
  route({
    method: 'post',
    path: '/admin/users',
    scope: 'public',
    summary: 'Add a user to a tenant',
    body: createUserBody,
    status: 201,
    response: userResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ body }) =>
      toUserResource(
        await createUser(deps, {
          tenantId: body.tenant_id,
          email: body.email,
          password: body.password,
          role: body.role,
        }),
      ),
  }),
  route({
    method: 'get',
    path: '/admin/users',
    scope: 'public',
    summary: 'List users and service users, oldest first',
    query: listUsersQuery,
    response: userPage,
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await deps.database.inSystemTransaction((tx) =>
        listUsers(tx, query.tenant_id, page),
      );
      return toCursorPage(items, page, total, { list, keyOf, toItem: toUserResource });
    },
  }),
  route({
    method: 'patch',
    path: '/admin/tenants/:tenant_id/users/:user_id',
    scope: 'public',
    summary: 'Change the role of a user in a tenant',
    params: memberParams,
    body: changeRoleBody,
    response: userResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ params: { tenant_id: tenantId, user_id: userId }, body: { role } }) =>
      toUserResource(await changeRole(deps, { tenantId, userId, role, keepOwner: false })),
  }),
  route({
    method: 'delete',
    path: '/admin/tenants/:tenant_id/users/:user_id',
    scope: 'public',
    summary: 'Remove a user from a tenant, and revoke all access of the user to it',
    params: memberParams,
    response: userResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ params: { tenant_id: tenantId, user_id: userId } }) =>
      toUserResource(await removeMember(deps, { tenantId, userId, keepOwner: false })),
  }),
  route({
    method: 'post',
    path: '/admin/users/:user_id/revoke-access',
    scope: 'public',
    summary: 'End all sessions of a user and revoke all tokens',
    params: userParams,
    body: revokeAccessBody,
    response: revokedAccessResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ params: { user_id: userId }, body: { keep_api_keys: keepKeys } }) => {
      await revokeAccessOfUser(deps, { userId, keepKeys });
      return { user_id: userId, api_keys_kept: keepKeys };
    },
  }),
];
