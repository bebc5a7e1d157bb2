import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { z } from 'zod';
import type { IssuedTokens } from './api-key-token.ts';
import type { tokensResource, verifiedResource } from './token.schemas.ts';

export const toTokensResource = (issued: IssuedTokens): z.input<typeof tokensResource> => ({
  access_token: issued.accessToken,
  token_type: 'Bearer',
  expires_in: issued.expiresInSeconds,
  tenant_id: issued.tenantId,
  refresh_token: issued.refreshToken,
});

export function toVerifiedResource(caller: Caller): z.input<typeof verifiedResource> {
  const { tokenExpiresAtMs } = caller;
  if (tokenExpiresAtMs === undefined) {
    throw new AppError(
      'SYS_INTERNAL_ERROR',
      'The identity of the caller does not contain the expiry of the token.',
    );
  }
  return {
    valid: true,
    tenant_id: caller.tenantId,
    user_id: caller.userId,
    client_id: caller.clientId,
    scopes: [...caller.scopes],
    permissions: [...caller.permissions],
    role: caller.role,
    tier: caller.tier,
    expires_at: new Date(tokenExpiresAtMs).toISOString(),
  };
}
