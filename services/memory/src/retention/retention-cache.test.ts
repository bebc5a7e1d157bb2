import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { createRetentionCache } from './retention-cache.ts';
import type { RetentionCache } from './retention-cache.ts';
import type { RetentionDefaults } from './retention-defaults.ts';

const ttl = (seconds: number): RetentionDefaults => new Map([['task', seconds]]);

describe('createRetentionCache', () => {
  let nowMs: number;
  let reads: string[];
  let stored: RetentionDefaults;
  let cache: RetentionCache;

  beforeEach(() => {
    nowMs = 0;
    reads = [];
    stored = ttl(1);
    cache = createRetentionCache(
      { inOneRoundTrip: (_tenantId, work) => work(undefined as unknown as Transaction) },
      {
        find: (_tx, tenantId) => {
          reads.push(tenantId);
          return Promise.resolve(stored);
        },
      },
      () => nowMs,
    );
  });

  test('reads the defaults of a tenant at most once per second', async () => {
    await cache.load('a');
    stored = ttl(2);
    nowMs = 999;
    expect(await cache.load('a')).toEqual(ttl(1));
    nowMs = 1_000;
    expect(await cache.load('a')).toEqual(ttl(2));
    expect(reads).toEqual(['a', 'a']);
  });

  test('reads the defaults again after an invalidation, and keeps those of other tenants', async () => {
    await cache.load('a');
    await cache.load('b');
    stored = ttl(2);
    cache.invalidate('a');
    expect(await cache.load('a')).toEqual(ttl(2));
    expect(await cache.load('b')).toEqual(ttl(1));
  });

  test('does not keep the result of a read that an invalidation interrupted', async () => {
    const reading = cache.load('a');
    stored = ttl(2);
    cache.invalidate('a');
    expect(await reading).toEqual(ttl(1));
    expect(await cache.load('a')).toEqual(ttl(2));
  });

  test('keeps the defaults of at most 10,000 tenants, and removes those that it read first', async () => {
    for (let tenant = 0; tenant <= 10_000; tenant++) await cache.load(String(tenant));
    reads = [];
    await cache.load('1');
    await cache.load('0');
    expect(reads).toEqual(['0']);
  });
});
