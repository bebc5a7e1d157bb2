import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../texts/random.ts';
import { bootstrapInterval, bootstrapRatioInterval, pairedRandomizationTest } from './resample.ts';

/** Draws 0 or 1 per question. */
const draws = (seed: number, count: number, probability: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => (random() < probability ? 1 : 0));
};

describe('bootstrapInterval', () => {
  test('contains the true mean in about 95 % of the samples', () => {
    let contained = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const [low, high] = bootstrapInterval(draws(seed, 60, 0.6));
      if (low <= 0.6 && 0.6 <= high) contained++;
    }
    expect(contained).toBeGreaterThanOrEqual(17);
  });

  test('narrows with the number of questions', () => {
    const width = (count: number) => {
      const [low, high] = bootstrapInterval(draws(1, count, 0.5));
      return high - low;
    };
    // The standard error of 20 questions is .11.
    expect(width(20)).toBeGreaterThan(0.3);
    expect(width(200)).toBeLessThan(0.2);
  });

  test('is the same for the same values, and a point for constant values', () => {
    const values = draws(1, 50, 0.5);
    expect(bootstrapInterval(values)).toEqual(bootstrapInterval(values));
    expect(bootstrapInterval([0.5, 0.5])).toEqual([0.5, 0.5]);
  });
});

describe('bootstrapRatioInterval', () => {
  test('equals the interval of the mean if all denominators are 1', () => {
    const values = draws(1, 50, 0.5);
    expect(bootstrapRatioInterval(values.map((value) => [value, 1]))).toEqual(bootstrapInterval(values));
  });

  test('counts a pair by its denominator', () => {
    expect(bootstrapRatioInterval([[1, 4]])).toEqual([0.25, 0.25]);
    const [low, high] = bootstrapRatioInterval([
      [9, 9],
      [0, 1],
    ]);
    expect([low, high]).toEqual([0, 1]);
  });

  test('is wider if the results of a question are equal than if they are independent', () => {
    const values = draws(1, 60, 0.5);
    const width = ([low, high]: readonly [number, number]) => high - low;
    const repeated = values.map((value) => [2 * value, 2] as const);
    expect(width(bootstrapRatioInterval(repeated))).toBeGreaterThan(
      1.2 * width(bootstrapInterval([...values, ...values])),
    );
  });
});

describe('pairedRandomizationTest', () => {
  test('detects a small difference that concerns the same questions', () => {
    const before = draws(1, 300, 0.6);
    const after = before.map((value, i) => (i % 20 === 0 ? 1 : value));
    expect(pairedRandomizationTest(before, after)).toBeLessThan(0.05);
    expect(pairedRandomizationTest(after, before)).toBeLessThan(0.05);
  });

  test('does not count differences in both directions', () => {
    expect(pairedRandomizationTest([1, 0, 1, 0], [0, 1, 0, 1])).toBe(1);
    expect(pairedRandomizationTest([1, 0], [1, 0])).toBe(1);
  });

  test('returns the exact probability of few questions approximately', () => {
    // Two of the 16 combinations of signs are as extreme as four improvements.
    expect(pairedRandomizationTest([0, 0, 0, 0], [1, 1, 1, 1])).toBeCloseTo(2 / 16, 1);
  });
});
