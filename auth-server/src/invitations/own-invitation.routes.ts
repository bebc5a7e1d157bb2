import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import type { CreateInvitationDeps } from './create-invitation.ts';
import { toInvitationResource } from './invitation.resource.ts';
import {
  createOwnInvitationBody,
  invitationPage,
  invitationParams,
  invitationResource,
  listOwnInvitationsQuery,
  newInvitationResource,
} from './invitation.schemas.ts';
import { inviteMember, listInvitationsOfTenant, withdrawInvitationOfTenant } from './manage-invitations.ts';

/** Operations of the portal on the invitations of the caller's tenant. They are not part of the documented API. */
export const ownInvitationRoutes = (deps: CreateInvitationDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/auth/invitations',
    scope: 'write',
    documented: false,
    summary: 'Create a link with which a user joins your tenant',
    body: createOwnInvitationBody,
    status: 201,
    response: newInvitationResource,
    errors: ['AUTH_FORBIDDEN', 'RES_ALREADY_EXISTS'],
    secret: {
      resourceType: 'invitation',
      idOf: ({ invitation_id: id }: { invitation_id: string }) => id,
      advice: 'Withdraw the invitation and create another one.',
    },
    handle: async ({ caller, body: { email = null, role } }) => {
      const { invitation, url } = await inviteMember(deps, caller, { email, role });
      return { ...toInvitationResource(invitation), invitation_url: url };
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/invitations',
    scope: 'read',
    documented: false,
    summary: 'List the open invitations to your tenant, oldest first',
    query: listOwnInvitationsQuery,
    response: invitationPage,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await listInvitationsOfTenant(deps, caller, page);
      return toCursorPage(items, page, total, { list, keyOf, toItem: toInvitationResource });
    },
  }),
  route({
    method: 'delete',
    path: '/api/v2/auth/invitations/:invitation_id',
    scope: 'write',
    documented: false,
    summary: 'Withdraw an open invitation to your tenant',
    params: invitationParams,
    response: invitationResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toInvitationResource(await withdrawInvitationOfTenant(deps, caller, params.invitation_id)),
  }),
];
