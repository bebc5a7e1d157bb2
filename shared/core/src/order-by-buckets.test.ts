import { expect, test } from '@jest/globals';
import { orderByBuckets } from './order-by-buckets.ts';

const allPositions = (length: number): Uint32Array => Uint32Array.from({ length }, (_, position) => position);

test('orders positions by the bucket of their score and keeps the order in a bucket', () => {
  const scores = Float64Array.of(0.1, 0.95, 0, 0.55, 1, 0.9, 0.6, 0.1);
  const positions = allPositions(scores.length);
  expect(orderByBuckets(positions, scores)).toBe(true);
  expect([...positions]).toEqual([1, 4, 5, 6, 3, 0, 7, 2]);
});

test.each([
  ['most scores are nearly equal', Float64Array.from({ length: 100 }, (_, i) => (i === 0 ? 1 : i * 1e-6))],
  ['all scores are equal', new Float64Array(100)],
  ['a score is infinite', Float64Array.of(1, -Infinity, 2)],
  ['the list is long', Float64Array.from({ length: 8_193 }, (_, i) => i)],
])('does not change the positions if %s', (_, scores) => {
  const positions = allPositions(scores.length);
  expect(orderByBuckets(positions, scores)).toBe(false);
  expect([...positions]).toEqual([...allPositions(scores.length)]);
});
