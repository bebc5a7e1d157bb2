import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import { createInvitation } from './create-invitation.ts';
import type { CreateInvitationDeps } from './create-invitation.ts';
import { toInvitationResource } from './invitation.resource.ts';
import {
  createInvitationBody,
  invitationPage,
  invitationParams,
  invitationResource,
  listInvitationsQuery,
  newInvitationResource,
} from './invitation.schemas.ts';
import { listOpenInvitations } from './list-open-invitations.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

/** Admin API operations on invitations. The caller must mount `requireAdmin` before them. */
export const invitationRoutes = (deps: CreateInvitationDeps): Route[] => [
  route({
    method: 'post',
    path: '/admin/invitations',
    scope: 'public',
    summary: 'Create a link with which a user chooses a password and joins a tenant',
    body: createInvitationBody,
    status: 201,
    response: newInvitationResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ body: { tenant_id: tenantId, email = null, role } }) => {
      const input = { tenantId, email, role, resetsPassword: email !== null };
      const { invitation, url } = await createInvitation(deps, input);
      return { ...toInvitationResource(invitation), invitation_url: url };
    },
  }),
  route({
    method: 'get',
    path: '/admin/invitations',
    scope: 'public',
    summary: 'List open invitations, oldest first',
    query: listInvitationsQuery,
    response: invitationPage,
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await listOpenInvitations(deps, query.tenant_id ?? null, page);
      return toCursorPage(items, page, total, { list, keyOf, toItem: toInvitationResource });
    },
  }),
  route({
    method: 'delete',
    path: '/admin/invitations/:invitation_id',
    scope: 'public',
    summary: 'Withdraw an open invitation',
    params: invitationParams,
    response: invitationResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ params }) =>
      toInvitationResource(
        await withdrawInvitation(deps, { invitationId: params.invitation_id, tenantId: null }),
      ),
  }),
];
