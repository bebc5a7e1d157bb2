import { describe, expect, test } from '@jest/globals';
import { markTerms, queryTerms, splitAtTerms } from './query-terms.ts';

describe('queryTerms', () => {
  test('returns the distinct words of a query without single letters', () => {
    expect(queryTerms('Tea, TEA & a Größe?')).toEqual(['tea', 'größe']);
  });

  test('returns at most 20 words', () => {
    expect(queryTerms(Array.from({ length: 50 }, (_, i) => `word${i}`).join(' '))).toHaveLength(20);
  });
});

describe('splitAtTerms', () => {
  test('marks words that begin with a term in any letter case', () => {
    expect(splitAtTerms('Teas, not steam.', ['tea'])).toEqual([
      { text: 'Teas', isMatch: true },
      { text: ', not steam.', isMatch: false },
    ]);
  });
});

describe('markTerms', () => {
  test('escapes the text inside and outside of marks', () => {
    expect(markTerms('<b>tea</b>', ['tea', 'b']).text).toBe(
      '&lt;<mark>b</mark>&gt;<mark>tea</mark>&lt;/<mark>b</mark>&gt;',
    );
  });
});
