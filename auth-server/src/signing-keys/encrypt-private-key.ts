import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { ConfigError, decryptAtRest, deriveEncryptionKey, encryptAtRest } from '@loci/runtime';
import type { Secret, Secrets } from '@loci/runtime';

const deriveKey = (secret: Secret): Buffer => deriveEncryptionKey(secret, 'loci signing keys at rest');

/** Encrypts a private key (PKCS #8) for the row of this key. */
export const encryptPrivateKey = (privateKey: KeyObject, keyId: string, secret: Secret): Buffer =>
  encryptAtRest(privateKey.export({ format: 'der', type: 'pkcs8' }), keyId, deriveKey(secret));

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
  try {
    const { plain, keyIndex } = decryptAtRest(encrypted, keyId, secrets.map(deriveKey));
    const privateKey = createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
    return { privateKey, isCurrent: keyIndex === 0 };
  } catch (error) {
    throw new ConfigError(
      'The signing keys in the database were encrypted with another SIGNING_KEY_SECRET. Set the original value.',
      { cause: error },
    );
  }
}
