import { describe, expect, test } from '@jest/globals';
import { canonicalJson } from './canonical-json.ts';

const canonicalize = (json: string): string => canonicalJson(JSON.parse(json));

describe('canonicalJson', () => {
  test.each([
    ['the order of keys', '{"a":1,"b":{"c":2,"d":[3]}}', '{ "b": { "d": [3], "c": 2 }, "a": 1 }'],
    ['the notation of numbers', '[100,0.5]', '[1e2,5.0e-1]'],
    ['escapes in strings', '["é/"]', '["\\u00e9\\/"]'],
  ])('returns the same text for values that differ only in %s', (_what, one, other) => {
    expect(canonicalize(one)).toBe(canonicalize(other));
  });

  test.each([
    ['order of elements', '[1,2]', '[2,1]'],
    ['types', '{"a":1}', '{"a":"1"}'],
    ['presence of null', '{"a":null}', '{}'],
    ['keys', '{"__proto__":1}', '{"__proto__":2}'],
  ])('returns different texts for values with different %s', (_what, one, other) => {
    expect(canonicalize(one)).not.toBe(canonicalize(other));
  });
});
