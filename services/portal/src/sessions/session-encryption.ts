import { decryptAtRest, deriveEncryptionKey, encryptAtRest } from '@loci/runtime';
import type { Secret, Secrets } from '@loci/runtime';

const deriveKey = (secret: Secret): Buffer => deriveEncryptionKey(secret, 'loci portal sessions at rest');

/**
 * Encrypts a session for the row of this session.
 *
 * @param session JSON value
 */
export const encryptSession = (session: unknown, sessionId: string, secret: Secret): Buffer =>
  encryptAtRest(Buffer.from(JSON.stringify(session)), sessionId, deriveKey(secret));

/**
 * Decrypts the result of {@link encryptSession}. Returns null for another session id, another secret or
 * modified bytes, so users must sign in again after all secrets have changed.
 */
export function decryptSession(sealed: Buffer, sessionId: string, secrets: Secrets): unknown {
  try {
    const { plain } = decryptAtRest(sealed, sessionId, secrets.map(deriveKey));
    return JSON.parse(plain.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
