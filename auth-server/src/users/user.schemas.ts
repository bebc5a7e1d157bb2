import { ROLES } from '@loci/core';
import { cursorPageQuery, cursorPaginated, uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizeEmail } from './user.ts';

const email = z.string().max(MAX_EMAIL_LENGTH).transform(normalizeEmail).pipe(z.email());

const password = z
  .string()
  .max(MAX_PASSWORD_LENGTH)
  .refine((text) => text.length >= MIN_PASSWORD_LENGTH, {
    message: `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`,
    params: { code: 'VAL_FIELD_INVALID' },
  });

export const createUserBody = z.object({
  tenant_id: uuid,
  email,
  password,
  role: z.enum(ROLES).default('member'),
});

export const memberParams = z.object({ tenant_id: uuid, user_id: uuid });

export const changeRoleBody = z.object({ role: z.enum(ROLES) });

export const listMembersQuery = z.object(cursorPageQuery);

export const userParams = z.object({ user_id: uuid });

/** Maximum number of users in one request for names. */
const MAX_NAMES = 100;
const UUID_LENGTH = 36;

export const userNamesQuery = z.object({
  user_ids: z
    .string()
    .max(MAX_NAMES * (UUID_LENGTH + 1) - 1)
    .transform((list) => [...new Set(list.split(','))])
    .pipe(z.array(uuid).min(1).max(MAX_NAMES)),
});

const userNameResource = z.object({
  user_id: z.guid(),
  kind: z.enum(['member', 'service']),
  email: z.string().nullable(),
});

export const userNameList = z.object({ items: z.array(userNameResource) });

export const revokeAccessBody = z.object({ keep_api_keys: z.boolean().default(false) });

export const revokedAccessResource = z.object({ user_id: z.guid(), api_keys_kept: z.boolean() });

export const listUsersQuery = z.object({ ...cursorPageQuery, tenant_id: uuid.optional() });

export const userResource = z.object({
  user_id: z.guid(),
  tenant_id: z.guid(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  created_at: z.string(),
});

export const userPage = cursorPaginated(userResource);
