import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonByteLength, maxJsonByteLength } from './json-size.ts';

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

describe('maxJsonByteLength', () => {
  test('is at least the UTF-8 length of JSON.stringify for any JSON value', () => {
    // eslint-disable-next-line no-restricted-properties -- @loci/testing depends on @loci/core
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(maxJsonByteLength(value)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value)));
      }),
      { seed: 16, numRuns: 500, endOnFailure: true },
    );
  });

  test.each([
    ['control characters', '\u0000\u000b'],
    ['a key of control characters', { '\u0000\u0001': { '\u0002': 1 }, '\u0003': [] }],
    ['lone surrogates', ['\ud800x\udc00', '\udfff']],
    ['the longest numbers', [-1.2345678901234567e-300, -1.2345678901234567e300]],
    ['false and null', [false, null, false]],
    ['undefined entries', [undefined, { a: undefined }]],
    ['an empty list', []],
  ])('is at least the number of bytes of %s', (_name, value) => {
    expect(maxJsonByteLength(value)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value)));
  });
});
