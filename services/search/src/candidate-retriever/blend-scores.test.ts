import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { blendScores as blendColumns } from './blend-scores.ts';
import type { BlendOptions } from './blend-scores.ts';
import type { ConversationNeighbor } from './find-conversation-neighbors.ts';

interface Item {
  id: string;
  keywordScore: number | null;
  vectorScore: number | null;
}

interface BlendedItem {
  id: string;
  keywordRankScore: number | null;
  vectorRankScore: number | null;
  blended: number;
}

/** Blends the scores of candidates that are given as objects. */
function blendScores(
  items: readonly Item[],
  neighbors: readonly ConversationNeighbor[],
  options: BlendOptions = {},
): BlendedItem[] {
  const positionOf = (id: string): number => items.findIndex((each) => each.id === id);
  const pairs = neighbors.filter(
    ({ id, neighborId }) => positionOf(id) !== -1 && positionOf(neighborId) !== -1,
  );
  const { keywordRank, vectorRank, blended } = blendColumns(
    {
      keyword: Float64Array.from(items, ({ keywordScore }) => keywordScore ?? NaN),
      vector: Float64Array.from(items, ({ vectorScore }) => vectorScore ?? NaN),
    },
    {
      own: pairs.map(({ id }) => positionOf(id)),
      neighbor: pairs.map(({ neighborId }) => positionOf(neighborId)),
      distance: pairs.map(({ distance }) => distance),
    },
    options,
  );
  const orNull = (score: number): number | null => (Number.isNaN(score) ? null : score);
  return items.map(({ id }, i) => ({
    id,
    keywordRankScore: orNull(keywordRank[i]!),
    vectorRankScore: orNull(vectorRank[i]!),
    blended: blended[i]!,
  }));
}

const item = (id: string, keywordScore: number | null, vectorScore: number | null): Item => ({
  id,
  keywordScore,
  vectorScore,
});

const byId = (blended: BlendedItem[]): Record<string, BlendedItem> =>
  Object.fromEntries(blended.map((entry) => [entry.id, entry]));

const bothDirections = (a: string, b: string, distance: 1 | 2): ConversationNeighbor[] => [
  { id: a, neighborId: b, distance },
  { id: b, neighborId: a, distance },
];

describe('blendScores', () => {
  test('returns an empty list for no candidates', () => {
    expect(blendScores([], [])).toEqual([]);
  });

  test('gives the item with the best keyword and vector scores the blended score 1', () => {
    const { a, b, c } = byId(blendScores([item('a', 8, 0.9), item('b', 2, 0.5), item('c', null, 0.1)], []));
    expect(a!.blended).toBe(1);
    expect(a!.blended).toBeGreaterThan(b!.blended);
    expect(b!.blended).toBeGreaterThan(c!.blended);
    expect(c!.blended).toBe(0);
  });

  test('gives an item no rank score for a retriever that has no score for the item', () => {
    const { a, b } = byId(blendScores([item('a', null, 0.4), item('b', 3, null)], []));
    expect(a!.keywordRankScore).toBeNull();
    expect(b!.vectorRankScore).toBeNull();
    expect(b!.keywordRankScore).not.toBeNull();
  });

  test('ranks items with nearly equal scores in one retriever by the blended score', () => {
    const { a, b } = byId(blendScores([item('a', 10, 0.1), item('b', 9.9, 0.9)], []));
    expect(b!.keywordRankScore).toBeGreaterThan(a!.keywordRankScore!);
  });

  describe('for an item with less than 1 % of the best keyword score', () => {
    test('does not rank the item by keyword if vector scores exist', () => {
      const { b } = byId(blendScores([item('a', 8, 0.5), item('b', 1e-6, 0.4)], []));
      expect(b!.keywordRankScore).toBeNull();
    });

    test('ranks the item by keyword if no vector scores exist', () => {
      const { b } = byId(blendScores([item('a', 8, null), item('b', 1e-6, null)], []));
      expect(b!.keywordRankScore).toBeGreaterThan(0);
    });
  });

  test('ranks items by very small keyword scores if no candidate has a larger keyword score', () => {
    const { b } = byId(blendScores([item('a', 2e-6, 0.5), item('b', 1e-6, 0.4)], []));
    expect(b!.keywordRankScore).not.toBeNull();
  });

  test('adds a share of a keyword score to conversation neighbors, which is smaller at distance 2 than at distance 1', () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => item(id, id === 'a' ? 4 : null, null));
    const neighbors = [...bothDirections('a', 'b', 1), ...bothDirections('a', 'c', 2)];
    const { a, b, c, d } = byId(blendScores(items, neighbors));
    expect(a!.keywordRankScore).toBeGreaterThan(b!.keywordRankScore!);
    expect(b!.keywordRankScore).toBeGreaterThan(c!.keywordRankScore!);
    expect(c!.keywordRankScore).toBeGreaterThan(0);
    expect(d!.keywordRankScore).toBeNull();
  });

  test('does not raise the scaled vector score of an item because of neighbors with equal scores', () => {
    const equal = ['a', 'b', 'c', 'd'].map((id) => item(id, null, 0.3));
    const neighbors = [...bothDirections('a', 'b', 1), ...bothDirections('b', 'c', 1)];
    const { a, d } = byId(blendScores([...equal, item('z', null, 0)], neighbors));
    expect(a!.vectorRankScore! - a!.blended).toBeCloseTo(d!.vectorRankScore! - d!.blended, 12);
  });

  test('gives all items the blended score 1 if their vector scores are equal', () => {
    for (const { blended } of blendScores([item('a', null, 0.4), item('b', null, 0.4)], []))
      expect(blended).toBe(1);
  });

  describe('for a query that the embedding model knows only in part', () => {
    const items = [item('a', 10, 0), item('b', 4, 0.9), item('c', null, 0.5)];
    const blendedOf = (knownShare: number | undefined): number[] =>
      blendScores(items, [], { knownShare }).map(({ blended }) => blended);

    test('blends only the keyword scores if the model knows no word', () => {
      expect(blendedOf(0)).toEqual([1, 0.4, 0]);
    });

    test('gives vector scores half of their weight at a known share of .1', () => {
      // 0.8 × keyword score + 0.2 × vector score, divided by the highest sum.
      const [a, b, c] = blendedOf(0.1);
      expect(a).toBe(1);
      expect(b).toBeCloseTo((0.8 * 0.4 + 0.2) / 0.8, 12);
      expect(c).toBeCloseTo((0.2 * (5 / 9)) / 0.8, 12);
    });

    test('gives vector scores their full weight from a known share of .2, and if the share is unknown', () => {
      const full = blendedOf(1);
      expect(full[1]).toBe(1);
      for (const share of [0.2, 0.5, undefined]) expect(blendedOf(share)).toEqual(full);
      expect(blendedOf(0.19)).not.toEqual(full);
    });

    test('blends only the vector scores if no item has a keyword score', () => {
      const found = blendScores([item('a', null, 0.2), item('b', null, 0.8)], [], { knownShare: 0 });
      expect(found.map(({ blended }) => blended)).toEqual([0, 1]);
    });

    test('ranks by keyword in the order of the keyword scores if the model knows no word', async () => {
      await assertProperty(
        fc.property(candidates, (some) => {
          const ranked = blendScores(some, [], { knownShare: 0 }).flatMap(({ keywordRankScore }, i) =>
            keywordRankScore === null ? [] : [{ keywordRankScore, score: some[i]!.keywordScore! }],
          );
          for (const a of ranked)
            for (const b of ranked)
              if (a.score > b.score) expect(a.keywordRankScore).toBeGreaterThanOrEqual(b.keywordRankScore);
        }),
        { runs: 300 },
      );
    });
  });

  const score = fc.option(fc.double({ min: 0, max: 50, noNaN: true }));
  const candidates = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 40 }).map(String),
      keywordScore: score,
      vectorScore: score,
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  const pair = fc.tuple(
    fc.integer({ min: 0, max: 45 }),
    fc.integer({ min: 0, max: 45 }),
    fc.constantFrom(1 as const, 2 as const),
  );
  const neighborPairs = fc
    .array(pair, { maxLength: 40 })
    .map((pairs) => pairs.flatMap(([a, b, distance]) => bothDirections(`${a}`, `${b}`, distance)));

  test('returns blended scores in 0..1 and rank scores in 0..2 for any candidates and neighbors', async () => {
    await assertProperty(
      fc.property(candidates, neighborPairs, (items, neighbors) => {
        const blended = blendScores(items, neighbors);
        expect(blended.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
        for (const entry of blended) {
          expect(entry.blended).toBeGreaterThanOrEqual(0);
          expect(entry.blended).toBeLessThanOrEqual(1);
          for (const rankScore of [entry.keywordRankScore, entry.vectorRankScore]) {
            if (rankScore === null) continue;
            expect(rankScore).toBeGreaterThanOrEqual(0);
            expect(rankScore).toBeLessThanOrEqual(2);
          }
        }
      }),
      { runs: 1_000 },
    );
  });

  test('returns the same blended scores if all keyword scores are multiplied by a constant', async () => {
    await assertProperty(
      fc.property(candidates, neighborPairs, (items, neighbors) => {
        const scaled = items.map((entry) => ({
          ...entry,
          keywordScore: entry.keywordScore === null ? null : entry.keywordScore * 8,
        }));
        const before = blendScores(items, neighbors);
        blendScores(scaled, neighbors).forEach((entry, i) =>
          expect(entry.blended).toBeCloseTo(before[i]!.blended, 9),
        );
      }),
      { runs: 1_000 },
    );
  });
});
