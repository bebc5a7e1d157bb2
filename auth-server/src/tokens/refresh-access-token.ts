import { setTimeout } from 'node:timers/promises';
import { AppError } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { extendGrant, revokeGrant } from '../grants/grant.repository.ts';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';
import type { SigningKey } from '../signing-keys/signing-key.ts';
import { hashRefreshToken, apiKeyTokenClaims, newRefreshToken } from './api-key-token.ts';
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
 * A rotation is answered no sooner than this after the old token was used up. Parallel requests of one client
 * leave it some milliseconds apart, more on a busy machine; they all arrive before the answer, and are told from
 * a replay by that.
 */
const RESPONSE_DELAY_MS = 200;

/**
 * Rotates the refresh token of an API key. Permissions, role and tier are read anew, so the new access token
 * says what holds now.
 *
 * Of parallel refreshes exactly one wins, in whatever process; the others are refused and harm nothing. A token
 * that comes again after its rotation was answered is in two hands: the whole family is revoked.
 *
 * @throws AUTH_TOKEN_INVALID for whatever is not the newest token of a living family
 * @see SPEC.md "Refresh tokens"; DECISIONS.md "Authentication"; RFC 9700 section 4.14.2
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
  // Thrown only here, since the revocation of a replayed family must be committed.
  if (rotation === null) {
    throw new AppError(
      'AUTH_TOKEN_INVALID',
      'The refresh token is not valid any more. Exchange the API key again.',
    );
  }
  for (let restMs = 1; restMs > 0;) {
    restMs = rotation.answeredAt.getTime() - deps.now().getTime();
    if (restMs > 0) await setTimeout(restMs);
  }
  return rotation.issued;
}

/** Null: refused, with what must be committed for it. */
async function rotate(
  deps: RefreshAccessTokenDeps,
  tx: Transaction,
  tokenHash: Buffer,
  arrivedAt: Date,
  signingKey: SigningKey,
): Promise<{ issued: IssuedTokens; answeredAt: Date } | null> {
  const { settings } = deps;
  const stored = await findRefreshToken(tx, tokenHash);
  if (stored === null || stored.revoked || stored.expiresAt <= arrivedAt) return null;
  const { tenantId, grantId } = stored;
  if (stored.respondedAt !== null) {
    if (arrivedAt >= stored.respondedAt) await revokeGrant(tx, tenantId, grantId);
    return null;
  }
  const now = deps.now();
  const answeredAt = new Date(now.getTime() + RESPONSE_DELAY_MS);
  if (!(await consumeRefreshToken(tx, tenantId, tokenHash, answeredAt))) return null;
  const claims = apiKeyTokenClaims(stored, settings, deps.newId(), now);
  const accessToken = await signAccessToken(claims, signingKey);
  const refreshToken = newRefreshToken();
  const expiresAt = new Date(now.getTime() + settings.refreshTokenSeconds * 1000);
  const reach = { tenantId, grantId, accessExpiresAt: new Date(claims.exp * 1000), expiresAt };
  // Revoked since it was read: the token stays consumed, and nothing new is made.
  if (!(await extendGrant(tx, reach))) return null;
  await insertRefreshToken(tx, { tenantId, tokenHash: hashRefreshToken(refreshToken), grantId, expiresAt });
  const issued = { accessToken, refreshToken, expiresInSeconds: settings.keyAccessTokenSeconds, tenantId };
  return { issued, answeredAt };
}
