import { describe, expect, test } from '@jest/globals';
import { OrdinalSet } from '../../embedded-storage/ordinal-set.ts';
import { InvertedIndex } from './inverted-index.ts';
import { encodeTermFrequencies } from './term-frequencies.ts';
import { hashTerm } from './term-hash.ts';

function randomTexts(count: number): string[] {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(next() * 30) }, () => `w${Math.floor(next() ** 3 * 300)}`).join(' '),
  );
}

/** Computes the BM25 score directly from the texts. A removed text is null. */
function referenceScore(
  texts: readonly (string | null)[],
  query: readonly string[],
  ordinal: number,
): number {
  const live = texts.filter((text) => text !== null).map((text) => text.split(' '));
  const words = texts[ordinal]!.split(' ');
  const averageLength = live.reduce((sum, other) => sum + other.length, 0) / live.length;
  return query.reduce((sum, term) => {
    const documentFrequency = live.filter((other) => other.includes(term)).length;
    const termFrequency = words.filter((word) => word === term).length;
    const idf = Math.max(1e-6, Math.log((live.length - documentFrequency + 0.5) / (documentFrequency + 0.5)));
    const lengthRatio = words.length / averageLength;
    return sum + (idf * termFrequency * 2.2) / (termFrequency + 1.2 * (0.25 + 0.75 * lengthRatio));
  }, 0);
}

describe('scores of shared terms', () => {
  const texts = [
    'the violin of Mara',
    'Mara lives in Lisbon',
    'the tram in Lisbon',
    ...Array.from({ length: 97 }, (_, i) => `the note w${i} common`),
  ];
  const rowOf = (text: string, weight: number) => ({ row: encodeTermFrequencies(text), start: 0, weight });
  const openIndex = (): InvertedIndex => {
    const index = new InvertedIndex();
    texts.forEach((text, ordinal) => index.add(ordinal, encodeTermFrequencies(text), 0));
    return index;
  };
  const setOf = (...ordinals: number[]): OrdinalSet => {
    const set = new OrdinalSet();
    set.reset(texts.length);
    for (const ordinal of ordinals) set.add(ordinal);
    return set;
  };
  const all = setOf(...texts.keys());

  test('reward items that share rare terms, but not stop words, frequent terms and terms of one item', () => {
    const scores = openIndex().scoreSharedTerms([rowOf('the violin of Mara common', 1)], all);
    const idf = Math.log((100 - 2 + 0.5) / 2.5);
    expect(scores[1]).toBeCloseTo(idf / Math.log(4), 9);
    expect([...scores].flatMap((score, ordinal) => (score > 0 ? [ordinal] : []))).toEqual([0, 1]);
  });

  test('grow with the weight of the other item and shrink with the number of its terms', () => {
    const index = openIndex();
    const score = (text: string, weight: number): number =>
      index.scoreSharedTerms([rowOf(text, weight)], all)[2]!;
    expect(score('Lisbon', 0.5)).toBeCloseTo(score('Lisbon', 1) / 2, 9);
    expect(score('Lisbon Mara', 1)).toBeCloseTo(score('Lisbon', 1) / 2, 9);
  });

  test('have the positions of the candidates', () => {
    const scores = openIndex().scoreSharedTerms([rowOf('Lisbon', 1)], setOf(2, 5, 1, 0));
    expect([...scores]).toEqual([scores[0], 0, scores[0], 0]);
    expect(scores[0]).toBeGreaterThan(0);
  });

  test('ignore the terms of removed items', () => {
    const index = openIndex();
    index.remove(2, encodeTermFrequencies(texts[2]!), 0);
    expect(index.scoreSharedTerms([rowOf('Lisbon', 1)], all)[1]).toBe(0);
  });
});

describe('inverted index', () => {
  test.each([
    ['without removed items', []],
    ['after a few items were removed', [0, 5, 17, 300, 599]],
    ['after a third of the items was removed', Array.from({ length: 200 }, (_, i) => 2 * i + 20)],
  ])('computes exact BM25 scores %s', (_, removed) => {
    const texts: (string | null)[] = randomTexts(600);
    const index = new InvertedIndex();
    texts.forEach((text, ordinal) => index.add(ordinal, encodeTermFrequencies(text!), 0));
    for (const ordinal of removed) {
      index.remove(ordinal, encodeTermFrequencies(texts[ordinal]!), 0);
      texts[ordinal] = null;
    }
    const query = ['w0', 'w3', 'w70', 'w299', 'absent'];
    const scores = index.score(query.map(hashTerm), texts.length);
    texts.forEach((text, ordinal) => {
      if (text !== null) expect(scores[ordinal]).toBeCloseTo(referenceScore(texts, query, ordinal), 4);
    });
  });
});
