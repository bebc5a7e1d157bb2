import { describe, expect, test } from '@jest/globals';
import { DEFAULT_MIN_RELEVANCE } from '@loci/contracts';
import { RELEVANCE_MODEL } from './relevance-model.ts';
import { estimateRelevance } from './relevance.ts';

const relevance = (coverage: number, similarity: number, rankScore: number, candidates = 200): number =>
  estimateRelevance(
    { coverage, similarity, candidates },
    { coverage, similarity, rankScore, turnScore: null },
  );
const turnRelevance = (coverage: number, similarity: number, turnScore: number, candidates = 200): number =>
  estimateRelevance(
    { coverage, similarity, candidates },
    { coverage, similarity, rankScore: 0.5, turnScore },
  );
/** Score of the model of learned ranking above that of any turn. */
const HIGH_SCORE = 6;

describe('estimateRelevance', () => {
  test('is below the default minimum for the best result of a query without a match', () => {
    for (const candidates of [3, 20, 200, 1_000])
      expect(relevance(0, 0.1, 1, candidates)).toBeLessThan(DEFAULT_MIN_RELEVANCE);
  });

  test('is above the default minimum if the words match, even for a low rank, or only the meaning', () => {
    for (const candidates of [1, 3, 20, 200, 1_000]) {
      expect(relevance(0.67, 0.3, 0.2, candidates)).toBeGreaterThan(DEFAULT_MIN_RELEVANCE);
      expect(relevance(0, 0.6, 0.8, candidates)).toBeGreaterThan(DEFAULT_MIN_RELEVANCE);
    }
  });

  test('increases with each signal', () => {
    expect(relevance(0.6, 0.4, 0.8)).toBeGreaterThan(relevance(0.4, 0.4, 0.8));
    expect(relevance(0.6, 0.5, 0.8)).toBeGreaterThan(relevance(0.6, 0.4, 0.8));
    expect(relevance(0.6, 0.4, 1)).toBeGreaterThan(relevance(0.6, 0.4, 0.8));
  });

  test('is a probability, and at most the highest observed share, which is near an even chance', () => {
    const [, highest] = RELEVANCE_MODEL.itemShares.at(-1)!;
    expect(highest).toBeGreaterThan(0.45);
    expect(highest).toBeLessThan(0.55);
    expect(relevance(1, 0.9, 1)).toBeCloseTo(highest, 3);
    expect(relevance(1, 1, 1, 1)).toBeLessThanOrEqual(highest);
    expect(relevance(0, 0, 0, 0)).toBeGreaterThanOrEqual(0);
  });
});

describe('estimateRelevance of a turn that the model of learned ranking scores', () => {
  test('increases with the score of the model, and can be higher than that of other items', () => {
    expect(turnRelevance(0.6, 0.4, -1)).toBeGreaterThan(turnRelevance(0.6, 0.4, -2));
    const [, highest] = RELEVANCE_MODEL.turnShares.at(-1)!;
    expect(highest).toBeGreaterThan(0.6);
    expect(turnRelevance(1, 0.9, HIGH_SCORE)).toBeCloseTo(highest, 3);
    expect(turnRelevance(1, 0.9, HIGH_SCORE)).toBeGreaterThan(relevance(1, 0.9, 1));
  });

  test('increases with coverage and similarity', () => {
    expect(turnRelevance(0.6, 0.4, 0)).toBeGreaterThan(turnRelevance(0.4, 0.4, 0));
    expect(turnRelevance(0.6, 0.5, 0)).toBeGreaterThan(turnRelevance(0.6, 0.4, 0));
  });

  test('is low for a query without a match, whatever the score', () => {
    for (const candidates of [3, 20, 200, 1_000])
      expect(turnRelevance(0, 0.1, HIGH_SCORE, candidates)).toBeLessThan(0.02);
    expect(turnRelevance(0, 0.1, 0, 200)).toBeLessThan(DEFAULT_MIN_RELEVANCE);
  });
});
