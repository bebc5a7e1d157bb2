import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '@loci/runtime';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Generates a signing secret in the serialization of Standard Webhooks. */
export const generateSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Returns the HMAC key of a serialized signing secret. */
export const toHmacKey = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** Encrypts and decrypts the signing secrets of webhooks for the database. */
export interface SecretCipher {
  /** @returns IV, authentication tag and ciphertext */
  encrypt(secret: string, webhookId: string): Buffer;
  /** @throws Error if the secret was encrypted with another key or for another webhook */
  decrypt(encrypted: Buffer, webhookId: string): string;
}

/**
 * Creates a cipher with AES-256-GCM. The ID of the webhook is authenticated data, so a ciphertext cannot be moved to the
 * row of another webhook.
 */
export function createSecretCipher(encryptionKey: Secret): SecretCipher {
  let cached: Buffer | undefined;
  const key = (): Buffer =>
    (cached ??= Buffer.from(
      hkdfSync('sha256', encryptionKey.reveal(), '', 'loci webhook secrets at rest', 32),
    ));
  return {
    encrypt: (secret, webhookId) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(webhookId));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt: (encrypted, webhookId) => {
      const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(webhookId))
        .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const ciphertext = encrypted.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}
