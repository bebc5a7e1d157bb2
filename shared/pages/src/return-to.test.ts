import { describe, expect, test } from '@jest/globals';
import { safeReturnTo } from './return-to.ts';

describe('safeReturnTo', () => {
  test.each(['/', '/memories/1?x=1&y=2', '/keys'])('keeps the portal path %s', (path) => {
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
  ])('replaces %j, which is not a path of the portal, with the start page', (path) => {
    expect(safeReturnTo(path)).toBe('/');
  });
});
