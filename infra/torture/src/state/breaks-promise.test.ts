import { expect, test } from '@jest/globals';
import { breaksPromise } from './breaks-promise.ts';

const promise = { endsWithProcess: true, latestWrites: 200, maxAgeMs: 600_000 };
const miss = {
  acknowledgment: { text: 0, kills: 2, writes: 1_000, at: 50_000, position: 'p' },
  complete: true,
  fresh: undefined,
  killsBefore: 2,
  killsAfter: 2,
  writes: 1_010,
  answeredAt: 50_010,
};

test('a complete answer of the same process without a recent memory breaks the promise', () => {
  expect(breaksPromise(miss, promise)).toBe(true);
});

test.each([
  ['reports pending writes', { complete: false }],
  ['was sent to a later process', { killsBefore: 3, killsAfter: 3 }],
  ['arrived after a kill', { killsAfter: 3 }],
  ['arrived after 200 further writes', { writes: 1_201 }],
  ['arrived after 10 minutes', { answeredAt: 650_001 }],
])('an answer breaks no promise if it %s', (_, change) => {
  expect(breaksPromise({ ...miss, ...change }, promise)).toBe(false);
});

const late = { complete: false, killsBefore: 3, killsAfter: 4, writes: 9_999, answeredAt: 10 ** 9 };

test('an answer that is marked as fresh breaks the promise, also with pending writes and after a kill', () => {
  expect(breaksPromise({ ...miss, ...late, fresh: true }, promise)).toBe(true);
});

test('an answer that is marked as not fresh breaks only the promise for searches without a position', () => {
  expect(breaksPromise({ ...miss, ...late, fresh: false }, promise)).toBe(false);
  expect(breaksPromise({ ...miss, fresh: false }, promise)).toBe(true);
});

test('a promise without limits includes memories that an earlier process acknowledged', () => {
  const unlimited = { endsWithProcess: false, latestWrites: Infinity, maxAgeMs: Infinity };
  expect(breaksPromise({ ...miss, ...late, complete: true }, unlimited)).toBe(true);
});
