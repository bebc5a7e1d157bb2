import { describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { decryptSession, encryptSession } from './session-encryption.ts';

const secret = new Secret('secret');
const secrets = [secret] as const;
const newCiphertext = (): Buffer => encryptSession({ a: 1 }, 'id', secret);

describe('decryptSession', () => {
  test('returns the encrypted session', () => {
    expect(decryptSession(newCiphertext(), 'id', secrets)).toEqual({ a: 1 });
  });

  test('returns null for another session id', () => {
    expect(decryptSession(newCiphertext(), 'other', secrets)).toBeNull();
  });

  test('returns null for another secret', () => {
    expect(decryptSession(newCiphertext(), 'id', [new Secret('other')])).toBeNull();
  });

  test('returns a session that the secondary secret encrypted, so that the secret can be rotated', () => {
    expect(decryptSession(newCiphertext(), 'id', [new Secret('new'), secret])).toEqual({ a: 1 });
  });

  test('returns null for a modified ciphertext', () => {
    const modified = newCiphertext();
    modified[20]! ^= 1;
    expect(decryptSession(modified, 'id', secrets)).toBeNull();
  });

  test('returns null for a truncated ciphertext', () => {
    expect(decryptSession(Buffer.alloc(3), 'id', secrets)).toBeNull();
  });
});
