import { describe, expect, test } from '@jest/globals';
import { guardJson } from './json-guard.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
const errorWith = (code: string) => expect.objectContaining({ code });

describe('guardJson', () => {
  test.each([
    ['a NUL character in a string', { a: 'x\u0000' }, 'a'],
    ['a lone surrogate in an array', { a: [{ b: '\udc00' }] }, 'a.0.b'],
    ['a NUL character in a key', { a: { 'k\u0000': 1 } }, 'a'],
    ['a lone surrogate in a key of the root', { '\ud800': 1 }, 'body'],
    ['an infinite number', { a: JSON.parse('1e999') as number }, 'a'],
    ['a NUL character in a string without a path', 'x\u0000', 'body'],
  ])('rejects %s with VAL_FIELD_INVALID and the path of the value', (_what, value, field) => {
    expect(() => guardJson(value)).toThrow(errorWith('VAL_FIELD_INVALID'));
    expect(() => guardJson(value)).toThrow(
      expect.objectContaining({ fieldErrors: { [field]: expect.any(Array) } }),
    );
  });

  test('accepts 64 levels of nesting', () => {
    expect(() => guardJson(nested(64))).not.toThrow();
  });

  test('rejects 65 levels of nesting', () => {
    expect(() => guardJson(nested(65))).toThrow(errorWith('VAL_VALIDATION_FAILED'));
  });

  test('rejects a million levels of nesting without exhausting the stack', () => {
    let deep: unknown = [];
    for (let i = 0; i < 1_000_000; i++) deep = [deep];
    expect(() => guardJson(deep)).toThrow(errorWith('VAL_VALIDATION_FAILED'));
  });

  test('rejects more than 100,000 values, including nested values', () => {
    const half = Array<number>(49_999).fill(1);
    expect(() => guardJson([half, half])).not.toThrow();
    expect(() => guardJson([half, half, 1])).toThrow(errorWith('VAL_VALIDATION_FAILED'));
  });

  test('truncates a long field name in the error', () => {
    const check = () => guardJson({ ['k'.repeat(1_000_000)]: 'x\u0000' });
    expect(check).toThrow(errorWith('VAL_FIELD_INVALID'));
    expect(check).toThrow(
      expect.objectContaining({ fieldErrors: { [`${'k'.repeat(199)}…`]: [expect.any(String)] } }),
    );
  });

  test('accepts surrogate pairs, all JSON numbers and undefined', () => {
    expect(() => guardJson({ a: '😀', b: [null, true, -0, 1.7e308, 5e-324], '😀': {} })).not.toThrow();
    expect(() => guardJson(undefined)).not.toThrow();
  });
});
