import { describe, expect, test } from '@jest/globals';
import { codePointLength, firstCodePoints, isStorableText, truncate } from './text.ts';

describe('codePointLength', () => {
  test.each([
    ['a😀b', 3],
    ['', 0],
  ])('counts the code points of %j as %i', (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });
});

describe('firstCodePoints', () => {
  test('cuts text after the given number of code points, not UTF-16 code units', () => {
    expect(firstCodePoints('😀😀😀', 2)).toBe('😀😀');
  });

  test('returns shorter text unchanged', () => {
    expect(firstCodePoints('abc', 5)).toBe('abc');
  });
});

describe('truncate', () => {
  test('ends shortened text with an ellipsis', () => {
    expect(truncate('abcdef', 4)).toBe('abc…');
  });

  test('does not split a surrogate pair', () => {
    expect(truncate('ab😀def', 4).isWellFormed()).toBe(true);
  });

  test('returns text of the maximum length unchanged', () => {
    expect(truncate('abcd', 4)).toBe('abcd');
  });
});

describe('isStorableText', () => {
  test.each([
    [false, 'text with a NUL character', 'a\u0000'],
    [false, 'a lone surrogate', '\ud800'],
    [true, 'a surrogate pair', '😀'],
  ])('returns %s for %s', (expected, _what, text) => {
    expect(isStorableText(text)).toBe(expected);
  });
});
