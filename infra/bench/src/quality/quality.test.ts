import { describe, expect, test } from '@jest/globals';
import { verdict } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { cranfieldFigures, scoreQuery } from './cranfield-quality.ts';
import { inParallel } from './in-parallel.ts';
import { locomoFigures, scoreQuestion } from './locomo-quality.ts';

const named = (figures: Figure[], name: string) => figures.find((figure) => figure.name === name)!;

describe('locomoFigures', () => {
  const evidence = new Set(['a', 'b']);
  const half = scoreQuestion('multi-hop', ['a', 'x'], evidence);
  const full = scoreQuestion('single-hop', ['x', 'b', 'a'], evidence);
  const none = scoreQuestion('multi-hop', [], evidence);

  test('averages recall and reciprocal rank over all questions and over each category', () => {
    const figures = locomoFigures('locomo', true, new Map([['hybrid', [half, full]]]));
    expect(named(figures, 'hybrid, recall@10')).toMatchObject({ count: 2, value: 0.75 });
    expect(named(figures, 'hybrid, recall@10, multi-hop')).toMatchObject({ count: 1, value: 0.5 });
    expect(named(figures, 'hybrid, MRR@20')).toMatchObject({ value: 0.75 });
    expect(named(figures, 'hybrid, recall@10, temporal')).toBeUndefined();
  });

  const scores = (hybrid: (typeof half)[], keyword: (typeof half)[]) =>
    new Map([
      ['hybrid', hybrid],
      ['keyword alone', keyword],
      ['vector alone', [none]],
    ]);
  const overall = (with_: boolean, hybrid: (typeof half)[], keyword: (typeof half)[]) =>
    verdict(named(locomoFigures('x', with_, scores(hybrid, keyword)), 'hybrid, recall@10'));

  test('requires a recall@10 of at least 0.72 with conversation ids', () => {
    expect(overall(true, [full, half], [none])).toBe('met');
    expect(overall(true, [half], [none])).toBe('missed');
  });

  test('requires at least the recall@10 of the keyword retriever without conversation ids', () => {
    expect(overall(false, [half], [none])).toBe('met');
    expect(overall(false, [half], [half])).toBe('met');
    expect(overall(false, [half], [full])).toBe('missed');
  });

  test('sets the recall@10 target of multi-hop questions to the recall@10 of the keyword retriever', () => {
    const figures = locomoFigures(
      'x',
      true,
      new Map([
        ['hybrid', [none, full]],
        ['keyword alone', [half]],
      ]),
    );
    expect(verdict(named(figures, 'hybrid, recall@10, multi-hop'))).toBe('missed');
  });
});

describe('Cranfield scores', () => {
  const grades = new Map([
    ['best', 4],
    ['weak', 1],
  ]);

  test('use the grades only for the graded nDCG', () => {
    const score = scoreQuery(['weak', 'best'], grades);
    expect(score.ndcgAt10).toBeCloseTo(1, 12);
    expect(score.gradedNdcgAt10).toBeLessThan(0.8);
    expect(score).toMatchObject({ recallAt5: 1, reciprocalRank: 1 });
  });

  test('must reach an nDCG@10 of 0.40 and at least the nDCG@10 of the keyword retriever', () => {
    const good = scoreQuery(['best', 'weak'], grades);
    const bad = scoreQuery(['x', 'y', 'z', 'weak'], grades);
    const bar = (hybrid: typeof good, keyword: typeof good) =>
      verdict(
        named(
          cranfieldFigures(
            new Map([
              ['hybrid', [hybrid]],
              ['keyword alone', [keyword]],
            ]),
          ),
          'hybrid, nDCG@10',
        ),
      );
    expect(bar(good, bad)).toBe('met');
    expect(bar(good, good)).toBe('met');
    expect(bar(bad, bad)).toBe('missed');
  });
});

test('inParallel returns results in input order with the given concurrency', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return item * 10;
  });
  expect(results).toEqual([10, 20, 30, 40, 50]);
  expect(most).toBe(2);
});
