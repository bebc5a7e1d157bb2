import { describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { Database } from '@loci/postgres';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { inMemoryRateLimiter } from './in-memory.ts';
import { createPostgresRateLimiter } from './postgres.ts';
import type { PostgresRateLimiterOptions } from './postgres.ts';
import { describeRateLimiterContract } from './rate-limiter.contract.ts';

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000;

/** Everything that is promised of the limiter, on whichever PostgreSQL. @param options.open another pool of the gateway */
export function describePostgresRateLimiter({ open }: { open(): Database }): void {
  const database = open();
  const other = open();
  const logged: string[] = [];
  let alone = 0;
  const create = (options: Partial<PostgresRateLimiterOptions> = {}) =>
    createPostgresRateLimiter({
      database,
      limitPerMinute: 10,
      // On a busy machine a statement takes its time; none may be counted alone for that.
      answerTimeoutMs: 20_000,
      log: {
        warn: (_details, message) => logged.push(message),
        info: (_details, message) => logged.push(message),
      },
      onCountedAlone: () => alone++,
      ...options,
    });
  const forget = () => database.statement('DELETE FROM request_windows', [], 'forget');

  describeRateLimiterContract({
    create: async (limitPerMinute, now) => {
      await forget();
      return create({ limitPerMinute, now });
    },
  });

  describe('PostgresRateLimiter', () => {
    test('50 questions at once to two gateways admit the limit together', async () => {
      await forget();
      const gateways = [create({ database }), create({ database: other })];
      for (const key of ['tenant:a', 'tenant:b', 'tenant:c']) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => gateways[i % 2]!.consume(key)),
        );
        expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
        expect(answers.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual([
          ...Array.from({ length: 10 }, (_, i) => 9 - i),
          ...Array.from({ length: 40 }, () => 0),
        ]);
      }
      expect([alone, logged]).toEqual([0, []]);
    });

    test('without a clock of its own it goes by the database’s', async () => {
      await forget();
      const { resetAt } = await create().consume('tenant:a');
      const [row] = await database.statement<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
        [],
        'ask-time',
      );
      expect(resetAt).toBeGreaterThan(row!.now);
      expect(resetAt).toBeLessThanOrEqual(row!.now + 120);
    });

    test('a gateway whose question was delayed into an earlier window changes no window back', async () => {
      await forget();
      let nowMs = START_MS + MINUTE_MS;
      const limiter = create({ now: () => nowMs });
      for (let i = 0; i < 10; i++) await limiter.consume('tenant:a');
      nowMs = START_MS + 59_999;
      expect(await limiter.consume('tenant:a')).toMatchObject({ allowed: false, remaining: 0 });
    });

    test('whatever is asked, when and how often: the same answers as the limiter of one process', async () => {
      const questions = fc.array(
        fc.record({
          key: fc.constantFrom('a', 'b'),
          cost: fc.integer({ min: 1, max: 12 }),
          afterMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 150_000 })),
        }),
        { minLength: 5, maxLength: 25 },
      );
      await assertProperty(
        fc.asyncProperty(questions, async (asked) => {
          await forget();
          let nowMs = START_MS;
          const shared = create({ now: () => nowMs });
          const single = inMemoryRateLimiter(10, () => nowMs);
          for (const { key, cost, afterMs } of asked) {
            nowMs += afterMs;
            expect(await shared.consume(key, cost)).toEqual(await single.consume(key, cost));
          }
        }),
        { runs: 400 },
      );
    });

    test('keys that were not seen for two windows are removed, the others stay', async () => {
      await forget();
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
        'see-keys',
      );
      expect(keys).toEqual([{ key: 'recent' }]);
    });

    test('more old keys than one batch are removed in one run', async () => {
      await forget();
      await database.statement(
        `INSERT INTO request_windows SELECT 'k' || i, 0, 1, 0, 1 FROM generate_series(1, 25000) i`,
        [],
        'fill',
      );
      await create().pruneJob.run(new AbortController().signal);
      const left = await database.statement('SELECT 1 FROM request_windows', [], 'see-any');
      expect(left).toEqual([]);
    });

    test('while the database is gone each gateway counts alone, says so once, and returns to the others', async () => {
      await forget();
      [alone, logged.length] = [0, 0];
      let gone = true;
      let asked = 0;
      const limiter = create({
        database: {
          statement: (...call) => {
            asked++;
            return gone ? Promise.reject(unavailable('The database')) : database.statement(...call);
          },
        },
        pauseMs: 0,
      });
      const first = [];
      for (let i = 0; i < 12; i++) first.push((await limiter.consume('tenant:a')).allowed);
      expect(first.filter(Boolean)).toHaveLength(10);
      expect([alone, asked]).toEqual([12, 12]);
      expect(logged).toEqual(['the database does not count requests; this gateway counts alone']);
      gone = false;
      expect(await limiter.consume('tenant:a')).toMatchObject({ allowed: true, remaining: 9 });
      expect(alone).toBe(12);
      expect(logged[1]).toBe('requests are counted by all gateways together again');
    });

    test('a database that does not answer is waited for once, by one request at a time', async () => {
      [alone, logged.length] = [0, 0];
      let asked = 0;
      const limiter = create({
        database: {
          statement: () => {
            asked++;
            return new Promise(() => undefined);
          },
        },
        answerTimeoutMs: 1,
        pauseMs: 1_000_000,
      });
      for (let i = 0; i < 5; i++) expect((await limiter.consume('tenant:a')).allowed).toBe(true);
      expect([asked, alone]).toEqual([1, 5]);
    });
  });
}
