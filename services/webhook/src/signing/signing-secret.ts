import { randomBytes } from 'node:crypto';
import { decryptAtRest, deriveEncryptionKey, encryptAtRest } from '@loci/runtime';
import type { Secrets } from '@loci/runtime';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

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

/** Creates a cipher. The first key encrypts secrets. All keys decrypt them. */
export function createSecretCipher(encryptionKeys: Secrets): SecretCipher {
  let cached: [Buffer, ...Buffer[]] | undefined;
  const keys = (): [Buffer, ...Buffer[]] =>
    (cached ??= encryptionKeys.map((key) => deriveEncryptionKey(key, 'loci webhook secrets at rest')) as [
      Buffer,
      ...Buffer[],
    ]);
  return {
    encrypt: (secret, webhookId) => encryptAtRest(Buffer.from(secret), webhookId, keys()[0]),
    decrypt: (encrypted, webhookId) => decryptAtRest(encrypted, webhookId, keys()).plain.toString('utf8'),
    reencrypt: (encrypted, webhookId) => {
      try {
        const { plain, keyIndex } = decryptAtRest(encrypted, webhookId, keys());
        return keyIndex === 0 ? null : encryptAtRest(plain, webhookId, keys()[0]);
      } catch {
        // Not even the previous key can decrypt the secret, so its owner must rotate it.
        return null;
      }
    },
  };
}
