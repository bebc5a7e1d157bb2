import { describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { formatApiKey, generateApiKey, hashSecret, verifySecret, parseApiKey } from './api-key.ts';

const pepper = new Secret('pepper');

describe('API keys', () => {
  test('parses a generated key', () => {
    for (let i = 0; i < 200; i++) {
      const parts = generateApiKey();
      expect(parseApiKey(formatApiKey(parts))).toEqual(parts);
    }
  });

  test('splits a key at its second underscore, so that the secret can contain underscores', () => {
    expect(parseApiKey('loci_abc_0123456789_abcdef')).toEqual({ prefix: 'abc', secret: '0123456789_abcdef' });
  });

  test.each([
    '',
    'loci',
    'loci__0123456789abcdef',
    'LOCI_a_0123456789abcdef',
    'loci_a_0123456789abcde',
    ' loci_a_0123456789abcdef',
  ])('rejects the malformed API key %j', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  test('accepts a secret that matches the stored hash', () => {
    expect(verifySecret('s', hashSecret('s', pepper).hash, [pepper])).toBe(true);
  });

  test('rejects a secret that does not match the stored hash', () => {
    expect(verifySecret('t', hashSecret('s', pepper).hash, [pepper])).toBe(false);
  });

  test('rejects the secret if the hash was computed with another pepper', () => {
    expect(verifySecret('s', hashSecret('s', pepper).hash, [new Secret('other')])).toBe(false);
  });

  test('accepts a secret if its hash was computed with the secondary pepper', () => {
    expect(verifySecret('s', hashSecret('s', pepper).hash, [new Secret('new'), pepper])).toBe(true);
  });

  test('identifies the pepper of a hash', () => {
    expect(hashSecret('s', pepper).pepperId).toBe(hashSecret('t', pepper).pepperId);
    expect(hashSecret('s', new Secret('other')).pepperId).not.toBe(hashSecret('s', pepper).pepperId);
  });

  test('rejects a secret if no hash is stored', () => {
    expect(verifySecret('s', null, [pepper])).toBe(false);
  });
});
