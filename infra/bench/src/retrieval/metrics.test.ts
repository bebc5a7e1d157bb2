import { describe, expect, test } from '@jest/globals';
import { distinctAt, mean, ndcgAt, recallAt, reciprocalRank } from './metrics.ts';

describe('recallAt', () => {
  test('returns the share of relevant ids among the first k', () => {
    const relevant = new Set(['a', 'b', 'c', 'd']);
    expect(recallAt(['x', 'a', 'y', 'b'], relevant, 3)).toBe(0.25);
    expect(recallAt(['x', 'a', 'y', 'b'], relevant, 10)).toBe(0.5);
    expect(recallAt([], relevant, 10)).toBe(0);
  });

  test('counts a repeated result once', () => {
    expect(recallAt(['a', 'a'], new Set(['a', 'b']), 2)).toBe(0.5);
  });
});

describe('reciprocalRank', () => {
  test('uses the rank of the first relevant result', () => {
    expect(reciprocalRank(['x', 'y', 'a', 'b'], new Set(['b', 'a']))).toBeCloseTo(1 / 3);
    expect(reciprocalRank(['x'], new Set(['a']))).toBe(0);
  });
});

describe('ndcgAt', () => {
  const grades = new Map([
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ]);

  test('is 1 only for the ideal order', () => {
    expect(ndcgAt(['a', 'b', 'c'], grades, 10)).toBeCloseTo(1, 12);
    expect(ndcgAt(['b', 'a', 'c'], grades, 10)).toBeLessThan(1);
  });

  test('discounts gains by the logarithm of the rank', () => {
    const best = 3 / Math.log2(2) + 2 / Math.log2(3) + 1 / Math.log2(4);
    expect(ndcgAt(['x', 'a'], grades, 10)).toBeCloseTo(3 / Math.log2(3) / best, 12);
  });

  test('normalizes by the ideal order of k results', () => {
    expect(ndcgAt(['a'], grades, 1)).toBeCloseTo(1, 12);
    expect(ndcgAt(['x', 'a'], grades, 1)).toBe(0);
  });

  test('counts the gain of a repeated result once', () => {
    expect(ndcgAt(['a', 'a', 'a'], grades, 3)).toBeLessThan(ndcgAt(['a', 'c'], grades, 3));
  });
});

test('distinctAt returns the share of different ids among the first k', () => {
  expect(distinctAt(['a', 'b', 'a', 'a', 'c'], 4)).toBe(0.5);
  expect(distinctAt(['a', 'b'], 10)).toBe(1);
  expect(distinctAt([], 10)).toBe(0);
});

test('mean returns 0 for no values', () => {
  expect(mean([])).toBe(0);
  expect(mean([1, 2, 6])).toBe(3);
});
