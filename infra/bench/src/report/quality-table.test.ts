import { expect, test } from '@jest/globals';
import { formatQualityTable } from './quality-table.ts';
import type { Figure } from './figure.ts';

const figure = (name: string, value: number, more: Partial<Figure> = {}): Figure => ({
  scenario: 'locomo',
  name,
  unit: 'share',
  count: 4,
  value,
  ...more,
});

test('formatQualityTable shows one row per variant and category, with intervals, and then the targets', () => {
  const text = formatQualityTable([
    figure('hybrid, recall@5', 0.5),
    figure('hybrid, recall@10', 0.75, {
      interval: [0.7, 0.8],
      targets: [{ of: 'value', atLeast: 0.8 }],
    }),
    figure('hybrid, recall@10, multi-hop', 0.25),
  ]);
  expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['scenario', 'variant', 'category', 'N', 'recall@5', 'recall@10'],
    ['locomo', 'hybrid', '4', '0.500', '0.750 [0.700, 0.800]'],
    ['locomo', 'hybrid', 'multi-hop', '4', '0.250'],
    [''],
    ['Target of locomo, hybrid, recall@10: >= 0.8, missed'],
  ]);
});
