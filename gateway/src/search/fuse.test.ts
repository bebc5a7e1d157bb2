import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { METHODS, fuse } from './fuse.ts';
import type { Fused, Method, Ranking } from './fuse.ts';

const EQUAL = { bm25: 0.4, vector: 0.4, graph: 0.2 };
const scoresOf = (fused: readonly Fused[]): Record<string, number> =>
  Object.fromEntries(fused.map(({ id, score }) => [id, score]));

/** The definition, item by item and method by method. @see DECISIONS.md "Search" (RRF) */
function slowReference(
  rankings: Partial<Record<Method, Ranking>>,
  weights: Record<Method, number>,
  k: number,
): Record<string, number> {
  const ran = METHODS.filter((method) => rankings[method] !== undefined);
  const best = ran.reduce((sum, method) => sum + weights[method] / (k + 1), 0);
  const ids = new Set(ran.flatMap((method) => [...rankings[method]!]));
  return Object.fromEntries(
    [...ids].map((id) => {
      const score = ran.reduce((sum, method) => {
        const index = rankings[method]!.indexOf(id);
        return index === -1 ? sum : sum + weights[method] / (k + index + 1);
      }, 0);
      return [id, best === 0 ? 0 : score / best];
    }),
  );
}

describe('weighted Reciprocal Rank Fusion', () => {
  test('an item that is first in every arm scores 1', () => {
    const fused = fuse({ bm25: ['a', 'b'], vector: ['a'], graph: ['a', 'b'] }, EQUAL, 60);
    expect(scoresOf(fused)['a']).toBe(1);
    expect(fused[0]!.ranks).toEqual({ bm25: 1, vector: 1, graph: 1 });
  });

  test('the sum over methods of weight / (rrf_k + rank), divided by the best possible value', () => {
    const { b } = scoresOf(
      fuse({ bm25: ['a', 'b'], vector: ['b'] }, { bm25: 0.6, vector: 0.4, graph: 0 }, 10),
    );
    expect(b).toBeCloseTo((0.6 / 12 + 0.4 / 11) / (1 / 11), 12);
  });

  test('an arm that did not run neither adds nor takes away', () => {
    expect(scoresOf(fuse({ bm25: ['a'] }, EQUAL, 60))).toEqual({ a: 1 });
  });

  test('an arm that found nothing takes its share away', () => {
    expect(scoresOf(fuse({ bm25: ['a'], vector: [] }, EQUAL, 60))['a']).toBeCloseTo(0.5, 12);
  });

  test('a low rrf_k favours top ranks', () => {
    const rankings = { bm25: ['a', 'x', 'y', 'b'], vector: ['b', 'x', 'y', 'z', 'a'] };
    const weights = { bm25: 0.5, vector: 0.5, graph: 0 };
    const ratio = (k: number): number => {
      const scores = scoresOf(fuse(rankings, weights, k));
      return scores['x']! / scores['b']!;
    };
    expect(ratio(100)).toBeGreaterThan(ratio(1));
  });

  test('the same ranks in another order of arms are a tie', () => {
    const weights = { bm25: 1 / 3, vector: 1 / 3, graph: 1 / 3 };
    const rankings = { bm25: ['a', 'b', 'c'], vector: ['b', 'c', 'a'], graph: ['c', 'a', 'b'] };
    for (let k = 1; k <= 100; k++) {
      const { a, b, c } = scoresOf(fuse(rankings, weights, k));
      expect([b, c]).toEqual([a, a]);
    }
  });

  test('nothing in, nothing out', () => {
    expect(fuse({}, EQUAL, 60)).toEqual([]);
    expect(fuse({ bm25: [], vector: [], graph: [] }, EQUAL, 60)).toEqual([]);
  });

  test('agrees with the definition on any rankings, weights and rrf_k; scores lie in 0..1', async () => {
    const ranking = fc.option(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 50 }),
      { nil: undefined },
    );
    const weight = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1, noNaN: true }));
    await assertProperty(
      fc.property(
        fc.record({ bm25: ranking, vector: ranking, graph: ranking }),
        fc.record({ bm25: weight, vector: weight, graph: weight }),
        fc.integer({ min: 1, max: 100 }),
        (given, weights, k) => {
          const rankings = Object.fromEntries(
            Object.entries(given).filter(([, list]) => list !== undefined),
          ) as Partial<Record<Method, Ranking>>;
          const fused = fuse(rankings, weights, k);
          const expected = slowReference(rankings, weights, k);
          expect(fused.map(({ id }) => id).sort()).toEqual(Object.keys(expected).sort());
          for (const { id, score, ranks } of fused) {
            expect(score).toBeCloseTo(expected[id]!, 9);
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
            for (const method of METHODS) {
              const index = rankings[method]?.indexOf(id) ?? -1;
              expect(ranks[method]).toBe(index === -1 ? undefined : index + 1);
            }
          }
        },
      ),
      { runs: 1_000 },
    );
  });
});
