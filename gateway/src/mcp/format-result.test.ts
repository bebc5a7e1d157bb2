import { describe, expect, test } from '@jest/globals';
import { formatResult } from './format-result.ts';

describe('formatResult', () => {
  test('keeps all fields of the result itself', () => {
    const result = { success: true, results: [], memory: null, count: 0 };
    expect(JSON.parse(formatResult(result))).toEqual(result);
  });

  test('omits null and empty lists below, and keeps false, zero and empty texts', () => {
    const result = { memory: { a: null, b: [], c: false, d: 0, e: '', f: { g: null, h: [1] } } };
    expect(JSON.parse(formatResult(result))).toEqual({ memory: { c: false, d: 0, e: '', f: { h: [1] } } });
  });

  test('rounds numbers to four decimals, and keeps null in lists', () => {
    expect(formatResult({ results: [{ score: 0.123456789 }, null], big: 12_345_678 })).toBe(
      '{"results":[{"score":0.1235},null],"big":12345678}',
    );
  });
});
