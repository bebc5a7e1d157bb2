import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Permission } from '@loci/core';
import type { Secret, Secrets } from '@loci/runtime';

/** An API key without its secret. @see docs/reference/authentication.md#api-keys */
export interface ApiKey {
  tenantId: string;
  keyId: string;
  userId: string;
  prefix: string;
  name: string;
  permissions: readonly Permission[];
  createdAt: Date;
  /** Time from which the key is rejected. Null for a key that does not expire. */
  expiresAt: Date | null;
  /**
   * Time of the last exchange or refresh, with a resolution of one minute. Null if the key has never been
   * used.
   */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export const MAX_KEY_NAME_LENGTH = 200;

/**
 * Parts of an API key `loci_<prefix>_<secret>`. The prefix identifies the key and the secret authenticates
 * it.
 */
export interface ApiKeyParts {
  prefix: string;
  secret: string;
}

/** Format of an API key. The secret of a configured key can be shorter than the secret of a generated key. */
const FORMAT = /^loci_([A-Za-z0-9]{1,32})_([A-Za-z0-9_-]{16,256})$/;

export const API_KEY_FORMAT =
  'loci_<prefix>_<secret> with a prefix of 1-32 letters or digits and a secret of 16-256 of A-Z a-z 0-9 _ -';

/** Splits the text of an API key into its parts. Returns null if the format is invalid. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, prefix, secret] = FORMAT.exec(text) ?? [];
  return prefix !== undefined && secret !== undefined ? { prefix, secret } : null;
}

export const formatApiKey = ({ prefix, secret }: ApiKeyParts): string => `loci_${prefix}_${secret}`;

/** Generates a key with 48 random bits in the prefix and 256 random bits in the secret. */
export function generateApiKey(): ApiKeyParts {
  return { prefix: randomBytes(6).toString('hex'), secret: randomBytes(32).toString('base64url') };
}

/** Hash of the secret of an API key, which is what the database stores. */
export interface SecretHash {
  /** HMAC-SHA-256 of the secret. */
  hash: Buffer;
  /** Identifies the pepper of the hash without revealing it. Null for a hash that an earlier version of Loci stored. */
  pepperId: string | null;
}

const hmac = (pepper: Secret, text: string): Buffer =>
  createHmac('sha256', pepper.reveal()).update(text).digest();

/** Returns the identifier of a pepper. The text cannot be the secret of an API key, because it contains a space. */
export const pepperIdOf = (pepper: Secret): string =>
  hmac(pepper, 'pepper id').toString('base64url').slice(0, 11);

export const hashSecret = (secret: string, pepper: Secret): SecretHash => ({
  hash: hmac(pepper, secret),
  pepperId: pepperIdOf(pepper),
});

const EMPTY_HASH = Buffer.alloc(32);

/**
 * Compares a secret with a stored hash in constant time.
 *
 * @param stored stored hash, or null for an unknown key. With null, the comparison takes equally long and
 *   returns false.
 * @param peppers accepted peppers. The secret is compared with the hash of each.
 * @see docs/security-model.md#threat-25-api-key-handling
 */
export function verifySecret(secret: string, stored: Buffer | null, peppers: Secrets): boolean {
  const matches = peppers.filter((pepper) => timingSafeEqual(hmac(pepper, secret), stored ?? EMPTY_HASH));
  return matches.length > 0 && stored !== null;
}
