import { describe, expect, test } from '@jest/globals';
import { guardJson } from './json-guard.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
const refused = (code: string) => expect.objectContaining({ code });

describe('guardJson', () => {
  test.each([
    ['a NUL in a text', { a: 'x\u0000' }, 'a'],
    ['a lone surrogate in a list', { a: [{ b: '\udc00' }] }, 'a.0.b'],
    ['a NUL in a key', { a: { 'k\u0000': 1 } }, 'a'],
    ['a lone surrogate in a key of the root', { '\ud800': 1 }, 'body'],
    ['a number that JSON cannot carry back', { a: JSON.parse('1e999') as number }, 'a'],
    ['a text alone', 'x\u0000', 'body'],
  ])('%s: VAL_FIELD_INVALID that names its place', (_what, value, field) => {
    expect(() => guardJson(value)).toThrow(refused('VAL_FIELD_INVALID'));
    expect(() => guardJson(value)).toThrow(
      expect.objectContaining({ fieldErrors: { [field]: expect.any(Array) } }),
    );
  });

  test('64 levels are possible, 65 are not, and a million do not exhaust the stack', () => {
    expect(() => guardJson(nested(64))).not.toThrow();
    expect(() => guardJson(nested(65))).toThrow(refused('VAL_VALIDATION_FAILED'));
    let deep: unknown = [];
    for (let i = 0; i < 1_000_000; i++) deep = [deep];
    expect(() => guardJson(deep)).toThrow(refused('VAL_VALIDATION_FAILED'));
  });

  test('rejects more than 100,000 values, nested ones included', () => {
    const half = Array<number>(49_999).fill(1);
    expect(() => guardJson([half, half])).not.toThrow();
    expect(() => guardJson([half, half, 1])).toThrow(refused('VAL_VALIDATION_FAILED'));
  });

  test('shortens the name of a field that the caller chose', () => {
    const check = () => guardJson({ ['k'.repeat(1_000_000)]: 'x\u0000' });
    expect(check).toThrow(refused('VAL_FIELD_INVALID'));
    expect(check).toThrow(
      expect.objectContaining({ fieldErrors: { [`${'k'.repeat(199)}…`]: [expect.any(String)] } }),
    );
  });

  test('ordinary values pass, whole surrogate pairs and all numbers of JSON included', () => {
    expect(() => guardJson({ a: '😀', b: [null, true, -0, 1.7e308, 5e-324], '😀': {} })).not.toThrow();
    expect(() => guardJson(undefined)).not.toThrow();
  });
});
