import { describe, expect, test } from '@jest/globals';
import type { DataSet } from '../datasets/data-set.ts';
import { fitLogistic, predictLogistic } from '../statistics/logistic-regression.ts';
import { createRandom } from '../texts/random.ts';
import { formatCalibration } from './calibration-figures.ts';
import { formatModel } from './format-model.ts';
import { fitRelevance, predictRelevance } from './relevance-fit.ts';
import { scoreByOthers } from './turn-scores.ts';
import type { ScoredSearch } from './turn-scores.ts';
import { listUnanswerable } from './unanswerable.ts';

test('fitLogistic finds the coefficients that generated the labels', () => {
  const random = createRandom(1);
  const samples = Array.from({ length: 4_000 }, () => {
    const features = [random() * 4 - 2, random() * 4 - 2];
    const label = random() < predictLogistic([-0.5, 2, -1], features) ? 1 : 0;
    return { features, label, weight: 1 };
  });
  const [intercept, first, second] = fitLogistic(samples) as [number, number, number];
  expect(intercept).toBeCloseTo(-0.5, 0);
  expect(first).toBeCloseTo(2, 0);
  expect(second).toBeCloseTo(-1, 0);
});

test('fitLogistic counts a sample by its weight, and stays finite for separable labels', () => {
  const sample = (label: number, weight: number) => ({ features: [], label, weight });
  const [intercept] = fitLogistic([sample(1, 3), sample(0, 1)]);
  expect(predictLogistic([intercept!], [])).toBeCloseTo(0.75, 6);
  const separable = [-1, 1].map((x) => ({ features: [x], label: x > 0 ? 1 : 0, weight: 1 }));
  expect(Number.isFinite(fitLogistic(separable)[1])).toBe(true);
});

/**
 * Searches in which the relevant result contains all words of the query, or none if there is no answer. The model of learned ranking
 * scores the results of every fourth pair of searches.
 */
const observed = (collection: string): ScoredSearch[] =>
  Array.from({ length: 40 }, (_, i) => {
    const isAnswerable = i % 2 === 0;
    return {
      scenario: 'set',
      collection,
      query: `${collection} ${i}`,
      kind: isAnswerable ? 'answerable' : 'nonsense',
      candidates: 2,
      relevantItems: isAnswerable ? 1 : 0,
      results: [
        { coverage: isAnswerable ? 1 : 0, rankScore: 1, relevant: isAnswerable },
        { coverage: 0, rankScore: 0.9, relevant: false },
      ].map((result) => ({
        ...result,
        similarity: 0.5,
        modelSignals: null,
        turnScore: i % 8 < 2 ? 0 : null,
      })),
    };
  });

describe('the fit of relevance', () => {
  test('separates relevant results from others, and queries without an answer', () => {
    const searches = [...observed('a'), ...observed('b')];
    const fit = fitRelevance(searches);
    const [relevant, other] = predictRelevance(fit, searches[0]!);
    expect(relevant).toBeGreaterThan(0.7);
    expect(other).toBeLessThan(0.3);
    expect(predictRelevance(fit, searches[1]!)[0]).toBeLessThan(0.3);
  });

  test('compares the estimates with the observed share of relevant results', () => {
    // In the collection `c`, the results with the signals of a relevant result are relevant in every second search.
    const searches = [...observed('a'), ...observed('b'), ...observed('c')].map((search, i) =>
      search.collection === 'c' && i % 4 === 0
        ? { ...search, results: search.results.map((result) => ({ ...result, relevant: false })) }
        : search,
    );
    const { itemShares } = fitRelevance(searches);
    expect(itemShares[0]).toEqual([0, 0]);
    expect(itemShares.at(-1)![1]).toBeCloseTo(50 / 60, 6);
  });

  test('replaces the estimate of a result by the observed share', () => {
    const certain = [100, 0, 0, 0, 0];
    const evenChance = [0, 0, 0, 0, 0, 0];
    const itemShares = [
      [0, 0],
      [0.4, 0.2],
      [0.6, 0.4],
    ] as const;
    const fit = {
      query: certain,
      item: evenChance,
      itemShares,
      turn: [9, 0, 0, 0, 0],
      turnShares: itemShares,
    };
    const relevance = [2, 0].flatMap((i) => predictRelevance(fit, observed('a')[i]!));
    // Those of the last two results are the highest share, because they are scored by the model.
    expect(relevance.map((value) => value.toFixed(6))).toEqual([
      '0.300000',
      '0.300000',
      '0.400000',
      '0.400000',
    ]);
  });

  test('is formatted as the file of the gateway', () => {
    const text = formatModel(
      {
        query: [1, 2, 3, 4, 5],
        item: [1, 2, 3, 4, 5, 6],
        itemShares: [
          [0, 0],
          [0.12345, 0.5],
        ],
        turn: [1, 2, 3, 4, 5],
        turnShares: [[0, 0.25]],
      },
      'model',
    );
    expect(text).toContain("embeddingModel: 'model'");
    expect(text).toContain('    intercept: 1.000,\n    coverage: 2.000,\n    coverageSquared: 3.000,');
    expect(text).toContain('    candidates: 6.000,\n');
    expect(text).toContain('  itemShares: [\n    [0, 0],\n    [0.1235, 0.5],\n  ],\n');
    expect(text).toContain('    similarity: 3.000,\n    score: 4.000,\n    candidates: 5.000,\n  },\n');
    expect(text).toContain('  turnShares: [\n    [0, 0.25],\n  ],\n');
  });

  test('is reported with the effect of each minimum, cross-validated by collection', () => {
    const scoreTurns = () => [...observed('a'), ...observed('b')];
    const text = formatCalibration([...observed('a'), ...observed('b')], scoreTurns, [0.5]);
    const rows = text.split('\n').map((line) => line.split(/ {2,}/));
    const [all, none] = ['1.000 [1.000, 1.000]', '0.000 [0.000, 0.000]'];
    expect(rows).toContainEqual(['set', 'answerable', '40', '0.5', all, '1.0', all, all]);
    expect(rows).toContainEqual(['set', 'nonsense', '40', '0', all, '2.0']);
    expect(rows).toContainEqual(['set', 'nonsense', '40', '0.5', none, '0.0']);
  });

  test('is reported with intervals over the questions, which do not depend on the number of tenants', () => {
    const half = [...observed('a'), ...observed('b')].map((search, i) =>
      i % 4 === 2 ? { ...search, results: [] } : search,
    );
    const intervalOf = (searches: ScoredSearch[]) => {
      const text = formatCalibration(searches, () => searches, []);
      const row = text.split('\n').find((line) => /^set +answerable/.test(line))!;
      return /0\.500 \[(0\.\d+), (0\.\d+)\]/.exec(row)!.slice(1).map(Number);
    };
    const [low, high] = intervalOf(half);
    // The standard error of the share is the square root of .5 * .5 / 40.
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.079, 1);
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.079, 1);
    expect(intervalOf([...half, ...half])).toEqual([low, high]);
  });
});

test('scoreByOthers scores a result by models without its collection and the one that is held out', () => {
  /** Questions of a collection in which the results with this sign of the signal are relevant. */
  const rankings = (collection: string, sign: number) =>
    Array.from({ length: 10 }, () => ({
      scenario: 'set',
      collection,
      category: undefined,
      relevant: new Map<string, number>(),
      signals: ['signal'],
      items: Array.from({ length: 40 }, (_, i) => {
        const signal = i % 2 === 0 ? 1 : -1;
        return { name: `item ${i}`, grade: signal === sign ? 1 : 0, signals: [signal], rrfSum: 0 };
      }),
    }));
  const scoreTurns = scoreByOthers([
    ...rankings('a', -1),
    ...rankings('b', 1),
    ...rankings('c', -1),
    ...rankings('c', -1),
  ]);
  const search = observed('a')[0]!;
  const [scored, other] = search.results as [ScoredSearch['results'][0], ScoredSearch['results'][0]];
  const searches = [{ ...search, results: [{ ...scored, modelSignals: [1] }, other] }];
  const scoresOf = (heldOut?: string) =>
    scoreTurns(searches, heldOut)[0]!.results.map(({ turnScore }) => turnScore);
  // Most of the results of b and c with a positive signal are not relevant, but those of b are.
  expect(scoresOf()).toEqual([expect.any(Number), null]);
  expect(scoresOf()[0]).toBeLessThan(0);
  expect(scoresOf('c')[0]).toBeGreaterThan(0);
});

test('listUnanswerable lists questions of other collections and random words, but no question of the collection', () => {
  const collection = (name: string) => ({
    name,
    items: [],
    questions: [{ id: '1', text: `question of ${name}`, relevant: new Map() }],
  });
  const first: DataSet = {
    name: 'first',
    collections: [collection('a'), collection('b')],
    mainMetric: 'recall@10',
  };
  const second: DataSet = { ...first, name: 'second', collections: [collection('c')] };
  const queries = listUnanswerable([first, second], first, 'a');
  expect(queries.filter(({ kind }) => kind !== 'nonsense')).toEqual([
    { kind: 'same-subject', text: 'question of b' },
    { kind: 'other-subject', text: 'question of c' },
  ]);
  const nonsense = queries.filter(({ kind }) => kind === 'nonsense');
  expect(nonsense).toHaveLength(100);
  expect(nonsense.every(({ text }) => /^[a-z]{4,10}( [a-z]{4,10}){0,4}$/.test(text))).toBe(true);
});
