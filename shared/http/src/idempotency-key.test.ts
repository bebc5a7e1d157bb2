import { describe, expect, test } from '@jest/globals';
import { parseIdempotencyKey } from './idempotency-key.ts';

describe('parseIdempotencyKey', () => {
  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['"', '"'],
    ['!~', '!~'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('reads %j as the key %j', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  test.each([
    ['an empty value', ''],
    ['an empty string', '""'],
    ['256 characters', 'x'.repeat(256)],
    ['a space', 'a b'],
    ['a space in quotation marks', '"a b"'],
    ['two values', 'a, b'],
    ['a letter outside of ASCII', 'é'],
    ['a control character', 'a\u007f'],
  ])('rejects %s with VAL_IDEMPOTENCY_KEY_INVALID', (_what, header) => {
    expect(() => parseIdempotencyKey(header)).toThrow(
      expect.objectContaining({ code: 'VAL_IDEMPOTENCY_KEY_INVALID' }),
    );
  });
});
