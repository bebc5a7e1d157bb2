import { PERMISSIONS, SCOPES, TIERS } from '@loci/core';
import { z } from 'zod';

export const refreshBody = z.object({ refresh_token: z.string().min(1).max(1_000) });

/** `data` of an exchange or a refresh. @see docs/reference/authentication.md#exchange-an-api-key */
export const tokensResource = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  tenant_id: z.guid(),
  refresh_token: z.string(),
});

/** `data` of a verification. @see docs/reference/authentication.md#verify-an-access-token */
export const verifiedResource = z.object({
  valid: z.literal(true),
  tenant_id: z.guid(),
  user_id: z.guid(),
  client_id: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  permissions: z.array(z.enum(PERMISSIONS)),
  tier: z.enum(TIERS),
  expires_at: z.string(),
});
