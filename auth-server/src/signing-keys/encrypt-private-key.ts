import { createCipheriv, createDecipheriv, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { ConfigError } from '@loci/runtime';
import type { Secret, Secrets } from '@loci/runtime';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (secret: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'loci signing keys at rest', 32));

/**
 * Encrypts a private key (PKCS #8) with AES-256-GCM. The key id is authenticated data, so a ciphertext cannot be moved to
 * the row of another key.
 *
 * @returns IV, authentication tag and ciphertext
 */
export function encryptPrivateKey(privateKey: KeyObject, keyId: string, secret: Secret): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), iv).setAAD(Buffer.from(keyId));
  const plain = privateKey.export({ format: 'der', type: 'pkcs8' });
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** A decrypted private key. */
export interface DecryptedKey {
  privateKey: KeyObject;
  /** True if the first secret encrypted the key. */
  isCurrent: boolean;
}

/**
 * Decrypts the result of {@link encryptPrivateKey}.
 *
 * @throws ConfigError if the key was encrypted with none of the secrets
 */
export function decryptPrivateKey(encrypted: Buffer, keyId: string, secrets: Secrets): DecryptedKey {
  let cause: unknown;
  for (const [index, secret] of secrets.entries()) {
    try {
      return { privateKey: decryptWith(secret, encrypted, keyId), isCurrent: index === 0 };
    } catch (error) {
      cause = error;
    }
  }
  throw new ConfigError(
    'The signing keys in the database were encrypted with another SIGNING_KEY_SECRET. Set the original value.',
    { cause },
  );
}

function decryptWith(secret: Secret, encrypted: Buffer, keyId: string): KeyObject {
  const iv = encrypted.subarray(0, IV_BYTES);
  const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), iv)
    .setAAD(Buffer.from(keyId))
    .setAuthTag(tag);
  const ciphertext = encrypted.subarray(IV_BYTES + TAG_BYTES);
  const der = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
