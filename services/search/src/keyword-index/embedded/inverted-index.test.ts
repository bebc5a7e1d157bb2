import { describe, expect, test } from '@jest/globals';
import { InvertedIndex } from './inverted-index.ts';
import { encodeTermFrequencies } from './term-frequencies.ts';
import { hashTerm } from './term-hash.ts';
import { TermDictionary } from './term-dictionary.ts';

function randomTexts(count: number): string[] {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(next() * 30) }, () => `w${Math.floor(next() ** 3 * 300)}`).join(' '),
  );
}

/** The formula, word by word. */
function slowScore(texts: readonly (string | null)[], query: readonly string[], slot: number): number {
  const live = texts.filter((text) => text !== null).map((text) => text.split(' '));
  const words = texts[slot]!.split(' ');
  const averageLength = live.reduce((sum, other) => sum + other.length, 0) / live.length;
  return query.reduce((sum, term) => {
    const items = live.filter((other) => other.includes(term)).length;
    const count = words.filter((word) => word === term).length;
    const rarity = Math.max(1e-6, Math.log((live.length - items + 0.5) / (items + 0.5)));
    return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / averageLength));
  }, 0);
}

describe('postings', () => {
  test('score as the formula says, also after removals', () => {
    const texts: (string | null)[] = randomTexts(600);
    const postings = new InvertedIndex();
    texts.forEach((text, slot) => postings.add(slot, encodeTermFrequencies(text!), 0));
    const query = ['w0', 'w3', 'w70', 'w299', 'absent'];
    for (const removed of [[], [0, 5, 17, 300, 599], Array.from({ length: 200 }, (_, i) => 2 * i + 20)]) {
      for (const slot of removed) {
        if (texts[slot] !== null) postings.remove(slot, encodeTermFrequencies(texts[slot]!), 0);
        texts[slot] = null;
      }
      const scores = postings.score(query.map(hashTerm), texts.length);
      texts.forEach((text, slot) => {
        if (text !== null) expect(scores[slot]).toBeCloseTo(slowScore(texts, query, slot), 4);
      });
    }
  });

  test('a term table keeps its numbers while it grows', () => {
    const table = new TermDictionary();
    const words = Array.from({ length: 20_000 }, (_, i) => `term ${i}`);
    words.forEach((word, i) => {
      const { low, high } = hashTerm(word);
      expect(table.find(low, high)).toBeUndefined();
      expect(table.getOrAdd(low, high)).toBe(i);
    });
    words.forEach((word, i) => {
      const { low, high } = hashTerm(word);
      expect(table.getOrAdd(low, high)).toBe(i);
    });
  });

  test('term keys are stored, so they never change', () => {
    expect(['', 'a', 'needle', '東京'].map(hashTerm)).toMatchInlineSnapshot(`
     [
       {
         "high": 8241883,
         "low": 279781504,
       },
       {
         "high": 2007477,
         "low": 2139318522,
       },
       {
         "high": 10055491,
         "low": 2735292585,
       },
       {
         "high": 8861204,
         "low": 3399450504,
       },
     ]
    `);
  });
});
