import { PERMISSIONS, ROLES, SCOPES, TIERS } from '@loci/core';
import type { Caller, Scope } from '@loci/core';
import { z } from 'zod';

/** The only algorithm: whoever verifies holds nothing with which a token could be made. */
export const ACCESS_TOKEN_ALGORITHM = 'ES256';

/** The `typ` header, by which an ID token is told from an access token. RFC 9068 section 2.1. */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

/**
 * What an access token says, as it travels. `gid` names the grant behind it, and is the only way to revoke a
 * token before it expires.
 * @see RFC 9068; AUTH-AND-MCP.md 3.8
 */
export const accessTokenClaims = z.object({
  iss: z.string(),
  sub: z.guid(),
  aud: z.string(),
  exp: z.number(),
  iat: z.number(),
  jti: z.string().min(1),
  client_id: z.string().min(1),
  scope: z.string(),
  tenant_id: z.guid(),
  tier: z.enum(TIERS),
  role: z.enum(ROLES),
  permissions: z.array(z.enum(PERMISSIONS)),
  via: z.enum(['key', 'oauth']),
  gid: z.string().min(1),
  /** The key that the token is bound to. RFC 9449 section 6.1. */
  cnf: z.object({ jkt: z.string().min(1) }).optional(),
});

export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/** What a verified token vouches for. */
export interface VerifiedToken {
  /** The caller, but for the id of the request. */
  caller: Omit<Caller, 'requestId'>;
  audience: string;
  grantId: string;
  expiresAtMs: number;
  /** Thumbprint of the key that the token is bound to; null for a bearer token. */
  boundKeyThumbprint: string | null;
}

export function toVerifiedToken(claims: AccessTokenClaims): VerifiedToken {
  const granted = claims.scope.split(' ');
  const scopes: Scope[] = SCOPES.filter((scope) => granted.includes(scope));
  const expiresAtMs = claims.exp * 1000;
  return {
    caller: {
      tenantId: claims.tenant_id,
      userId: claims.sub,
      clientId: claims.client_id,
      via: claims.via,
      role: claims.role,
      tier: claims.tier,
      scopes,
      permissions: claims.permissions,
      tokenExpiresAtMs: expiresAtMs,
    },
    audience: claims.aud,
    grantId: claims.gid,
    expiresAtMs,
    boundKeyThumbprint: claims.cnf?.jkt ?? null,
  };
}
