import { ROLES } from '@loci/core';
import { cursorPageQuery, cursorPaginated, uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, normalizeEmail } from '../users/user.ts';

export const createInvitationBody = z.object({
  tenant_id: uuid,
  email: z.string().max(MAX_EMAIL_LENGTH).transform(normalizeEmail).pipe(z.email()).optional(),
  role: z.enum(ROLES).default('member'),
});

export const listInvitationsQuery = z.object({ ...cursorPageQuery, tenant_id: uuid.optional() });

export const invitationParams = z.object({ invitation_id: uuid });

export const invitationResource = z.object({
  invitation_id: z.guid(),
  tenant_id: z.guid(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  created_at: z.string(),
  expires_at: z.string(),
});

export const newInvitationResource = invitationResource.extend({ invitation_url: z.string() });

export const invitationPage = cursorPaginated(invitationResource);

export const createOwnInvitationBody = createInvitationBody.omit({ tenant_id: true });

export const listOwnInvitationsQuery = z.object(cursorPageQuery);
