import type { z } from 'zod';
import type { invitationResource } from './invitation.schemas.ts';
import type { Invitation } from './invitation.ts';

export const toInvitationResource = (invitation: Invitation): z.input<typeof invitationResource> => ({
  invitation_id: invitation.invitationId,
  tenant_id: invitation.tenantId,
  email: invitation.email,
  role: invitation.role,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});
