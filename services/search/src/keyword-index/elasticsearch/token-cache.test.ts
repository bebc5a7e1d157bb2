import { beforeEach, expect, test } from '@jest/globals';
import { TokenCache } from './token-cache.ts';

let nowMs: number;
beforeEach(() => {
  nowMs = 0;
});
const createCache = (maxTokens?: number) => new TokenCache<number>(() => nowMs, maxTokens);

test.each([
  [10, 5_000],
  [60_000, 60_000],
  [10_000_000, 300_000],
])('the cached value of a token in a tenant with %i items expires after %i ms', (tenantItems, ttlMs) => {
  const cache = createCache();
  cache.set('tenant', 'tea', 2, tenantItems);
  nowMs = ttlMs - 1;
  expect(cache.get('tenant', 'tea')).toBe(2);
  nowMs = ttlMs;
  expect(cache.get('tenant', 'tea')).toBeUndefined();
});

test('the cached value of one tenant is not returned for another tenant', () => {
  const cache = createCache();
  cache.set('tenant', 'tea', 2, 10);
  expect(cache.get('other', 'tea')).toBeUndefined();
});

test('a full token cache removes the value that was stored earliest', () => {
  const cache = createCache(2);
  for (const token of ['a', 'b', 'a', 'c']) cache.set('tenant', token, 1, 10);
  expect(['a', 'b', 'c'].map((token) => cache.get('tenant', token))).toEqual([1, undefined, 1]);
});
