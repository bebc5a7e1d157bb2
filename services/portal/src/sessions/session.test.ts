import { describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { openSealed, seal } from './seal.ts';
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
    const sealed = seal({ a: 1 }, 'id', secret);
    expect(openSealed(sealed, 'id', secret)).toEqual({ a: 1 });
    expect(openSealed(sealed, 'other', secret)).toBeNull();
    expect(openSealed(sealed, 'id', new Secret('other'))).toBeNull();
    sealed[20]! ^= 1;
    expect(openSealed(sealed, 'id', secret)).toBeNull();
    expect(openSealed(Buffer.alloc(3), 'id', secret)).toBeNull();
  });
});
