import { scryptSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  let stored: string;
  beforeAll(async () => {
    stored = await hashPassword('Größe 😀');
  });

  test('stores the scrypt cost in the hash', () => {
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });

  test('returns different hashes for one password', async () => {
    expect(await hashPassword('Größe 😀')).not.toBe(stored);
  });

  test('accepts the password that was hashed', async () => {
    expect(await verifyPassword('Größe 😀', stored)).toBe(true);
  });

  test('accepts the password in another Unicode normalization form', async () => {
    expect(await verifyPassword('Größe 😀'.normalize('NFD'), stored)).toBe(true);
  });

  test('rejects a password that differs only in case', async () => {
    expect(await verifyPassword('größe 😀', stored)).toBe(false);
  });

  test('rejects a password if no hash is stored', async () => {
    expect(await verifyPassword('', null)).toBe(false);
  });

  test('accepts the password of a hash that was computed with a lower cost', async () => {
    const hash = scryptSync('x', 'salt', 32, { N: 16, r: 8, p: 1 }).toString('base64url');
    const salt = Buffer.from('salt').toString('base64url');
    expect(await verifyPassword('x', `$scrypt$ln=4,r=8,p=1$${salt}$${hash}`)).toBe(true);
  });

  test('rejects a stored hash that is not 32 bytes long', async () => {
    expect(await verifyPassword('x', '$scrypt$ln=4,r=8,p=1$AAAA$AAAA')).toBe(false);
  });
});
