import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonByteLength } from './json-size.ts';

describe('jsonByteLength', () => {
  test('equals the UTF-8 length of JSON.stringify for any JSON value', () => {
    // eslint-disable-next-line no-restricted-properties -- @loci/testing depends on @loci/core
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(jsonByteLength(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
      }),
      { seed: 15, numRuns: 500, endOnFailure: true },
    );
  });

  test.each([
    ['control characters and short escapes', '\u0000\b\t\n\u000b\f\r\u001f"\\/'],
    ['lone surrogates', '\ud800x\udc00'],
    ['characters of one to four bytes', 'aé€😀'],
    ['undefined properties', { a: undefined, b: [undefined, 1], c: {} }],
    ['large and negative numbers', [1e20, -0, -1.5e-7]],
  ])('counts the bytes of %s as JSON.stringify writes them', (_name, value) => {
    expect(jsonByteLength(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
  });
});
