import { expect, test } from '@jest/globals';
import { hashTerm } from './term-hash.ts';

test.each([
  ['', { low: 279781504, high: 8241883 }],
  ['a', { low: 2139318522, high: 2007477 }],
  ['needle', { low: 2735292585, high: 10055491 }],
  ['東京', { low: 3399450504, high: 8861204 }],
])('the hash of the term "%s" has the value that existing tenant files contain', (term, hash) => {
  expect(hashTerm(term)).toEqual(hash);
});
