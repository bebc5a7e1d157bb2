import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Permission } from '@loci/core';
import type { Secret } from '@loci/runtime';

/** Never holds the secret: that is known to its owner alone. */
export interface ApiKey {
  tenantId: string;
  keyId: string;
  userId: string;
  prefix: string;
  name: string;
  permissions: readonly Permission[];
  createdAt: Date;
  revokedAt: Date | null;
}

export const MAX_KEY_NAME_LENGTH = 200;

/** The two halves of `loci_<prefix>_<secret>`: the prefix finds the key, the secret proves it. */
export interface ApiKeyParts {
  prefix: string;
  secret: string;
}

/** Keys that we make are longer; this is what an operator's own must have at least. */
const FORMAT = /^loci_([A-Za-z0-9]{1,32})_([A-Za-z0-9_-]{16,256})$/;

export const API_KEY_FORMAT =
  'loci_<prefix>_<secret>: 1-32 letters or digits, then 16-256 of A-Z a-z 0-9 _ -';

/** Null for what is no API key at all. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, prefix, secret] = FORMAT.exec(text) ?? [];
  return prefix !== undefined && secret !== undefined ? { prefix, secret } : null;
}

export const formatApiKey = ({ prefix, secret }: ApiKeyParts): string => `loci_${prefix}_${secret}`;

/** A new key: 48 random bits to find it by, 256 to prove it with. */
export function generateApiKey(): ApiKeyParts {
  return { prefix: randomBytes(6).toString('hex'), secret: randomBytes(32).toString('base64url') };
}

/** What the database keeps of a secret. */
export const hashSecret = (secret: string, pepper: Secret): Buffer =>
  createHmac('sha256', pepper.reveal()).update(secret).digest();

const NO_KEY = Buffer.alloc(32);

/** Compares in constant time; a null `stored` (no such prefix) takes as long and is never equal. */
export function verifySecret(secret: string, stored: Buffer | null, pepper: Secret): boolean {
  const same = timingSafeEqual(hashSecret(secret, pepper), stored ?? NO_KEY);
  return same && stored !== null;
}
