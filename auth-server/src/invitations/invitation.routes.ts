import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { createInvitation } from './create-invitation.ts';
import type { CreateInvitationDeps } from './create-invitation.ts';
import { createInvitationBody, invitationResource } from './invitation.schemas.ts';

/** Admin API operations on invitations. The caller must mount `requireAdmin` before them. */
export const invitationRoutes = (deps: CreateInvitationDeps): Route[] => [
  route({
    method: 'post',
    path: '/admin/invitations',
    scope: 'public',
    summary: 'Create a link with which a user chooses a password and joins a tenant',
    body: createInvitationBody,
    status: 201,
    response: invitationResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ body }) => {
      const { tenant_id: tenantId, email = null, role } = body;
      const { invitation, url } = await createInvitation(deps, { tenantId, email, role });
      return {
        invitation_url: url,
        tenant_id: tenantId,
        email,
        role,
        expires_at: invitation.expiresAt.toISOString(),
      };
    },
  }),
];
