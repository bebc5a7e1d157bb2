import { setTimeout } from 'node:timers/promises';
import { AppError } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { extendGrant, revokeGrant } from '../grants/grant.repository.ts';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';
import type { SigningKey } from '../signing-keys/signing-key.ts';
import { recordKeyUse } from '../api-keys/api-key.repository.ts';
import { apiKeyTokenClaims, capExpiry, hashRefreshToken, newRefreshToken } from './api-key-token.ts';
import type { IssuedTokens } from './api-key-token.ts';
import { consumeRefreshToken, findRefreshToken, insertRefreshToken } from './refresh-token.repository.ts';
import { signAccessToken } from './sign-access-token.ts';
import type { TokenSettings } from './token-settings.ts';

export interface RefreshAccessTokenDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  keyRing: Pick<SigningKeyRing, 'signingKey'>;
  settings: TokenSettings;
  newId(): string;
  now(): Date;
}

/**
 * Minimum time between the consumption of the old token and the response. Parallel requests of one client
 * usually arrive a few milliseconds apart. A request with the old token that arrives before the response
 * counts as concurrent. A request that arrives after the response counts as a replay.
 */
const RESPONSE_DELAY_MS = 200;

/**
 * Rotates the refresh token of an API key. Permissions, role and tier are read from the database, so the new
 * access token has the current values.
 *
 * Exactly one of several parallel refreshes with the same token succeeds, also at different replicas. The
 * others are rejected, but do not revoke the family. A token that is used again after the response to its
 * rotation has leaked, so its whole family is revoked (RFC 9700 section 4.14.2).
 *
 * @throws AUTH_TOKEN_INVALID unless the token is the newest of a family that is neither revoked nor expired
 * @see docs/reference/authentication.md#refresh-an-api-key-token
 * @see docs/security-model.md#threat-9-refresh-token-reuse
 */
export async function refreshAccessToken(
  deps: RefreshAccessTokenDeps,
  refreshToken: string,
): Promise<IssuedTokens> {
  const arrivedAt = deps.now();
  const signingKey = await deps.keyRing.signingKey();
  const rotation = await deps.database.inSystemTransaction((tx) =>
    rotate(deps, tx, hashRefreshToken(refreshToken), arrivedAt, signingKey),
  );
  // The error is thrown after the transaction, because the revocation of a replayed family must be committed.
  if (rotation === null) {
    throw new AppError('AUTH_TOKEN_INVALID', 'The refresh token is not valid. Exchange the API key again.');
  }
  for (let remainingMs = 1; remainingMs > 0;) {
    remainingMs = rotation.respondedAt.getTime() - deps.now().getTime();
    if (remainingMs > 0) await setTimeout(remainingMs);
  }
  return rotation.issued;
}

/** Returns null if the refresh is rejected. The transaction must be committed in both cases. */
async function rotate(
  deps: RefreshAccessTokenDeps,
  tx: Transaction,
  tokenHash: Buffer,
  arrivedAt: Date,
  signingKey: SigningKey,
): Promise<{ issued: IssuedTokens; respondedAt: Date } | null> {
  const { settings } = deps;
  const stored = await findRefreshToken(tx, tokenHash);
  if (stored === null || stored.revoked || stored.expiresAt <= arrivedAt) return null;
  if (stored.keyExpiresAt !== null && stored.keyExpiresAt <= arrivedAt) return null;
  const { tenantId, grantId } = stored;
  if (stored.respondedAt !== null) {
    if (arrivedAt >= stored.respondedAt) await revokeGrant(tx, tenantId, grantId);
    return null;
  }
  const now = deps.now();
  const respondedAt = new Date(now.getTime() + RESPONSE_DELAY_MS);
  if (!(await consumeRefreshToken(tx, tenantId, tokenHash, respondedAt))) return null;
  const claims = apiKeyTokenClaims(stored, settings, deps.newId(), now);
  const accessToken = await signAccessToken(claims, signingKey);
  const refreshToken = newRefreshToken();
  const expiresAt = capExpiry(now, settings.refreshTokenSeconds, stored.keyExpiresAt);
  const extended = { tenantId, grantId, accessExpiresAt: new Date(claims.exp * 1000), expiresAt };
  // The grant was revoked after it was read. The token stays consumed, and no new token is issued.
  if (!(await extendGrant(tx, extended))) return null;
  await insertRefreshToken(tx, { tenantId, tokenHash: hashRefreshToken(refreshToken), grantId, expiresAt });
  const issued = { accessToken, refreshToken, expiresInSeconds: claims.exp - claims.iat, tenantId };
  await recordKeyUse(tx, tenantId, stored.keyId, now);
  return { issued, respondedAt };
}
