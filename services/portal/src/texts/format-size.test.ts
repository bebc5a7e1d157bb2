import { describe, expect, test } from '@jest/globals';
import { formatSize } from './format-size.ts';

describe('formatSize', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [48_213, '48 kB'],
    [20_971_520, '21 MB'],
    [1_550_000_000, '1.6 GB'],
  ])('formats %d bytes as %s', (bytes, expected) => {
    expect(formatSize(bytes, 'en')).toBe(expected);
  });

  test('uses the number format of the language', () => {
    expect(formatSize(1_550_000, 'de')).toBe('1,6 MB');
  });
});
