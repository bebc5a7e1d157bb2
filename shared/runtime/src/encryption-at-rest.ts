import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from './config.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key with which a secret encrypts data of one purpose. */
export const deriveEncryptionKey = (secret: Secret, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', purpose, 32));

/**
 * Encrypts data for the database with AES-256-GCM.
 *
 * @param recordId ID of the record. It is authenticated data, so a ciphertext cannot be moved to another record.
 * @returns IV, authentication tag and ciphertext
 */
export function encryptAtRest(plain: Buffer, recordId: string, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(recordId));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts the result of {@link encryptAtRest} with the key that encrypted it.
 *
 * @returns the data, and the index of the key
 * @throws the error of the last key if the data was encrypted with none of the keys, or for another record, or was modified
 */
export function decryptAtRest(
  encrypted: Buffer,
  recordId: string,
  keys: readonly Buffer[],
): { plain: Buffer; keyIndex: number } {
  let error: unknown;
  for (const [keyIndex, key] of keys.entries()) {
    try {
      return { plain: decryptWith(key, encrypted, recordId), keyIndex };
    } catch (failure) {
      error = failure;
    }
  }
  throw error;
}

function decryptWith(key: Buffer, encrypted: Buffer, recordId: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(recordId))
    .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
