import { describe, expect, test } from '@jest/globals';
import type { DataSet } from '../datasets/data-set.ts';
import { verdict } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { scoreRanking } from '../retrieval/score-ranking.ts';
import { inParallel } from './in-parallel.ts';
import { usefulLayouts, LAYOUTS } from './layouts.ts';
import type { Layout } from './layouts.ts';
import { qualityFigures } from './quality-figures.ts';
import type { ScoredQuestion } from './measure-quality.ts';
import { rank, rejectDegraded } from './search-variants.ts';
import type { SearchVariant } from './search-variants.ts';

const EVIDENCE = new Map([
  ['a', 1],
  ['b', 1],
]);
const scored = (ranked: string[], category?: string, grades = EVIDENCE): ScoredQuestion => ({
  key: ranked.join(),
  category,
  scores: scoreRanking(ranked, grades),
});
const half = scored(['a', 'x'], 'multi-hop');
const full = scored(['x', 'b', 'a'], 'single-hop');
const none = scored([], 'multi-hop');

const dataSet = (grades = EVIDENCE): DataSet => ({
  name: 'set',
  collections: [
    { name: 'c', items: [{ id: 'a', text: 'a' }], questions: [{ id: '1', text: 'q', relevant: grades }] },
  ],
  mainMetric: 'recall@10',
  target: 0.72,
});
const figuresOf = (scores: [SearchVariant, ScoredQuestion[]][], layout: Layout = 'separate') =>
  qualityFigures(dataSet(), layout, new Map(scores));
const named = (figures: Figure[], name: string) => figures.find((figure) => figure.name === name)!;

describe('qualityFigures', () => {
  test('averages each metric over all questions and over each category', () => {
    const figures = figuresOf([['hybrid', [half, full]]]);
    expect(named(figures, 'hybrid, recall@10')).toMatchObject({ count: 2, value: 0.75, scenario: 'set' });
    expect(named(figures, 'hybrid, recall@10, multi-hop')).toMatchObject({ count: 1, value: 0.5 });
    expect(named(figures, 'hybrid, MRR@20')).toMatchObject({ value: 0.75 });
    expect(named(figures, 'hybrid, all@5')).toMatchObject({ value: 0.5 });
    expect(named(figures, 'hybrid, recall@10, temporal')).toBeUndefined();
  });

  test('adds the values of the questions and a confidence interval around their mean', () => {
    const { samples, interval } = named(figuresOf([['hybrid', [half, full]]]), 'hybrid, recall@10');
    expect(samples!.values).toEqual([0.5, 1]);
    expect(interval).toEqual([0.5, 1]);
  });

  test('gives the samples of different questions different hashes', () => {
    const hash = (questions: ScoredQuestion[]) => figuresOf([['hybrid', questions]])[0]!.samples!.of;
    expect(hash([half, full])).toBe(hash([half, full]));
    expect(hash([half])).not.toBe(hash([full]));
  });

  test('reports the graded nDCG only for graded judgments', () => {
    const grades = new Map([
      ['best', 4],
      ['weak', 1],
    ]);
    const graded = qualityFigures(
      dataSet(grades),
      'separate',
      new Map([['hybrid', [scored(['weak', 'best'], undefined, grades)]]]),
    );
    expect(named(graded, 'hybrid, nDCG@10').value).toBeCloseTo(1, 12);
    expect(named(graded, 'hybrid, graded nDCG@10').value).toBeLessThan(0.8);
    expect(named(figuresOf([['hybrid', [half]]]), 'hybrid, graded nDCG@10')).toBeUndefined();
  });

  const overall = (layout: Layout, hybrid: ScoredQuestion[], keyword = [none], vector = [none]) =>
    verdict(
      named(
        figuresOf(
          [
            ['hybrid', hybrid],
            ['keyword', keyword],
            ['vector', vector],
          ],
          layout,
        ),
        'hybrid, recall@10',
      ),
    );

  test('requires the target of the data set with one tenant per collection', () => {
    expect(overall('separate', [full, half])).toBe('met');
    expect(overall('separate', [half])).toBe('missed');
    expect(overall('pooled', [half])).toBe('');
  });

  test('requires at least the quality of the keyword retriever and .01 less than that of the vector retriever', () => {
    expect(overall('pooled', [half], [half])).toBe('met');
    expect(overall('pooled', [half], [full])).toBe('missed');
    expect(overall('pooled', [half], [none], [half])).toBe('met');
    expect(overall('pooled', [half], [none], [full])).toBe('missed');
  });

  test('requires the quality of the keyword retriever for multi-hop questions, unless collections share a tenant', () => {
    const multiHop = (layout: Layout) =>
      verdict(
        named(
          figuresOf(
            [
              ['hybrid', [none, full]],
              ['keyword', [half]],
            ],
            layout,
          ),
          'hybrid, recall@10, multi-hop',
        ),
      );
    expect(multiHop('separate')).toBe('missed');
    expect(multiHop('pooled')).toBe('');
  });
});

describe('usefulLayouts', () => {
  test('omits layouts that equal the separate one', () => {
    expect(usefulLayouts(dataSet(), LAYOUTS)).toEqual(['separate']);
    const [collection] = dataSet().collections;
    const several: DataSet = { ...dataSet(), collections: [collection!, { ...collection!, name: 'd' }] };
    expect(usefulLayouts(several, LAYOUTS)).toEqual(['separate', 'pooled', 'filtered']);
    several.collections[1]!.items = [{ id: 'a', text: 'a', conversation: 's' }];
    expect(usefulLayouts(several, LAYOUTS)).toEqual(LAYOUTS);
  });
});

test('parameters of all searches override those of the variant', async () => {
  const bodies: unknown[] = [];
  const call = (...[, , body]: unknown[]) => {
    bodies.push(body);
    return Promise.resolve({ items: [{ id: 'm1' }], search_metadata: {} });
  };
  const tenant = { searches: { call } } as unknown as Parameters<typeof rank>[0];
  expect(await rank(tenant, 'q', 'without-graph', {})).toEqual(['m1']);
  await rank(tenant, 'q', 'without-graph', { ranking: 'rrf' });
  expect(bodies).toMatchObject([
    { query: 'q', limit: 20, graph_weight: 0, ranking: 'auto' },
    { graph_weight: 0, ranking: 'rrf' },
  ]);
});

test('rejectDegraded rejects a search of which a retriever failed', () => {
  expect(() => rejectDegraded({ degraded: ['vector'] })).toThrow('Failed retrievers: vector.');
  expect(() => rejectDegraded({ degraded: [] })).not.toThrow();
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
