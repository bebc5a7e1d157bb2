import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sortPositions } from './sort-positions.ts';

const allPositions = (length: number): Uint32Array => Uint32Array.from({ length }, (_, position) => position);

const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 });
const scoreLists = fc.oneof(
  // Few distinct scores, so that many are equal.
  fc.array(fc.integer({ min: -3, max: 20 }), { maxLength: 200 }),
  fc.array(fc.double({ noNaN: true }), { maxLength: 200 }).map((scores) => scores.sort((a, b) => b - a)),
  // Evenly distributed scores are sorted by buckets, and scores of which most are nearly equal by merging.
  fractions,
  fractions.map((scores) => scores.map((score) => score ** 40)),
  fc.array(fc.constantFrom(-Infinity, -Number.MAX_VALUE, -0, 0, Number.MIN_VALUE, Infinity), {
    maxLength: 50,
  }),
);

describe('sortPositions', () => {
  test('sorts like a stable sort with a compare function', () => {
    // eslint-disable-next-line no-restricted-properties -- @loci/testing depends on @loci/core
    fc.assert(
      fc.property(scoreLists, (list) => {
        const scores = Float64Array.from(list);
        const expected = [...allPositions(list.length)].sort((a, b) => scores[b]! - scores[a]! || 0);
        expect([...sortPositions(allPositions(list.length), scores)]).toEqual(expected);
      }),
      { seed: 12, numRuns: 500, endOnFailure: true },
    );
  });

  test('orders equal scores by the given comparison', () => {
    // eslint-disable-next-line no-restricted-properties -- @loci/testing depends on @loci/core
    fc.assert(
      fc.property(scoreLists, (list) => {
        const scores = Float64Array.from(list);
        const descending = (a: number, b: number): number => b - a;
        const expected = [...allPositions(list.length)].sort(
          (a, b) => scores[b]! - scores[a]! || descending(a, b),
        );
        expect([...sortPositions(allPositions(list.length), scores, descending)]).toEqual(expected);
      }),
      { seed: 12, numRuns: 500, endOnFailure: true },
    );
  });

  test('sorts only the given positions, in place', () => {
    const positions = Uint32Array.of(3, 0, 2);
    expect(sortPositions(positions, Float64Array.of(1, 9, 5, 2))).toBe(positions);
    expect([...positions]).toEqual([2, 3, 0]);
  });
});
