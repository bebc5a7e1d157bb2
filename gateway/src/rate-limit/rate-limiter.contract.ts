import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RateLimiter } from '@loci/http';

export interface RateLimiterContract {
  /** Creates a limiter without counts. `now` returns milliseconds since the epoch. */
  create(limitPerMinute: number, now: () => number): Promise<RateLimiter>;
}

const MINUTE_MS = 60_000;
/** Start of a window. */
const START_MS = 1_800_000_000_000;

/** Tests that every rate limiter must pass. */
export function describeRateLimiterContract({ create }: RateLimiterContract): void {
  let nowMs: number;
  let limiter: RateLimiter;
  const now = (): number => nowMs;
  beforeEach(async () => {
    nowMs = START_MS;
    limiter = await create(10, now);
  });
  const consume = async (times: number, key = 'tenant:a'): Promise<boolean[]> => {
    const allowed: boolean[] = [];
    for (let i = 0; i < times; i++) allowed.push((await limiter.consume(key)).allowed);
    return allowed;
  };
  const count = (allowed: boolean[]): number => allowed.filter(Boolean).length;

  describe('RateLimiter: one window', () => {
    test('admits requests only until `remaining` is 0', async () => {
      for (let left = 9; left >= 0; left--) {
        expect(await limiter.consume('tenant:a')).toEqual({
          allowed: true,
          limit: 10,
          remaining: left,
          resetAt: (START_MS + 2 * MINUTE_MS) / 1000,
          retryAfter: 0,
        });
      }
      const refused = await limiter.consume('tenant:a');
      expect(refused).toMatchObject({ allowed: false, limit: 10, remaining: 0 });
      expect(refused.retryAfter).toBeGreaterThanOrEqual(1);
    });

    test('counts each key separately, with any characters in the key', async () => {
      for (const key of [
        'tenant:b',
        'address:2001:db8:0:1',
        'grüße 🎉',
        `'; DROP TABLE x; --`,
        'k'.repeat(500),
      ]) {
        expect(count(await consume(11, key))).toBe(10);
      }
      expect(count(await consume(1))).toBe(1);
    });

    test('counts a request with its whole cost or, if the cost exceeds the rest of the limit, not at all', async () => {
      expect(await limiter.consume('tenant:a', 7)).toMatchObject({ allowed: true, remaining: 3 });
      expect(await limiter.consume('tenant:a', 4)).toMatchObject({ allowed: false, remaining: 3 });
      expect(await limiter.consume('tenant:a', 11)).toMatchObject({ allowed: false, remaining: 3 });
      expect(await limiter.consume('tenant:a', 3)).toMatchObject({ allowed: true, remaining: 0 });
    });

    test('rejects a request whose cost exceeds the whole limit, without counting the request', async () => {
      expect(await limiter.consume('tenant:a', 11)).toMatchObject({ allowed: false, remaining: 10 });
      expect(await limiter.consume('tenant:a', 10)).toMatchObject({ allowed: true, remaining: 0 });
    });

    test('never admits more than the limit for concurrent calls', async () => {
      const results = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('tenant:a')));
      expect(count(results.map(({ allowed }) => allowed))).toBe(10);
      const costly = await Promise.all(Array.from({ length: 20 }, () => limiter.consume('tenant:b', 3)));
      expect(count(costly.map(({ allowed }) => allowed))).toBe(3);
    });
  });

  describe('RateLimiter: sliding window', () => {
    test('counts the previous window in proportion to its overlap with the last minute', async () => {
      await consume(10);
      nowMs = START_MS + MINUTE_MS;
      expect(count(await consume(1))).toBe(0);
      nowMs = START_MS + 1.3 * MINUTE_MS;
      expect(count(await consume(5))).toBe(3);
      nowMs = START_MS + 1.8 * MINUTE_MS;
      expect(count(await consume(10))).toBe(5);
    });

    test('makes the full limit available after two minutes without requests', async () => {
      await consume(10);
      nowMs = START_MS + 2 * MINUTE_MS;
      expect(await limiter.consume('tenant:a')).toMatchObject({ allowed: true, remaining: 9 });
    });

    test('admits a request after retryAfter seconds, but not one second earlier', async () => {
      nowMs = START_MS + 12_345;
      await consume(10);
      for (let round = 0; round < 5; round++) {
        const { retryAfter, allowed } = await limiter.consume('tenant:a', 2);
        expect(allowed).toBe(false);
        nowMs += (retryAfter - 1) * 1000;
        expect((await limiter.consume('tenant:a', 2)).allowed).toBe(false);
        nowMs += 1000;
        expect((await limiter.consume('tenant:a', 2)).allowed).toBe(true);
      }
    });

    test('returns in `resetAt` the time at which the full limit is available again', async () => {
      nowMs = START_MS + 59_000;
      expect((await limiter.consume('tenant:a')).resetAt).toBe((START_MS + 2 * MINUTE_MS) / 1000);
    });
  });
}
