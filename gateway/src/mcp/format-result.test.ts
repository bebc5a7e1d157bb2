import { describe, expect, test } from '@jest/globals';
import { formatResult } from './format-result.ts';

const format = (result: object) => formatResult({}, { success: true, ...result });

describe('formatResult', () => {
  test('keeps all fields of the result itself', () => {
    const result = { success: true, results: [], memory: null, count: 0 };
    expect(JSON.parse(format(result))).toEqual(result);
  });

  test('omits null and empty lists below, and keeps false, zero and empty texts', () => {
    const result = { memory: { a: null, b: [], c: false, d: 0, e: '', f: { g: null, h: [1] } } };
    expect(JSON.parse(format(result))).toMatchObject({ memory: { c: false, d: 0, e: '', f: { h: [1] } } });
    expect(Object.keys(JSON.parse(format(result)).memory as object)).toEqual(['c', 'd', 'e', 'f']);
  });

  test('rounds numbers to four decimals, and keeps null in lists', () => {
    expect(format({ results: [{ score: 0.123456789 }, null], big: 12_345_678 })).toBe(
      '{"success":true,"results":[{"score":0.1235},null],"big":12345678}',
    );
  });

  test('applies toText to a success only', () => {
    const toText = () => ({ short: true });
    expect(formatResult({ toText }, { success: true })).toBe('{"short":true}');
    const failure = { success: false, error: 'x', error_code: 'NOT_FOUND', operation: 'fetch' } as const;
    expect(JSON.parse(formatResult({ toText }, failure))).toEqual(failure);
  });
});
