import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from '@loci/runtime';

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
  /**
   * Encrypts a secret that another key encrypted with the first key.
   *
   * @returns null if the first key encrypted the secret, or if no key can decrypt it
   */
  reencrypt(encrypted: Buffer, webhookId: string): Buffer | null;
}

/**
 * Creates a cipher with AES-256-GCM. The ID of the webhook is authenticated data, so a ciphertext cannot be moved to the
 * row of another webhook.
 *
 * @param encryptionKeys the first key encrypts secrets; all keys decrypt them
 */
export function createSecretCipher(encryptionKeys: Secrets): SecretCipher {
  let cached: [Buffer, ...Buffer[]] | undefined;
  const keys = (): [Buffer, ...Buffer[]] =>
    (cached ??= encryptionKeys.map((key) =>
      Buffer.from(hkdfSync('sha256', key.reveal(), '', 'loci webhook secrets at rest', 32)),
    ) as [Buffer, ...Buffer[]]);

  const encrypt = (secret: string, webhookId: string): Buffer => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keys()[0], iv).setAAD(Buffer.from(webhookId));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  };

  const decryptWith = (key: Buffer, encrypted: Buffer, webhookId: string): string => {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const ciphertext = encrypted.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  };

  /** Returns the secret and the index of its key. Throws the error of the last key. */
  const decryptWithAny = (encrypted: Buffer, webhookId: string): { secret: string; keyIndex: number } => {
    let error: unknown;
    for (const [keyIndex, key] of keys().entries()) {
      try {
        return { secret: decryptWith(key, encrypted, webhookId), keyIndex };
      } catch (failure) {
        error = failure;
      }
    }
    throw error;
  };

  return {
    encrypt,
    decrypt: (encrypted, webhookId) => decryptWithAny(encrypted, webhookId).secret,
    reencrypt: (encrypted, webhookId) => {
      try {
        const { secret, keyIndex } = decryptWithAny(encrypted, webhookId);
        return keyIndex === 0 ? null : encrypt(secret, webhookId);
      } catch {
        // Not even the previous key can decrypt the secret, so its owner must rotate it.
        return null;
      }
    },
  };
}
