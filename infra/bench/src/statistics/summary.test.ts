import { describe, expect, test } from '@jest/globals';
import { percentile, summarize } from './summary.ts';

describe('summarize', () => {
  test('computes nearest-rank percentiles of unsorted samples', () => {
    const samples = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(summarize(samples)).toEqual({ count: 200, mean: 100.5, p50: 100, p95: 190, p99: 198, max: 200 });
  });

  test('returns the sample for all percentiles of one sample', () => {
    expect(summarize([7])).toEqual({ count: 1, mean: 7, p50: 7, p95: 7, p99: 7, max: 7 });
  });

  test('returns undefined without samples', () => {
    expect(summarize([])).toBeUndefined();
  });
});

test('percentile returns the smallest sample for percentile 0', () => {
  expect(percentile(Float64Array.of(3, 4), 0)).toBe(3);
});
