import { ROLES } from '@loci/core';
import { uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, normalizeEmail } from '../users/user.ts';

export const createInvitationBody = z.object({
  tenant_id: uuid,
  email: z.string().max(MAX_EMAIL_LENGTH).transform(normalizeEmail).pipe(z.email()).optional(),
  role: z.enum(ROLES).default('member'),
});

export const invitationResource = z.object({
  invitation_url: z.string(),
  tenant_id: z.guid(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  expires_at: z.string(),
});
