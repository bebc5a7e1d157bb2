import { componentNames } from '@loci/contracts';
import { PERMISSIONS, ROLES, SCOPES, TIERS } from '@loci/core';
import { z } from 'zod';

export const refreshBody = z.object({
  refresh_token: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Refresh token, with which the client obtains the next access token.'),
});

/** `data` of an exchange or a refresh. @see docs/reference/authentication.md#exchange-an-api-key */
export const tokensResource = z
  .object({
    access_token: z.string().describe('Access token for the REST API and the assistant tools.'),
    token_type: z.literal('Bearer').describe('`Bearer`.'),
    expires_in: z.int().describe('Lifetime of the access token in seconds.'),
    tenant_id: z.guid().describe('ID of the tenant.'),
    refresh_token: z.string().describe('Refresh token, with which the client obtains the next access token.'),
  })
  .register(componentNames, { name: 'Tokens' });

/** `data` of a verification. @see docs/reference/authentication.md#verify-an-access-token */
export const verifiedResource = z
  .object({
    valid: z.literal(true).describe('`true`.'),
    tenant_id: z.guid().describe('ID of the tenant.'),
    user_id: z.guid().describe('ID of the user.'),
    client_id: z.string().describe('ID of the OAuth client. For a token from an API key, `api-key`.'),
    scopes: z.array(z.enum(SCOPES)).describe('Scopes of the token: any of `read`, `write` and `profile`.'),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .describe('Permissions of the token: any of `read`, `write` and `delete`.'),
    role: z.enum(ROLES).describe('Role of the user in the tenant.'),
    tier: z.enum(TIERS).describe('Tier of the tenant.'),
    expires_at: z.string().describe('Expiry of the token.'),
  })
  .register(componentNames, { name: 'VerifiedToken' });
