import { describe, expect, test } from '@jest/globals';
import { codePointLength, firstCodePoints, isStorableText } from './text.ts';

describe('text in code points', () => {
  test('counts an emoji once', () => {
    expect(codePointLength('a😀b')).toBe(3);
    expect(codePointLength('')).toBe(0);
  });

  test('cuts between characters', () => {
    expect(firstCodePoints('😀😀😀', 2)).toBe('😀😀');
    expect(firstCodePoints('abc', 5)).toBe('abc');
  });

  test('names what PostgreSQL cannot store', () => {
    expect(isStorableText('a\u0000')).toBe(false);
    expect(isStorableText('\ud800')).toBe(false);
    expect(isStorableText('😀')).toBe(true);
  });
});
