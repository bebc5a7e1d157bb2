import { createHash, randomBytes } from 'node:crypto';
import type { AccessTokenClaims } from '@loci/access-token';
import type { Permission, Role, Scope, Tier } from '@loci/core';
import { permissionsOf } from '../users/user.ts';
import type { TokenSettings } from './token-settings.ts';

/** `client_id` of all tokens that were issued for an API key. */
export const API_KEY_CLIENT_ID = 'api-key';

/** API key, grant and user of a token, with their current tier, role and permissions. */
export interface ApiKeyTokenSubject {
  tenantId: string;
  userId: string;
  keyId: string;
  grantId: string;
  tier: Tier;
  role: Role;
  /** Permissions of the API key. */
  permissions: readonly Permission[];
  /** Time at which the API key expires, or null. No token is valid for longer than its API key. */
  keyExpiresAt: Date | null;
}

/**
 * Returns the claims of an access token for an API key. The permissions are those that both the key and the
 * role of its user have. The scopes follow from the permissions.
 *
 * @see docs/reference/authentication.md#scopes-and-permissions
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
    exp: Math.min(
      iat + settings.keyAccessTokenSeconds,
      subject.keyExpiresAt === null ? Infinity : Math.ceil(subject.keyExpiresAt.getTime() / 1000),
    ),
    iat,
    jti: tokenId,
    client_id: API_KEY_CLIENT_ID,
    scope: scopes.join(' '),
    tenant_id: subject.tenantId,
    tier: subject.tier,
    role: subject.role,
    permissions,
    via: 'key',
    key_id: subject.keyId,
    gid: subject.grantId,
  };
}

/**
 * Returns the time at which a refresh token with the given lifetime expires, which is not later than the
 * expiry of its API key.
 */
export function capExpiry(now: Date, lifetimeSeconds: number, keyExpiresAt: Date | null): Date {
  const expiresAtMs = now.getTime() + lifetimeSeconds * 1000;
  return new Date(Math.min(expiresAtMs, keyExpiresAt?.getTime() ?? Infinity));
}

/** Returns a new refresh token with 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 of a refresh token, which is what the database stores. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Result of an exchange or a refresh. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  tenantId: string;
}
