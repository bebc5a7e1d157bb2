import { expect, test } from '@jest/globals';
import { TermDictionary } from './term-dictionary.ts';
import { hashTerm } from './term-hash.ts';

test('a term dictionary keeps the ordinals of terms while it grows', () => {
  const dictionary = new TermDictionary();
  const terms = Array.from({ length: 20_000 }, (_, i) => `term ${i}`);
  terms.forEach((term, i) => {
    const { low, high } = hashTerm(term);
    expect(dictionary.find(low, high)).toBeUndefined();
    expect(dictionary.getOrAdd(low, high)).toBe(i);
  });
  terms.forEach((term, i) => {
    const { low, high } = hashTerm(term);
    expect(dictionary.getOrAdd(low, high)).toBe(i);
  });
});
