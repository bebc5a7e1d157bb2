import { route, toPage } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { createUser } from './create-user.ts';
import { listMembers } from './user.repository.ts';
import { toUserResource } from './user.resource.ts';
import { createUserBody, listUsersQuery, userPage, userResource } from './user.schemas.ts';

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
      const page = { page: query.page, perPage: query.per_page };
      const { members, total } = await deps.database.inSystemTransaction((tx) =>
        listMembers(tx, query.tenant_id, page),
      );
      return toPage(members.map(toUserResource), page, total);
    },
  }),
];
