import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '@loci/runtime';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFrom = (secret: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'loci portal sessions at rest', 32));

/** AES-256-GCM: iv, tag, ciphertext. Bound to the session's id, so that rows cannot be exchanged. */
export function encryptSession(value: unknown, sessionId: string, secret: Secret): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv).setAAD(Buffer.from(sessionId));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Null for what this key did not seal for this session: after a change of the key everybody signs in again. */
export function decryptSession(sealed: Buffer, sessionId: string, secret: Secret): unknown {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(sessionId))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
