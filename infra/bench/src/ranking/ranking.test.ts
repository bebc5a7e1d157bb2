import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../texts/random.ts';
import type { RankedSearch } from './collect-rankings.ts';
import { fitTrees, predictTrees } from './fit-trees.ts';
import { formatRankingModel } from './format-ranking-model.ts';
import { fitRanking, formatAblations, formatRanking, rankByTrees } from './ranking-figures.ts';

/** Searches in which the first signal of the relevant item, at a random rank, is high and the second one is noise. */
function searchesOf(collection: string, seed: number): RankedSearch[] {
  const random = createRandom(seed);
  return Array.from({ length: 40 }, () => {
    const relevantAt = Math.floor(random() * 20);
    const items = Array.from({ length: 20 }, (_, i) => ({
      name: `item ${i}`,
      grade: i === relevantAt ? 1 : 0,
      signals: [i === relevantAt ? 0.6 + 0.4 * random() : 0.6 * random(), random()],
      rrfSum: 1 / (61 + i),
    }));
    return {
      scenario: 'set',
      collection,
      category: undefined,
      relevant: new Map([[`item ${relevantAt}`, 1]]),
      signals: ['hint', 'noise'],
      items,
    };
  });
}

/** Returns the number of questions and the two values with their intervals, of the row with a metric of all questions. */
function valuesIn(table: string, metric: string): string[] {
  const rows = table.split('\n').map((line) => line.trim().split(/ {2,}/));
  const [, count, , before, after] = rows.find(([group, , shown]) => group === 'set' && shown === metric)!;
  return [count!, before!, after!];
}

test('fitTrees separates the classes by two features that only together determine the label', () => {
  const random = createRandom(3);
  const rows = Array.from({ length: 2_000 }, () => [random(), random()] as const);
  const isPositive = ([a, b]: readonly [number, number]): boolean => a > 0.5 && b > 0.3;
  const trees = fitTrees({
    features: Float64Array.from(rows.flat()),
    width: 2,
    labels: Uint8Array.from(rows, (row) => (isPositive(row) ? 1 : 0)),
  });
  const scoresOf = (positive: boolean) =>
    rows.filter((row) => isPositive(row) === positive).map((row) => predictTrees(trees, row));
  // The thresholds are quantiles, so a few rows near the limits are on the wrong side.
  const lowest = scoresOf(true).sort((a, b) => a - b)[50]!;
  expect(scoresOf(false).filter((score) => score > lowest).length).toBeLessThan(50);
});

describe('the model of learned ranking', () => {
  test('prefers the items with the signal of relevant items', () => {
    const trees = fitRanking(searchesOf('a', 1));
    const { items } = searchesOf('b', 2).find(({ relevant }) => relevant.has('item 9'))!;
    expect(rankByTrees(trees, items).indexOf('item 9')).toBeLessThan(6);
  });

  test('does not change the order of reciprocal rank fusion if it has no trees', () => {
    const { items } = searchesOf('a', 1)[0]!;
    expect(rankByTrees([], items)).toEqual(items.map(({ name }) => name));
  });

  test('is reported with the quality on collections that it was not trained on', () => {
    const [count, rrf, learned] = valuesIn(
      formatRanking([...searchesOf('a', 1), ...searchesOf('b', 2)]),
      'recall@5',
    );
    expect(count).toBe('80');
    const [before, after] = [rrf!, learned!].map((value) =>
      /^([\d.]+) \[([\d.]+), ([\d.]+)\]$/.exec(value)!.slice(1).map(Number),
    );
    expect(after![0]).toBeGreaterThan(before![0]! + 0.3);
    const [share, low, high] = before!;
    // The standard error of a share p of 80 questions is the square root of p * (1 - p) / 80.
    const margin = 1.96 * Math.sqrt((share! * (1 - share!)) / 80);
    expect(low).toBeCloseTo(share! - margin, 1);
    expect(high).toBeCloseTo(share! + margin, 1);
  });

  test('is compared with models without the given signals', () => {
    const searches = [...searchesOf('a', 1), ...searchesOf('b', 2)];
    const [table, ...others] = formatAblations(searches, [['noise']]);
    expect(others).toEqual([]);
    expect(table).toContain('without noise');
    const [, learned, withoutNoise] = valuesIn(table!, 'MRR@20');
    expect(withoutNoise).not.toBe(learned);
    // The hint still raises the recall of the random ranks, .25.
    expect(Number.parseFloat(valuesIn(table!, 'recall@5')[2]!)).toBeGreaterThan(0.4);
    expect(formatAblations(searches, [])).toEqual([]);
  });

  test('is not compared with a model without an unknown signal', () => {
    const searches = [...searchesOf('a', 1), ...searchesOf('b', 2)];
    expect(() => formatAblations(searches, [['x']])).toThrow('The signals are hint, noise.');
  });

  test('is formatted as the file of the gateway', () => {
    const text = formatRankingModel([[0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8]], 'model');
    expect(text).toContain("embeddingModel: 'model'");
    expect(text).toContain('    [0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8],\n  ] as');
  });
});
