import { unavailable } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { inMemoryRateLimiter } from './in-memory.ts';
import type { Allowance, RateLimiter } from './rate-limiter.ts';
import { WINDOW_MS, judge, windowStart } from './sliding-window.ts';

export interface PostgresRateLimiterOptions {
  /** As the role of the gateway. It stays open: it is its maker's to close. */
  database: Pick<Database, 'statement'>;
  limitPerMinute: number;
  log: { warn(details: object, message: string): void; info(details: object, message: string): void };
  /** Called for each request that this replica counted by itself, since the database did not answer. */
  onCountedAlone(): void;
  /** Longer than this no request waits to be counted; default 500, where a statement takes half a millisecond. */
  answerTimeoutMs?: number;
  /** After a failure this long nobody asks the database; default 2,000. */
  pauseMs?: number;
  /** Milliseconds since the epoch; default: the database's clock, the same for every replica. */
  now?: () => number;
}

export interface PostgresRateLimiter extends RateLimiter {
  /** Removes the counts of keys that were not seen for two windows. */
  pruneJob: Job;
}

/**
 * A rate limiter for all replicas of the gateway: one statement per request counts it in PostgreSQL, or refuses it,
 * under the lock of the key's row.
 *
 * While the database does not answer each replica counts by itself, from zero: requests go on, and the limit holds per
 * replica instead of in all. It says so once in the log, and by `onCountedAlone`.
 */
export function createPostgresRateLimiter({
  database,
  limitPerMinute,
  log,
  onCountedAlone,
  answerTimeoutMs = 500,
  pauseMs = 2_000,
  now,
}: PostgresRateLimiterOptions): PostgresRateLimiter {
  /** Counts alone while there is one. */
  let alone: RateLimiter | null = null;
  let askAgainAtMs = 0;

  async function consumeTogether(key: string, cost: number): Promise<Allowance> {
    const [row] = await inTime(
      database.statement<ConsumedRow>(
        CONSUME,
        [key, cost, limitPerMinute, now?.() ?? null],
        'consume-requests',
      ),
      answerTimeoutMs,
    );
    const { admitted, current, previous } = row!;
    const atMs = Number(row!.at_ms);
    const before = { startMs: windowStart(atMs), current: current - admitted, previous };
    return judge(before, cost, limitPerMinute, atMs);
  }

  function countAlone(key: string, cost: number): Promise<Allowance> {
    onCountedAlone();
    alone ??= inMemoryRateLimiter(limitPerMinute, now);
    return alone.consume(key, cost);
  }

  return {
    consume: async (key, cost = 1) => {
      if (alone) {
        if (performance.now() < askAgainAtMs) return countAlone(key, cost);
        // This request looks whether the database is back; the others do not wait for it.
        askAgainAtMs = performance.now() + pauseMs;
      }
      try {
        const allowance = await consumeTogether(key, cost);
        if (alone) log.info({}, 'requests are counted by all gateways together again');
        alone = null;
        return allowance;
      } catch (error) {
        askAgainAtMs = performance.now() + pauseMs;
        if (!alone)
          log.warn({ err: error }, 'the database does not count requests; this gateway counts alone');
        return countAlone(key, cost);
      }
    },
    close: () => Promise.resolve(),
    pruneJob: {
      name: 'prune-request-windows',
      intervalMs: WINDOW_MS,
      run: async (signal) => {
        let removed = PRUNE_BATCH;
        while (removed === PRUNE_BATCH && !signal.aborted) {
          const rows = await database.statement(
            PRUNE,
            [now?.() ?? null, PRUNE_BATCH],
            'prune-request-windows',
          );
          removed = rows.length;
        }
      },
    },
  };
}

interface ConsumedRow {
  /** bigint, which the driver gives as text. */
  at_ms: string;
  current: number;
  previous: number;
  admitted: number;
}

const NOW_MS = (parameter: string): string =>
  `coalesce(${parameter}::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;

/**
 * Key, cost, limit, time or null. The time is read under the row's lock and never runs backwards, whatever the order
 * in which the statements arrived. What is admitted has to be decided here, under the lock; all that the answer tells
 * beyond that follows from the counts by `judge`, which decides by the same sum.
 */
const CONSUME = `
INSERT INTO request_windows AS w (key, at_ms, current, previous, admitted)
SELECT $1, ${NOW_MS('$4')}, admitted, 0, admitted
FROM (SELECT CASE WHEN $2::int <= $3::int THEN $2::int ELSE 0 END AS admitted) AS first
ON CONFLICT (key) DO UPDATE SET (at_ms, current, previous, admitted) = (
  SELECT clock.at_ms, counts.current + verdict.admitted, counts.previous, verdict.admitted
  FROM (SELECT greatest(w.at_ms, ${NOW_MS('$4')}) AS at_ms) AS clock,
  LATERAL (SELECT clock.at_ms / ${WINDOW_MS} - w.at_ms / ${WINDOW_MS} AS windows) AS passed,
  LATERAL (SELECT
    CASE passed.windows WHEN 0 THEN w.current ELSE 0 END AS current,
    CASE passed.windows WHEN 0 THEN w.previous WHEN 1 THEN w.current ELSE 0 END AS previous) AS counts,
  LATERAL (SELECT CASE WHEN counts.current
      + counts.previous * (1 - (clock.at_ms % ${WINDOW_MS}) / ${WINDOW_MS}::float8) + $2::int <= $3::int
    THEN $2::int ELSE 0 END AS admitted) AS verdict)
RETURNING at_ms, current, previous, admitted`;

const PRUNE_BATCH = 10_000;
/** Time or null, how many at most. */
const PRUNE = `
DELETE FROM request_windows WHERE key IN (
  SELECT key FROM request_windows WHERE at_ms < ${NOW_MS('$1')} - ${2 * WINDOW_MS}
  LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING 1`;

/** The answer, unless it takes too long; it may count all the same, which is for the caller's good. */
async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable('Counting requests')), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
