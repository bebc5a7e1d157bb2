import { describe, expect, test } from '@jest/globals';
import { percentile, summarise } from './summary.ts';

describe('summarise', () => {
  test('takes percentiles by nearest rank, in any order of the samples', () => {
    const samples = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(summarise(samples)).toEqual({ count: 200, mean: 100.5, p50: 100, p95: 190, p99: 198, max: 200 });
  });

  test('of one sample is that sample', () => {
    expect(summarise([7])).toEqual({ count: 1, mean: 7, p50: 7, p95: 7, p99: 7, max: 7 });
  });

  test('of nothing is nothing', () => {
    expect(summarise([])).toBeUndefined();
  });
});

test('percentile 0 is the least sample', () => {
  expect(percentile(Float64Array.of(3, 4), 0)).toBe(3);
});
