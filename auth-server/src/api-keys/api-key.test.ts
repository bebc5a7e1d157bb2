import { describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { formatApiKey, generateApiKey, hashSecret, verifySecret, parseApiKey } from './api-key.ts';

const pepper = new Secret('pepper');

describe('API keys', () => {
  test('what is generated is read back', () => {
    for (let i = 0; i < 200; i++) {
      const parts = generateApiKey();
      expect(parseApiKey(formatApiKey(parts))).toEqual(parts);
    }
  });

  test('a secret may hold underscores, a prefix may not', () => {
    expect(parseApiKey('loci_abc_0123456789_abcdef')).toEqual({ prefix: 'abc', secret: '0123456789_abcdef' });
  });

  test.each([
    '',
    'loci',
    'loci__0123456789abcdef',
    'LOCI_a_0123456789abcdef',
    'loci_a_0123456789abcde',
    ' loci_a_0123456789abcdef',
  ])('no key: %j', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  test('a secret is compared under its pepper; an unknown key equals nothing', () => {
    const stored = hashSecret('s', pepper);
    expect(verifySecret('s', stored, pepper)).toBe(true);
    expect(verifySecret('t', stored, pepper)).toBe(false);
    expect(verifySecret('s', stored, new Secret('other'))).toBe(false);
    expect(verifySecret('s', null, pepper)).toBe(false);
  });
});
