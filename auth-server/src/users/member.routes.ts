import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import { listUserNames } from './list-user-names.ts';
import {
  changeRoleOfMember,
  getMemberOfTenant,
  listMembersOfTenant,
  removeMemberOfTenant,
  revokeAccessOfMember,
} from './manage-members.ts';
import type { ManageMembersDeps } from './manage-members.ts';
import { toUserNameList, toUserResource } from './user.resource.ts';
import {
  changeRoleBody,
  listMembersQuery,
  revokeAccessBody,
  revokedAccessResource,
  userNameList,
  userNamesQuery,
  userPage,
  userParams,
  userResource,
} from './user.schemas.ts';

/** Operations of the portal on the members of the caller's tenant. They are not part of the documented API. */
export const memberRoutes = (deps: ManageMembersDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/auth/members',
    scope: 'read',
    documented: false,
    summary: 'List the members of your tenant, oldest first',
    query: listMembersQuery,
    response: userPage,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await listMembersOfTenant(deps, caller, page);
      return toCursorPage(items, page, total, { list, keyOf, toItem: toUserResource });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/user-names',
    scope: 'read',
    documented: false,
    summary: 'Return the names of users of your tenant',
    query: userNamesQuery,
    response: userNameList,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller, query }) => toUserNameList(await listUserNames(deps, caller, query.user_ids)),
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/members/:user_id',
    scope: 'read',
    documented: false,
    summary: 'Return a member of your tenant',
    params: userParams,
    response: userResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toUserResource(await getMemberOfTenant(deps, caller, params.user_id)),
  }),
  route({
    method: 'patch',
    path: '/api/v2/auth/members/:user_id',
    scope: 'write',
    documented: false,
    summary: 'Change the role of a member of your tenant',
    params: userParams,
    body: changeRoleBody,
    response: userResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ caller, params: { user_id: userId }, body: { role } }) =>
      toUserResource(await changeRoleOfMember(deps, caller, { userId, role })),
  }),
  route({
    method: 'delete',
    path: '/api/v2/auth/members/:user_id',
    scope: 'write',
    documented: false,
    summary: 'Remove a member from your tenant',
    params: userParams,
    response: userResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ caller, params }) =>
      toUserResource(await removeMemberOfTenant(deps, caller, params.user_id)),
  }),
  route({
    method: 'post',
    path: '/api/v2/auth/members/:user_id/revoke-access',
    scope: 'write',
    documented: false,
    summary: 'Revoke all tokens of a member in your tenant',
    params: userParams,
    body: revokeAccessBody,
    response: revokedAccessResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params: { user_id: userId }, body: { keep_api_keys: keepKeys } }) => {
      await revokeAccessOfMember(deps, caller, { userId, keepKeys });
      return { user_id: userId, api_keys_kept: keepKeys };
    },
  }),
];
