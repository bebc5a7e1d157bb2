import type { z } from 'zod';
import type { userResource } from './user.schemas.ts';
import type { Member } from './user.ts';

export const toUserResource = (member: Member): z.input<typeof userResource> => ({
  user_id: member.userId,
  tenant_id: member.tenantId,
  email: member.email,
  role: member.role,
  created_at: member.createdAt.toISOString(),
});
