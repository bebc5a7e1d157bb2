import { describe, expect, test } from '@jest/globals';
import { matchesEtag, parseEtagCondition, requireEtag } from './etag.ts';

const MEMORY = { type: 'memory', id: 'a', etag: '"2-x"' };

describe('parseEtagCondition', () => {
  test.each([
    ['*', 'any'],
    [' * ', 'any'],
    ['"1-x"', new Set(['"1-x"'])],
    ['W/"1-x"', new Set(['"1-x"'])],
    ['"1-x","2-x" ,\tW/"3,x"', new Set(['"1-x"', '"2-x"', '"3,x"'])],
    ['""', new Set(['""'])],
  ])('parses %j', (value, expected) => {
    expect(parseEtagCondition('if-match', value)).toEqual(expected);
  });

  test.each(['', '1-x', '"1-x', '"1-x" "2-x"', '"1-x",', '*, "1-x"', 'w/"1-x"', '"a b"'])(
    'throws VAL_FIELD_INVALID for %j',
    (value) => {
      expect(() => parseEtagCondition('if-match', value)).toThrow(
        expect.objectContaining({
          code: 'VAL_FIELD_INVALID',
          fieldErrors: {
            'if-match': ['The header if-match must be * or a comma-separated list of quoted ETags.'],
          },
        }),
      );
    },
  );
});

test('matchesEtag returns true only for a listed ETag and for *', () => {
  expect(
    [new Set(['"1-x"', '"2-x"']), new Set(['"1-x"']), 'any' as const].map((condition) =>
      matchesEtag(condition, '"2-x"'),
    ),
  ).toEqual([true, false, true]);
});

describe('requireEtag', () => {
  test.each([null, 'any' as const, new Set(['"1-x"', '"2-x"'])])('accepts the condition %j', (condition) => {
    expect(() => requireEtag(condition, MEMORY)).not.toThrow();
  });

  test('throws RES_PRECONDITION_FAILED with the current ETag for another ETag', () => {
    expect(() => requireEtag(new Set(['"1-x"']), MEMORY)).toThrow(
      expect.objectContaining({
        code: 'RES_PRECONDITION_FAILED',
        details: { resource_type: 'memory', resource_id: 'a', etag: '"2-x"' },
      }),
    );
  });
});
