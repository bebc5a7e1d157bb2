import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret, Secrets } from '@loci/runtime';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (secret: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'loci portal sessions at rest', 32));

/**
 * Encrypts a session with AES-256-GCM. The session id is authenticated data, so a ciphertext cannot be moved to the row
 * of another session.
 *
 * @param session JSON value
 * @returns IV, authentication tag and ciphertext
 */
export function encryptSession(session: unknown, sessionId: string, secret: Secret): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), iv).setAAD(Buffer.from(sessionId));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(session), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts the result of {@link encryptSession}. Returns null for another session id, another secret or
 * modified bytes, so users must sign in again after all secrets have changed.
 */
export function decryptSession(sealed: Buffer, sessionId: string, secrets: Secrets): unknown {
  for (const secret of secrets) {
    const session = decryptWith(secret, sealed, sessionId);
    if (session !== null) return session;
  }
  return null;
}

function decryptWith(secret: Secret, sealed: Buffer, sessionId: string): unknown {
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(sessionId))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
