import { describe, expect, test } from '@jest/globals';
import { joinTextRanges } from './join-text-ranges.ts';

const slice = (text: string, start: number, end: number) => ({
  content: Array.from(text).slice(start, end).join(''),
  start,
  end,
});

describe('joinTextRanges', () => {
  test('includes text that two parts share only once', () => {
    const text = 'The quick brown fox 😀 jumps over the lazy dog.';
    expect(joinTextRanges([slice(text, 0, 22), slice(text, 16, 35), slice(text, 30, 46)])).toBe(text);
  });

  test('separates parts by a line break only if text between them is missing', () => {
    const text = 'One.  Two.Three.';
    expect(joinTextRanges([slice(text, 0, 4), slice(text, 6, 10), slice(text, 10, 16)])).toBe(
      'One.\nTwo.Three.',
    );
  });
});
