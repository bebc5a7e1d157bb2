import { describe, expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  test('the right one, a wrong one, none at all', async () => {
    const stored = await hashPassword('Größe 😀');
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await verifyPassword('Größe 😀', stored)).toBe(true);
    // The same characters, composed otherwise, as another keyboard sends them.
    expect(await verifyPassword('Größe 😀'.normalize('NFD'), stored)).toBe(true);
    expect(await verifyPassword('größe 😀', stored)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });

  test('two hashes of one password differ', async () => {
    expect(await hashPassword('x')).not.toBe(await hashPassword('x'));
  });

  test('a hash with a cheaper cost still counts', async () => {
    const cheap = '$scrypt$ln=4,r=8,p=1$AAAA$';
    expect(await verifyPassword('x', `${cheap}AAAA`)).toBe(false);
  });
});
