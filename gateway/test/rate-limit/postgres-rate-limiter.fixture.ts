import { describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { Database } from '@loci/postgres';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { createInMemoryRateLimiter } from '@loci/http';
import { createPostgresRateLimiter } from '../../src/rate-limit/postgres-rate-limiter.ts';
import type { PostgresRateLimiterOptions } from '../../src/rate-limit/postgres-rate-limiter.ts';
import { describeRateLimiterContract } from '../../src/rate-limit/rate-limiter.contract.ts';

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000;

/**
 * Tests of the PostgreSQL rate limiter, for the embedded and for an external server.
 *
 * @param options.open opens another connection pool as the gateway's role
 */
export function describePostgresRateLimiter({ open }: { open(): Database }): void {
  const database = open();
  const other = open();
  const logged: string[] = [];
  let fallbacks = 0;
  const create = (options: Partial<PostgresRateLimiterOptions> = {}) =>
    createPostgresRateLimiter({
      database,
      limitPerMinute: 10,
      // On a busy machine a statement can exceed the default timeout, which would cause a fallback.
      statementTimeoutMs: 20_000,
      log: {
        warn: (_details, message) => logged.push(message),
        info: (_details, message) => logged.push(message),
      },
      onFallback: () => fallbacks++,
      ...options,
    });
  const deleteCounts = () => database.statement('DELETE FROM request_windows', [], 'delete-counts');

  describeRateLimiterContract({
    create: async (limitPerMinute, now) => {
      await deleteCounts();
      return create({ limitPerMinute, now });
    },
  });

  describe('PostgresRateLimiter', () => {
    test('admits 10 of 50 concurrent requests to two gateways if the limit is 10', async () => {
      await deleteCounts();
      const gateways = [create({ database }), create({ database: other })];
      for (const key of ['tenant:a', 'tenant:b', 'tenant:c']) {
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, i) => gateways[i % 2]!.consume(key)),
        );
        expect(results.filter(({ allowed }) => allowed)).toHaveLength(10);
        expect(results.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual([
          ...Array.from({ length: 10 }, (_, i) => 9 - i),
          ...Array.from({ length: 40 }, () => 0),
        ]);
      }
      expect([fallbacks, logged]).toEqual([0, []]);
    });

    test('uses the clock of the database by default', async () => {
      await deleteCounts();
      const { resetAt } = await create().consume('tenant:a');
      const [row] = await database.statement<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
        [],
        'read-clock',
      );
      expect(resetAt).toBeGreaterThan(row!.now);
      expect(resetAt).toBeLessThanOrEqual(row!.now + 120);
    });

    test('does not move the window back for a request with an earlier timestamp', async () => {
      await deleteCounts();
      let nowMs = START_MS + MINUTE_MS;
      const limiter = create({ now: () => nowMs });
      for (let i = 0; i < 10; i++) await limiter.consume('tenant:a');
      nowMs = START_MS + 59_999;
      expect(await limiter.consume('tenant:a')).toMatchObject({ allowed: false, remaining: 0 });
    });

    test('returns the same results as the in-memory limiter for any sequence of requests', async () => {
      const requestSequences = fc.array(
        fc.record({
          key: fc.constantFrom('a', 'b'),
          cost: fc.integer({ min: 1, max: 12 }),
          afterMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 150_000 })),
        }),
        { minLength: 5, maxLength: 25 },
      );
      await assertProperty(
        fc.asyncProperty(requestSequences, async (requests) => {
          await deleteCounts();
          let nowMs = START_MS;
          const shared = create({ now: () => nowMs });
          const single = createInMemoryRateLimiter(10, () => nowMs);
          for (const { key, cost, afterMs } of requests) {
            nowMs += afterMs;
            expect(await shared.consume(key, cost)).toEqual(await single.consume(key, cost));
          }
        }),
        { runs: 400 },
      );
    });

    test('deletes only the counters of keys that were not used for two windows', async () => {
      await deleteCounts();
      let nowMs = START_MS;
      const limiter = create({ now: () => nowMs });
      await limiter.consume('old');
      nowMs = START_MS + MINUTE_MS;
      await limiter.consume('recent');
      nowMs = START_MS + 2 * MINUTE_MS + 1;
      await limiter.pruneJob.run(new AbortController().signal);
      const keys = await database.statement<{ key: string }>(
        'SELECT key FROM request_windows',
        [],
        'list-keys',
      );
      expect(keys).toEqual([{ key: 'recent' }]);
    });

    test('deletes several batches of unused counters in one run', async () => {
      await deleteCounts();
      await database.statement(
        `INSERT INTO request_windows SELECT 'k' || i, 0, 1, 0, 1 FROM generate_series(1, 25000) i`,
        [],
        'fill',
      );
      await create().pruneJob.run(new AbortController().signal);
      const left = await database.statement('SELECT 1 FROM request_windows', [], 'find-any');
      expect(left).toEqual([]);
    });

    test('counts requests locally, with one warning, while the database is unavailable', async () => {
      await deleteCounts();
      [fallbacks, logged.length] = [0, 0];
      let isDown = true;
      let statements = 0;
      const limiter = create({
        database: {
          statement: (...call) => {
            statements++;
            return isDown ? Promise.reject(unavailable('The database')) : database.statement(...call);
          },
        },
        retryIntervalMs: 0,
      });
      const first = [];
      for (let i = 0; i < 12; i++) first.push((await limiter.consume('tenant:a')).allowed);
      expect(first.filter(Boolean)).toHaveLength(10);
      expect([fallbacks, statements]).toEqual([12, 12]);
      expect(logged).toEqual(['Rate limiter database unavailable, counting requests locally']);
      isDown = false;
      expect(await limiter.consume('tenant:a')).toMatchObject({ allowed: true, remaining: 9 });
      expect(fallbacks).toBe(12);
      expect(logged[1]).toBe('Rate limiter database available again');
    });

    test('sends only one request at a time to a database that does not respond', async () => {
      [fallbacks, logged.length] = [0, 0];
      let statements = 0;
      const limiter = create({
        database: {
          statement: () => {
            statements++;
            return new Promise(() => undefined);
          },
        },
        statementTimeoutMs: 1,
        retryIntervalMs: 1_000_000,
      });
      for (let i = 0; i < 5; i++) expect((await limiter.consume('tenant:a')).allowed).toBe(true);
      expect([statements, fallbacks]).toEqual([1, 5]);
    });
  });
}
