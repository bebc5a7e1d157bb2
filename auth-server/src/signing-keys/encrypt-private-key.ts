import { createCipheriv, createDecipheriv, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { ConfigError } from '@loci/runtime';
import type { Secret } from '@loci/runtime';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFrom = (secret: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'loci signing keys at rest', 32));

/** PKCS #8 under AES-256-GCM: iv, tag, ciphertext. Bound to `keyId`, so rows cannot be exchanged. */
export function encryptPrivateKey(privateKey: KeyObject, keyId: string, secret: Secret): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv).setAAD(Buffer.from(keyId));
  const plain = privateKey.export({ format: 'der', type: 'pkcs8' });
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws ConfigError when the secret is not the one that the key was encrypted with */
export function decryptPrivateKey(encrypted: Buffer, keyId: string, secret: Secret): KeyObject {
  const iv = encrypted.subarray(0, IV_BYTES);
  const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), iv)
    .setAAD(Buffer.from(keyId))
    .setAuthTag(tag);
  try {
    const sealed = encrypted.subarray(IV_BYTES + TAG_BYTES);
    const der = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch (error) {
    throw new ConfigError(
      'The signing keys in the database were encrypted with another SIGNING_KEY_SECRET. ' +
        'Set the one that they were made with.',
      { cause: error },
    );
  }
}
