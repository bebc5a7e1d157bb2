import type { z } from 'zod';
import type { UserName } from './list-user-names.ts';
import type { userNameList, userResource } from './user.schemas.ts';
import type { Member } from './user.ts';

export const toUserResource = (member: Member): z.input<typeof userResource> => ({
  user_id: member.userId,
  tenant_id: member.tenantId,
  email: member.email,
  role: member.role,
  created_at: member.createdAt.toISOString(),
});

export const toUserNameList = (names: readonly UserName[]): z.input<typeof userNameList> => ({
  items: names.map(({ userId, kind, email }) => ({ user_id: userId, kind, email })),
});
