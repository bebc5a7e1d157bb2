import { createHash, randomBytes } from 'node:crypto';
import type { AccessTokenClaims } from '@loci/access-token';
import type { Permission, Role, Scope, Tier } from '@loci/core';
import { permissionsOf } from '../users/user.ts';
import type { TokenSettings } from './token-settings.ts';

/** `client_id` of every token that came from an API key. */
export const API_KEY_CLIENT_ID = 'api-key';

/** All that decides about a token from an API key, as it stands at this moment. */
export interface ApiKeyTokenSubject {
  tenantId: string;
  userId: string;
  keyId: string;
  grantId: string;
  tier: Tier;
  role: Role;
  /** The key's own. */
  permissions: readonly Permission[];
}

/**
 * The claims of an access token from an API key. A key never allows more than the role of its user, and has
 * the scopes that its permissions stand for.
 * @see DECISIONS.md "Authentication"
 */
export function apiKeyTokenClaims(
  subject: ApiKeyTokenSubject,
  settings: TokenSettings,
  tokenId: string,
  now: Date,
): AccessTokenClaims {
  const permissions = permissionsOf(subject.role).filter((one) => subject.permissions.includes(one));
  const scopes: Scope[] = [
    ...(['read', 'write'] as const).filter((one) => permissions.includes(one)),
    'profile',
  ];
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: settings.issuer,
    sub: subject.userId,
    aud: settings.audience,
    exp: iat + settings.keyAccessTokenSeconds,
    iat,
    jti: tokenId,
    client_id: API_KEY_CLIENT_ID,
    scope: scopes.join(' '),
    tenant_id: subject.tenantId,
    tier: subject.tier,
    role: subject.role,
    permissions,
    via: 'key',
    gid: subject.grantId,
  };
}

/** 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a refresh token. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** `data` of an exchange and of a refresh. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  tenantId: string;
}
