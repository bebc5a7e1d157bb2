import { MAX_FILTER_VALUES } from '@loci/contracts';
import { PERMISSIONS } from '@loci/core';
import { cursorPageQuery, cursorPaginated, queryBoolean, startTimestamp, uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_KEY_NAME_LENGTH } from './api-key.ts';

const keyFields = {
  name: z.string().trim().min(1).max(MAX_KEY_NAME_LENGTH),
  expires_at: startTimestamp.optional(),
  permissions: z
    .array(z.enum(PERMISSIONS))
    .min(1)
    .max(MAX_FILTER_VALUES)
    .transform((given) => PERMISSIONS.filter((permission) => given.includes(permission))),
};

export const createApiKeyBody = z.object({ tenant_id: uuid, user_id: uuid.optional(), ...keyFields });

export const createOwnApiKeyBody = z.object(keyFields);

export const listOwnApiKeysQuery = z.object(cursorPageQuery);

export const apiKeyParams = z.object({ key_id: uuid });

export const getOwnApiKeyQuery = z.object({
  include_revoked: queryBoolean.default(false).describe('True to also return a revoked API key.'),
});

export const listApiKeysQuery = z.object({ ...cursorPageQuery, tenant_id: uuid.optional() });

export const apiKeyResource = z.object({
  key_id: z.guid(),
  tenant_id: z.guid(),
  user_id: z.guid(),
  prefix: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

export const newApiKeyResource = apiKeyResource.extend({ api_key: z.string() });

export const apiKeyPage = cursorPaginated(apiKeyResource);
