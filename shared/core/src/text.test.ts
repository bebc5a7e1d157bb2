import { describe, expect, test } from '@jest/globals';
import { codePointLength, firstCodePoints, isStorableText, truncate } from './text.ts';

describe('codePointLength', () => {
  test.each([
    ['a😀b', 3],
    ['', 0],
  ])('of %j is %i', (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });
});

describe('firstCodePoints', () => {
  test('cuts text between surrogate pairs', () => {
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

  test('does not leave half a surrogate pair', () => {
    expect(truncate('ab😀def', 4).isWellFormed()).toBe(true);
  });

  test('returns shorter text unchanged', () => {
    expect(truncate('abcd', 4)).toBe('abcd');
  });
});

describe('isStorableText', () => {
  test.each([
    ['text with a NUL character', false, 'a\u0000'],
    ['a lone surrogate', false, '\ud800'],
    ['a surrogate pair', true, '😀'],
  ])('of %s is %s', (_, expected, text) => {
    expect(isStorableText(text)).toBe(expected);
  });
});
