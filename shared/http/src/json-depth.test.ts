import { describe, expect, test } from '@jest/globals';
import { exceedsJsonDepth } from './json-depth.ts';

const exceeds = (json: string): boolean => exceedsJsonDepth(Buffer.from(json));

describe('exceedsJsonDepth', () => {
  test.each([
    ['64 arrays', '['.repeat(64) + ']'.repeat(64)],
    ['64 objects with a value', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`],
    ['1,000 arrays next to each other', `[${Array<string>(1_000).fill('[]').join(',')}]`],
    ['100 opening brackets in a string', JSON.stringify({ a: '[{'.repeat(100) })],
    ['opening brackets after an escaped quotation mark', JSON.stringify(['"' + '['.repeat(100)])],
    ['opening brackets after a character of four bytes', JSON.stringify('😀' + '{'.repeat(100))],
    ['an empty text', ''],
  ])('returns false for %s', (_text, json) => {
    expect(exceeds(json)).toBe(false);
  });

  test.each([
    ['65 arrays', '['.repeat(65) + ']'.repeat(65)],
    ['65 objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['65 arrays without their ends', '['.repeat(65)],
    ['65 arrays after a string that ends with a backslash', `["\\\\",${'['.repeat(64)}`],
    ['65 arrays after a string with an escaped quotation mark', `["\\"",${'['.repeat(64)}`],
    ['65 levels of alternating arrays and objects', '[{"a":'.repeat(32) + '['],
  ])('returns true for %s', (_text, json) => {
    expect(exceeds(json)).toBe(true);
  });
});
