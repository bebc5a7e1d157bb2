import { AppError } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { extendGrant, revokeGrant } from '../grants/grant.repository.ts';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';
import type { SigningKey } from '../signing-keys/signing-key.ts';
import { hashRefreshToken, keyTokenClaims, newRefreshToken } from './key-token.ts';
import type { IssuedTokens } from './key-token.ts';
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

export type RefreshAccessToken = (refreshToken: string) => Promise<IssuedTokens>;

/**
 * Makes the use case that rotates the refresh tokens of API keys. Permissions, role and tier are read anew, so
 * the new access token says what holds now.
 *
 * Of parallel refreshes exactly one wins, in whatever process; the others are refused and harm nothing. A
 * token that comes again after its rotation was stolen or its thief was faster: the whole family is revoked.
 *
 * Refuses with AUTH_TOKEN_INVALID whatever is not the newest token of a living family.
 * @see SPEC.md "Refresh tokens"; DECISIONS.md "Authentication"; RFC 9700 section 4.14.2
 */
export function refreshAccessToken(deps: RefreshAccessTokenDeps): RefreshAccessToken {
  // Who arrives while a rotation of the same token is under way cannot have seen its result: no replay.
  const underWay = new Set<string>();

  return async (refreshToken) => {
    const arrivedAt = deps.now();
    const tokenHash = hashRefreshToken(refreshToken);
    const name = tokenHash.toString('base64');
    if (underWay.has(name)) throw refused();
    underWay.add(name);
    try {
      const signingKey = await deps.keyRing.signingKey();
      const issued = await deps.database.inSystemTransaction((tx) =>
        rotate(deps, tx, tokenHash, arrivedAt, signingKey),
      );
      // The revocation of a replayed family must be committed, so the refusal comes after.
      if (issued === null) throw refused();
      return issued;
    } finally {
      underWay.delete(name);
    }
  };
}

/** Null: refused, with what must be committed for it. */
async function rotate(
  deps: RefreshAccessTokenDeps,
  tx: Transaction,
  tokenHash: Buffer,
  arrivedAt: Date,
  signingKey: SigningKey,
): Promise<IssuedTokens | null> {
  const { settings } = deps;
  const stored = await findRefreshToken(tx, tokenHash);
  if (stored === null || stored.revoked || stored.expiresAt <= arrivedAt) return null;
  const { tenantId, grantId } = stored;
  if (stored.consumedAt !== null) {
    // Another process consumed it after this request had arrived here: simultaneous, too.
    if (arrivedAt >= stored.consumedAt) await revokeGrant(tx, tenantId, grantId);
    return null;
  }
  const now = deps.now();
  if (!(await consumeRefreshToken(tx, tenantId, tokenHash, now))) return null;
  const claims = keyTokenClaims(stored, settings, deps.newId(), now);
  const accessToken = await signAccessToken(claims, signingKey);
  const refreshToken = newRefreshToken();
  const expiresAt = new Date(now.getTime() + settings.refreshTokenSeconds * 1000);
  const reach = { tenantId, grantId, accessExpiresAt: new Date(claims.exp * 1000), expiresAt };
  // Revoked since it was read: the token stays consumed, and nothing new is made.
  if (!(await extendGrant(tx, reach))) return null;
  await insertRefreshToken(tx, { tenantId, tokenHash: hashRefreshToken(refreshToken), grantId, expiresAt });
  return { accessToken, refreshToken, expiresInSeconds: settings.keyAccessTokenSeconds, tenantId };
}

const refused = (): AppError =>
  new AppError('AUTH_TOKEN_INVALID', 'The refresh token is not valid any more. Exchange the API key again.');
