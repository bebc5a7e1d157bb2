import { PERMISSIONS, ROLES, SCOPES, TIERS } from '@loci/core';
import type { Caller, Scope } from '@loci/core';
import { z } from 'zod';

/**
 * The only accepted signature algorithm. It is asymmetric, so a verifier holds no key that could sign a token.
 * @see docs/security-model.md#threat-3-algorithm-confusion
 */
export const ACCESS_TOKEN_ALGORITHM = 'ES256';

/**
 * Value of the `typ` header, which distinguishes access tokens from ID tokens (RFC 9068 section 2.1).
 * @see docs/security-model.md#threat-4-wrong-token
 */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

/** Claims of an access token. @see docs/reference/authentication.md#access-tokens */
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
  /** API key that the token was obtained with. Absent in tokens of OAuth grants. */
  key_id: z.guid().optional(),
  /** Grant that the token was issued from. Revoking the grant is the only way to revoke a token before it expires. */
  gid: z.string().min(1),
  /** DPoP key that the token is bound to (RFC 9449 section 6.1). */
  cnf: z.object({ jkt: z.string().min(1) }).optional(),
});

export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/** Contents of a verified access token. */
export interface VerifiedToken {
  /** Caller without the request id, which is not part of the token. */
  caller: Omit<Caller, 'requestId'>;
  audience: string;
  grantId: string;
  /** Expiry of the token, as Unix time in milliseconds. */
  expiresAtMs: number;
  /** JWK thumbprint of the DPoP key that the token is bound to. Null for a bearer token. */
  boundKeyThumbprint: string | null;
}

/** Converts the claims of an access token. Drops scopes that are not in `SCOPES`. */
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
      ...(claims.key_id !== undefined && { keyId: claims.key_id }),
      role: claims.role,
      tier: claims.tier,
      scopes,
      permissions: claims.permissions,
      tokenExpiresAtMs: expiresAtMs,
      grantId: claims.gid,
    },
    audience: claims.aud,
    grantId: claims.gid,
    expiresAtMs,
    boundKeyThumbprint: claims.cnf?.jkt ?? null,
  };
}
