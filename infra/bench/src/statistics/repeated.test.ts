import { expect, test } from '@jest/globals';
import { median, repeated } from './repeated.ts';

test('repeated returns the rounds in order, with their median and range', () => {
  expect(repeated([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3, rounds: [3, 1, 2] });
  expect(repeated([])).toBeUndefined();
});

test('median of an even number of values is the mean of the two middle values', () => {
  expect(median([4, 1, 10, 2])).toBe(3);
});
