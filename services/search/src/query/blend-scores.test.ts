import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Neighbour } from './find-conversation-neighbors.ts';
import { blend } from './blend-scores.ts';
import type { ArmScores, BlendedScores } from './blend-scores.ts';

const item = (id: string, keyword: number | null, vector: number | null): ArmScores => ({
  id,
  keyword,
  vector,
});

const byId = (blended: BlendedScores[]): Record<string, BlendedScores> =>
  Object.fromEntries(blended.map((entry) => [entry.id, entry]));

const bothWays = (a: string, b: string, distance: 1 | 2): Neighbour[] => [
  { id: a, neighbourId: b, distance },
  { id: b, neighbourId: a, distance },
];

describe('blend', () => {
  test('without candidates there is nothing', () => {
    expect(blend([], [])).toEqual([]);
  });

  test('the best of both arms is the best of all, with mass 1', () => {
    const { a, b, c } = byId(blend([item('a', 8, 0.9), item('b', 2, 0.5), item('c', null, 0.1)], []));
    expect(a!.blended).toBe(1);
    expect(a!.blended).toBeGreaterThan(b!.blended);
    expect(b!.blended).toBeGreaterThan(c!.blended);
    expect(c!.blended).toBe(0);
  });

  test('an arm ranks what it knows, and nothing else', () => {
    const { a, b } = byId(blend([item('a', null, 0.4), item('b', 3, null)], []));
    expect(a!.keywordRankScore).toBeNull();
    expect(b!.vectorRankScore).toBeNull();
    expect(b!.keywordRankScore).not.toBeNull();
  });

  test('nearly equal scores of an arm are decided by what both say', () => {
    const { a, b } = byId(blend([item('a', 10, 0.1), item('b', 9.9, 0.9)], []));
    expect(b!.keywordRankScore).toBeGreaterThan(a!.keywordRankScore!);
  });

  test('words that most items hold say nothing beside another arm, and something alone', () => {
    const withVectors = byId(blend([item('a', 8, 0.5), item('b', 1e-6, 0.4)], []));
    expect(withVectors['b']!.keywordRankScore).toBeNull();
    const alone = byId(blend([item('a', 8, null), item('b', 1e-6, null)], []));
    expect(alone['b']!.keywordRankScore).toBeGreaterThan(0);
    const allAlike = byId(blend([item('a', 2e-6, 0.5), item('b', 1e-6, 0.4)], []));
    expect(allAlike['b']!.keywordRankScore).not.toBeNull();
  });

  test('raw scores stay as they are', () => {
    const [only] = blend([item('a', 1e-6, 0.25), item('b', 9, 0.5)], bothWays('a', 'b', 1));
    expect(only).toMatchObject({ keyword: 1e-6, vector: 0.25 });
  });

  test('neighbours lend a share of their words, less from further away', () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => item(id, id === 'a' ? 4 : null, null));
    const near = [...bothWays('a', 'b', 1), ...bothWays('a', 'c', 2)];
    const { a, b, c, d } = byId(blend(items, near));
    expect(a!.keywordRankScore).toBeGreaterThan(b!.keywordRankScore!);
    expect(b!.keywordRankScore).toBeGreaterThan(c!.keywordRankScore!);
    expect(c!.keywordRankScore).toBeGreaterThan(0);
    expect(d!.keywordRankScore).toBeNull();
  });

  test('having neighbours is no reason by itself where everything is a little similar', () => {
    const alike = ['a', 'b', 'c', 'd'].map((id) => item(id, null, 0.3));
    const { a, d } = byId(
      blend([...alike, item('z', null, 0)], [...bothWays('a', 'b', 1), ...bothWays('b', 'c', 1)]),
    );
    expect(a!.vectorRankScore! - a!.blended).toBeCloseTo(d!.vectorRankScore! - d!.blended, 12);
  });

  test('neighbours that are no candidates count for nothing', () => {
    const items = [item('a', 4, 0.5), item('b', 2, 0.1)];
    expect(blend(items, bothWays('a', 'stranger', 1))).toEqual(blend(items, []));
  });

  test('equal vectors are all the best, not none', () => {
    for (const { blended } of blend([item('a', null, 0.4), item('b', null, 0.4)], []))
      expect(blended).toBe(1);
  });

  const score = fc.option(fc.double({ min: 0, max: 50, noNaN: true }));
  const candidates = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 0, max: 40 }).map(String), keyword: score, vector: score }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  const links = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 45 }),
      fc.integer({ min: 0, max: 45 }),
      fc.constantFrom(1 as const, 2 as const),
    ),
    { maxLength: 40 },
  );

  test('masses are within 0..1 and rank scores within 0..2, whatever comes', () => {
    fc.assert(
      fc.property(candidates, links, (items, pairs) => {
        const blended = blend(
          items,
          pairs.flatMap(([a, b, distance]) => bothWays(`${a}`, `${b}`, distance)),
        );
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
    );
  });

  test('the scale of an arm’s scores does not matter', () => {
    fc.assert(
      fc.property(candidates, links, (items, pairs) => {
        const near = pairs.flatMap(([a, b, distance]) => bothWays(`${a}`, `${b}`, distance));
        const scaled = items.map((entry) => ({
          ...entry,
          keyword: entry.keyword === null ? null : entry.keyword * 8,
        }));
        const before = blend(items, near);
        blend(scaled, near).forEach((entry, i) => expect(entry.blended).toBeCloseTo(before[i]!.blended, 9));
      }),
    );
  });
});
