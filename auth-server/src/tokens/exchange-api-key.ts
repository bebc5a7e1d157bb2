import { AppError } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Secrets } from '@loci/runtime';
import { findKeyByPrefix, recordKeyUse, replaceKeyHash } from '../api-keys/api-key.repository.ts';
import type { StoredApiKey } from '../api-keys/api-key.repository.ts';
import { hashSecret, parseApiKey, verifySecret } from '../api-keys/api-key.ts';
import type { SecretHash } from '../api-keys/api-key.ts';
import { insertKeyGrant } from '../grants/grant.repository.ts';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';
import {
  API_KEY_CLIENT_ID,
  apiKeyTokenClaims,
  capExpiry,
  hashRefreshToken,
  newRefreshToken,
} from './api-key-token.ts';
import type { IssuedTokens } from './api-key-token.ts';
import { insertRefreshToken } from './refresh-token.repository.ts';
import { signAccessToken } from './sign-access-token.ts';
import type { TokenSettings } from './token-settings.ts';

export interface ExchangeApiKeyDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  keyRing: Pick<SigningKeyRing, 'signingKey'>;
  /** The first pepper hashes API keys. All of them verify API keys. */
  peppers: Secrets;
  settings: TokenSettings;
  newId(): string;
  now(): Date;
}

/**
 * Exchanges an API key for an access token and the first refresh token of a new family.
 *
 * @throws AUTH_INVALID_CREDENTIALS with the same message for a malformed, unknown, wrong, expired and revoked key
 * @see docs/reference/authentication.md#exchange-an-api-key
 */
export async function exchangeApiKey(deps: ExchangeApiKeyDeps, apiKey: string): Promise<IssuedTokens> {
  const { settings } = deps;
  const { key, secretHash, currentHash, role, tier } = await authenticateApiKey(deps, apiKey);
  const { tenantId, userId, keyId, permissions, expiresAt: keyExpiresAt } = key;
  const now = deps.now();
  const grantId = deps.newId();
  const subject = { tenantId, userId, keyId, grantId, tier, role, permissions, keyExpiresAt };
  const claims = apiKeyTokenClaims(subject, settings, deps.newId(), now);
  const accessToken = await signAccessToken(claims, await deps.keyRing.signingKey());
  const refreshToken = newRefreshToken();
  const refreshExpiresAt = capExpiry(now, settings.refreshTokenSeconds, keyExpiresAt);
  await deps.database.inTransaction(tenantId, async (tx) => {
    const saved = await insertKeyGrant(tx, {
      tenantId,
      grantId,
      userId,
      clientId: API_KEY_CLIENT_ID,
      keyId,
      createdAt: now,
      accessExpiresAt: new Date(claims.exp * 1000),
      expiresAt: refreshExpiresAt,
    });
    if (!saved) throw invalidKey();
    const tokenHash = hashRefreshToken(refreshToken);
    await insertRefreshToken(tx, { tenantId, tokenHash, grantId, expiresAt: refreshExpiresAt });
  });
  // The use is recorded in a separate transaction, because an update after the shared lock of
  // `insertKeyGrant` could deadlock.
  await deps.database.inTransaction(tenantId, async (tx) => {
    await recordKeyUse(tx, tenantId, keyId, now);
    if (secretHash.pepperId !== currentHash.pepperId) {
      await replaceKeyHash(tx, key, { from: secretHash, to: currentHash });
    }
  });
  return { accessToken, refreshToken, expiresInSeconds: claims.exp - claims.iat, tenantId };
}

interface AuthenticatedKey extends StoredApiKey {
  /** Hash of the secret with the first pepper. */
  currentHash: SecretHash;
}

async function authenticateApiKey(deps: ExchangeApiKeyDeps, apiKey: string): Promise<AuthenticatedKey> {
  const parts = parseApiKey(apiKey);
  if (parts === null) throw invalidKey();
  const stored = await deps.database.inSystemTransaction((tx) => findKeyByPrefix(tx, parts.prefix));
  const isAuthenticated = verifySecret(parts.secret, stored?.secretHash.hash ?? null, deps.peppers);
  if (stored === null || !isAuthenticated || stored.key.revokedAt !== null) throw invalidKey();
  if (stored.key.expiresAt !== null && stored.key.expiresAt <= deps.now()) throw invalidKey();
  return { ...stored, currentHash: hashSecret(parts.secret, deps.peppers[0]) };
}

const invalidKey = (): AppError =>
  new AppError(
    'AUTH_INVALID_CREDENTIALS',
    'The API key is malformed, unknown, expired or revoked. Check the key.',
  );
