import { expect, test } from '@jest/globals';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_536, '1.5 KiB'],
  [1_048_575, '1,023.9 KiB'],
  [10_737_418_240, '10 GiB'],
  [2 ** 52, '4,096 TiB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('formats bytes in German', () => {
  expect(formatBytes(1_536, 'de')).toBe('1,5 KiB');
  expect(formatBytes(1, 'de')).toBe('1 Byte');
});
