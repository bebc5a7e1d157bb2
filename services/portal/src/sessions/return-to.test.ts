import { describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { decryptSession, encryptSession } from './session-encryption.ts';
import { safeReturnTo } from './session.ts';

describe('where a sign-in returns to', () => {
  test.each(['/', '/memories/1?x=1&y=2', '/keys'])('%s is ours', (path) => {
    expect(safeReturnTo(path)).toBe(path);
  });
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/a\r\nset-cookie: x',
    undefined,
    ['/'],
  ])('%j is not', (path) => {
    expect(safeReturnTo(path)).toBe('/');
  });
});

describe('sealed sessions', () => {
  const secret = new Secret('secret');
  test('are opened by the same key, for the same session, untouched', () => {
    const sealed = encryptSession({ a: 1 }, 'id', secret);
    expect(decryptSession(sealed, 'id', secret)).toEqual({ a: 1 });
    expect(decryptSession(sealed, 'other', secret)).toBeNull();
    expect(decryptSession(sealed, 'id', new Secret('other'))).toBeNull();
    sealed[20]! ^= 1;
    expect(decryptSession(sealed, 'id', secret)).toBeNull();
    expect(decryptSession(Buffer.alloc(3), 'id', secret)).toBeNull();
  });
});
