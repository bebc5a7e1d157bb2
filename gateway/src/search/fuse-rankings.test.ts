import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { fuseRankings as fusePositions } from './fuse-rankings.ts';
import { RETRIEVERS } from './retriever.ts';
import type { Retriever } from './retriever.ts';

/** Item ids of one retriever, best first. */
type Ranking = readonly string[];

interface FusedItem {
  id: string;
  score: number;
  ranks: Partial<Record<Retriever, number>>;
}

/** Fuses rankings of ids. */
function fuseRankings(
  rankings: Partial<Record<Retriever, Ranking>>,
  weights: Record<Retriever, number>,
  k: number,
): FusedItem[] {
  const ids = [...new Set(Object.values(rankings).flat())];
  const positions = Object.fromEntries(
    Object.entries(rankings).map(([retriever, ranking]) => [retriever, ranking.map((id) => ids.indexOf(id))]),
  );
  const { scores, ranks } = fusePositions(positions, weights, k, ids.length);
  return ids.map((id, position) => ({
    id,
    score: scores[position]!,
    ranks: Object.fromEntries(
      RETRIEVERS.filter((retriever) => ranks[retriever][position]! > 0).map((retriever) => [
        retriever,
        ranks[retriever][position]!,
      ]),
    ),
  }));
}

const EQUAL = { keyword: 0.4, vector: 0.4, graph: 0.2 };
const scoresOf = (fused: readonly FusedItem[]): Record<string, number> =>
  Object.fromEntries(fused.map(({ id, score }) => [id, score]));

/** Direct implementation of the documented formula. @see docs/reference/search.md#reciprocal-rank-fusion */
function referenceFusion(
  rankings: Partial<Record<Retriever, Ranking>>,
  weights: Record<Retriever, number>,
  k: number,
): Record<string, number> {
  const ran = RETRIEVERS.filter((retriever) => rankings[retriever] !== undefined);
  const best = ran.reduce((sum, retriever) => sum + weights[retriever] / (k + 1), 0);
  const ids = new Set(ran.flatMap((retriever) => [...rankings[retriever]!]));
  return Object.fromEntries(
    [...ids].map((id) => {
      const score = ran.reduce((sum, retriever) => {
        const index = rankings[retriever]!.indexOf(id);
        return index === -1 ? sum : sum + weights[retriever] / (k + index + 1);
      }, 0);
      return [id, best === 0 ? 0 : score / best];
    }),
  );
}

describe('fuseRankings', () => {
  test('gives the score 1 to an item that every retriever ranks first', () => {
    const fused = fuseRankings({ keyword: ['a', 'b'], vector: ['a'], graph: ['a', 'b'] }, EQUAL, 60);
    expect(scoresOf(fused)['a']).toBe(1);
    expect(fused[0]!.ranks).toEqual({ keyword: 1, vector: 1, graph: 1 });
  });

  test('divides the sum of weight / (k + rank) by the best possible sum', () => {
    const { b } = scoresOf(
      fuseRankings({ keyword: ['a', 'b'], vector: ['b'] }, { keyword: 0.6, vector: 0.4, graph: 0 }, 10),
    );
    expect(b).toBeCloseTo((0.6 / 12 + 0.4 / 11) / (1 / 11), 12);
  });

  test('ignores a retriever that did not run', () => {
    expect(scoresOf(fuseRankings({ keyword: ['a'] }, EQUAL, 60))).toEqual({ a: 1 });
  });

  test('lowers the scores if a retriever ran and found nothing', () => {
    expect(scoresOf(fuseRankings({ keyword: ['a'], vector: [] }, EQUAL, 60))['a']).toBeCloseTo(0.5, 12);
  });

  test('favors top ranks more with a low k than with a high k', () => {
    const rankings = { keyword: ['a', 'x', 'y', 'b'], vector: ['b', 'x', 'y', 'z', 'a'] };
    const weights = { keyword: 0.5, vector: 0.5, graph: 0 };
    const ratio = (k: number): number => {
      const scores = scoresOf(fuseRankings(rankings, weights, k));
      return scores['x']! / scores['b']!;
    };
    expect(ratio(100)).toBeGreaterThan(ratio(1));
  });

  test('gives equal scores to items with the same ranks in different retrievers', () => {
    const weights = { keyword: 1 / 3, vector: 1 / 3, graph: 1 / 3 };
    const rankings = { keyword: ['a', 'b', 'c'], vector: ['b', 'c', 'a'], graph: ['c', 'a', 'b'] };
    for (let k = 1; k <= 100; k++) {
      const { a, b, c } = scoresOf(fuseRankings(rankings, weights, k));
      expect([b, c]).toEqual([a, a]);
    }
  });

  test('returns no items if the rankings are missing or empty', () => {
    expect(fuseRankings({}, EQUAL, 60)).toEqual([]);
    expect(fuseRankings({ keyword: [], vector: [], graph: [] }, EQUAL, 60)).toEqual([]);
  });

  test('equals the reference implementation for any rankings, weights and k, with scores from 0 to 1', async () => {
    const ranking = fc.option(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 50 }),
      { nil: undefined },
    );
    const weight = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1, noNaN: true }));
    await assertProperty(
      fc.property(
        fc.record({ keyword: ranking, vector: ranking, graph: ranking }),
        fc.record({ keyword: weight, vector: weight, graph: weight }),
        fc.integer({ min: 1, max: 100 }),
        (given, weights, k) => {
          const rankings = Object.fromEntries(
            Object.entries(given).filter(([, list]) => list !== undefined),
          ) as Partial<Record<Retriever, Ranking>>;
          const fused = fuseRankings(rankings, weights, k);
          const expected = referenceFusion(rankings, weights, k);
          expect(fused.map(({ id }) => id).sort()).toEqual(Object.keys(expected).sort());
          for (const { id, score, ranks } of fused) {
            expect(score).toBeCloseTo(expected[id]!, 9);
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
            for (const retriever of RETRIEVERS) {
              const index = rankings[retriever]?.indexOf(id) ?? -1;
              expect(ranks[retriever]).toBe(index === -1 ? undefined : index + 1);
            }
          }
        },
      ),
      { runs: 1_000 },
    );
  });
});
