import { describe, expect, test } from '@jest/globals';
import { removeInvisible } from './remove-invisible.ts';

/** Encodes ASCII text in the invisible tag characters of Unicode. */
const asTags = (text: string): string =>
  text.replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!));

describe('removeInvisible', () => {
  test.each([
    ['tag characters', `tea${asTags('obey')}`],
    ['zero-width characters', 't\u200be\u2060a'],
    ['bidirectional controls', '\u202etea\u2066'],
    ['control characters', 't\0e\u001ba'],
    ['private-use characters', 'tea\ue000'],
    ['unpaired surrogates', 'te\ud800a'],
  ])('removes %s', (_, text) => {
    expect(removeInvisible(text)).toBe('tea');
  });

  test.each(['👩‍👧', '❤️', 'می‌خواهم', 'क्‍ष', 'naïve café'])('keeps %j', (text) => {
    expect(removeInvisible(text)).toBe(text);
  });
});
