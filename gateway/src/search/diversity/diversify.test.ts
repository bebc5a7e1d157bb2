import { describe, expect, test } from '@jest/globals';
import type { RankedItems } from '../rank-results.ts';
import { diversify, MAX_DIVERSIFIED } from './diversify.ts';
import { createProfiler, textSimilarity } from './text-similarity.ts';

/** Ranks texts, whose scores are those of reciprocal rank fusion with one retriever. */
function rankTexts(texts: readonly string[]): RankedItems {
  const itemAt = (rank: number) => ({
    id: String(rank),
    position: rank,
    score: 11 / (11 + rank),
    fusedScore: 11 / (11 + rank),
    recency: 1,
    dateFactor: 1,
    ranks: {},
    learnedRank: null,
    defaultScore: 11 / (11 + rank),
    turnScore: null,
    sum: 0,
    raised: null,
  });
  return {
    length: texts.length,
    bestPossible: 1,
    learned: null,
    item: itemAt,
    find: (id) => (texts[Number(id)] === undefined ? null : { rank: Number(id), item: itemAt(Number(id)) }),
  };
}
function diversifyTexts(texts: readonly string[], diversity: number) {
  const ranked = diversify(rankTexts(texts), (id) => texts[Number(id)], diversity);
  return { ranked, order: texts.map((_, rank) => Number(ranked.item(rank).id)) };
}

const DISTINCT = Array.from({ length: 60 }, (_, i) => `${String.fromCodePoint(0x4e00 + i)} other text`);

describe('diversify', () => {
  test('moves a text that equals a better one behind others, and reports the better one', () => {
    const texts = ['Ada drinks green tea.', 'Ada drinks green tea!', ...DISTINCT];
    const { ranked, order } = diversifyTexts(texts, 0.5);
    expect(order.slice(0, 4)).toEqual([0, 2, 3, 4]);
    expect(ranked.diversifications.get('1')).toEqual({ rank: 2, similarTo: '0', similarity: 1 });
    expect(ranked.diversifications.get('2')).toEqual({ rank: 3, similarTo: null, similarity: 0 });
    expect(ranked.find('1')!.rank).toBe(order.indexOf(1));
    expect(ranked.item(order.indexOf(1)).score).toBe(11 / 12);
  });

  test('keeps the order of texts that are not similar', () => {
    for (const diversity of [0.3, 1])
      expect(diversifyTexts(DISTINCT, diversity).order).toEqual(DISTINCT.map((_, rank) => rank));
  });

  test('removes no item, and keeps the items after the best ones in their places', () => {
    const texts = Array.from({ length: MAX_DIVERSIFIED + 5 }, (_, i) => `The same text ${'!'.repeat(i)}`);
    const { order } = diversifyTexts(texts, 1);
    expect(order.toSorted((a, b) => a - b)).toEqual(texts.map((_, rank) => rank));
    expect(order.slice(MAX_DIVERSIFIED)).toEqual([50, 51, 52, 53, 54]);
  });
});

describe('textSimilarity', () => {
  const similarity = (a: string, b: string): number => {
    const profile = createProfiler();
    return textSimilarity(profile(a), profile(b));
  };

  test.each([
    ['ADA: I bought a violin.', 'Ada, I bought a violin', 1],
    ['我喜欢在早上喝绿茶。', '我喜欢在早上喝绿茶', 1],
    ['Ada lives in Lisbon.', 'Ada lives in London.', 0],
    [
      'The invoice of Ada is 300 euros, and it is due soon.',
      'The invoice of Ada is 400 euros, and it is due soon.',
      0,
    ],
    ['Ada bought a violin.', 'Ada bought a violin, and she takes lessons every week in the old theater.', 0],
    ['', '', 0],
  ])('compares "%s" and "%s"', (a, b, expected) => {
    expect(similarity(a, b)).toBe(expected);
    expect(similarity(b, a)).toBe(expected);
  });

  test('is between 0 and 1 for texts that differ in one of several words', () => {
    const similar = similarity(
      'The weekly meeting of the platform team starts on Monday in room Ada.',
      'The weekly meeting of the platform team starts on Tuesday in room Ada.',
    );
    expect(similar).toBeGreaterThan(0.3);
    expect(similar).toBeLessThan(0.9);
  });
});
