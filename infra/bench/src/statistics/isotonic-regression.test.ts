import { expect, test } from '@jest/globals';
import { fitIsotonic, interpolate } from './isotonic-regression.ts';

const samples = (value: number, positive: number, negative: number, weight = 1) => [
  ...Array.from({ length: positive }, () => ({ value, label: 1, weight })),
  ...Array.from({ length: negative }, () => ({ value, label: 0, weight })),
];

test('fitIsotonic returns the mean value and the share of each bin', () => {
  const knots = fitIsotonic(
    [...samples(0.2, 1, 3), ...samples(0.4, 3, 1), ...samples(0.6, 3, 1)],
    [0, 0.3, 0.5],
  );
  expect(knots).toEqual([
    [0, 0],
    [0.2, 0.25],
    [0.5, 0.75],
  ]);
});

test('fitIsotonic pools bins whose shares decrease, with all bins before that are not lower', () => {
  const bins = [samples(0.1, 1, 9), samples(0.3, 4, 6), samples(0.5, 6, 4), samples(0.7, 2, 8)];
  const knots = fitIsotonic(bins.flat(), [0, 0.2, 0.4, 0.6]);
  expect(knots.map(([value, share]) => [value.toFixed(3), share.toFixed(3)])).toEqual([
    ['0.000', '0.000'],
    ['0.100', '0.100'],
    ['0.500', '0.400'],
  ]);
});

test('fitIsotonic counts a sample by its weight, and omits empty bins', () => {
  const knots = fitIsotonic([...samples(0.5, 1, 0, 3), ...samples(0.5, 0, 1)], [0, 0.4, 0.9]);
  expect(knots).toEqual([
    [0, 0],
    [0.5, 0.75],
  ]);
});

test('interpolate is linear between the knots and constant after the last one', () => {
  const knots = [
    [0, 0],
    [0.2, 0.1],
    [0.6, 0.5],
  ] as const;
  expect(interpolate(knots, 0)).toBe(0);
  expect(interpolate(knots, 0.1)).toBeCloseTo(0.05, 12);
  expect(interpolate(knots, 0.4)).toBeCloseTo(0.3, 12);
  expect(interpolate(knots, 0.9)).toBe(0.5);
});
