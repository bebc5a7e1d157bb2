import { withTimeout } from '@loci/async';
import { unavailable } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { createInMemoryRateLimiter } from '@loci/http';
import type { Allowance, RateLimiter } from '@loci/http';
import { RATE_WINDOW_MS, evaluateWindow, windowStart } from '@loci/http';

export interface PostgresRateLimiterOptions {
  /** Database connection with the gateway's role. The limiter does not close it. */
  database: Pick<Database, 'statement'>;
  limitPerMinute: number;
  log: { warn(details: object, message: string): void; info(details: object, message: string): void };
  /** Called for each request that is counted locally because the database does not respond. */
  onFallback(): void;
  /** Timeout of the statement in milliseconds. Defaults to 500. A statement usually takes 0.5 ms. */
  statementTimeoutMs?: number;
  /** Milliseconds between attempts to reach the database after a failure. Defaults to 2,000. */
  retryIntervalMs?: number;
  /** Returns milliseconds since the epoch. Defaults to the clock of the database, which all replicas share. */
  now?: () => number;
}

export interface PostgresRateLimiter extends RateLimiter {
  /** Deletes the counts of keys that were not used for two windows. */
  pruneJob: Job;
}

/**
 * Rate limiter shared by all replicas of the gateway. For each request, a single PostgreSQL statement locks
 * the row of the key, and counts or rejects the request.
 *
 * If the database does not respond, each replica counts requests locally and starts at zero. The limit then
 * applies per replica. The replica logs one warning and calls `onFallback` for each request.
 *
 * @see docs/decisions/0004-count-requests-in-postgresql.md
 */
export function createPostgresRateLimiter({
  database,
  limitPerMinute,
  log,
  onFallback,
  statementTimeoutMs = 500,
  retryIntervalMs = 2_000,
  now,
}: PostgresRateLimiterOptions): PostgresRateLimiter {
  /** Local limiter. Null while the database responds. */
  let fallback: RateLimiter | null = null;
  let retryAtMs = 0;

  async function consumeShared(key: string, cost: number): Promise<Allowance> {
    const [row] = await withTimeout(
      database.statement<ConsumedRow>(
        CONSUME,
        [key, cost, limitPerMinute, now?.() ?? null],
        'consume-requests',
      ),
      statementTimeoutMs,
      () => {
        throw unavailable('The rate limiter database');
      },
    );
    const { admitted, current, previous } = row!;
    const atMs = Number(row!.at_ms);
    const before = { startMs: windowStart(atMs), current: current - admitted, previous };
    return evaluateWindow(before, cost, limitPerMinute, atMs);
  }

  function consumeLocally(key: string, cost: number): Promise<Allowance> {
    onFallback();
    fallback ??= createInMemoryRateLimiter(limitPerMinute, now);
    return fallback.consume(key, cost);
  }

  return {
    consume: async (key, cost = 1) => {
      if (fallback) {
        if (performance.now() < retryAtMs) return consumeLocally(key, cost);
        // Only this request tries the database. Concurrent requests are counted locally and do not wait.
        retryAtMs = performance.now() + retryIntervalMs;
      }
      try {
        const allowance = await consumeShared(key, cost);
        if (fallback) log.info({}, 'Rate limiter database available again');
        fallback = null;
        return allowance;
      } catch (error) {
        retryAtMs = performance.now() + retryIntervalMs;
        if (!fallback)
          log.warn({ err: error }, 'Rate limiter database unavailable, counting requests locally');
        return consumeLocally(key, cost);
      }
    },
    close: () => Promise.resolve(),
    pruneJob: {
      name: 'prune-request-windows',
      intervalMs: RATE_WINDOW_MS,
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
  /** Time in milliseconds since the epoch: a bigint, which the driver returns as a string. */
  at_ms: string;
  current: number;
  previous: number;
  admitted: number;
}

const NOW_MS = (parameter: string): string =>
  `coalesce(${parameter}::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;

/**
 * Counts or rejects a request. The parameters are the key, the cost, the limit, and the time in milliseconds
 * or null for the clock of the database. The statement reads the clock while the row is locked, so the time
 * of a key never goes backwards. It also decides under the lock whether the request is admitted. `evaluate`
 * computes the other fields of the result from the returned counts.
 */
const CONSUME = `
INSERT INTO request_windows AS w (key, at_ms, current, previous, admitted)
SELECT $1, ${NOW_MS('$4')}, admitted, 0, admitted
FROM (SELECT CASE WHEN $2::int <= $3::int THEN $2::int ELSE 0 END AS admitted) AS first
ON CONFLICT (key) DO UPDATE SET (at_ms, current, previous, admitted) = (
  SELECT clock.at_ms, counts.current + verdict.admitted, counts.previous, verdict.admitted
  FROM (SELECT greatest(w.at_ms, ${NOW_MS('$4')}) AS at_ms) AS clock,
  LATERAL (SELECT clock.at_ms / ${RATE_WINDOW_MS} - w.at_ms / ${RATE_WINDOW_MS} AS windows) AS passed,
  LATERAL (SELECT
    CASE passed.windows WHEN 0 THEN w.current ELSE 0 END AS current,
    CASE passed.windows WHEN 0 THEN w.previous WHEN 1 THEN w.current ELSE 0 END AS previous) AS counts,
  LATERAL (SELECT CASE WHEN counts.current
      + counts.previous * (1 - (clock.at_ms % ${RATE_WINDOW_MS}) / ${RATE_WINDOW_MS}::float8) + $2::int <= $3::int
    THEN $2::int ELSE 0 END AS admitted) AS verdict)
RETURNING at_ms, current, previous, admitted`;

const PRUNE_BATCH = 10_000;
/** Deletes unused keys. The parameters are the time as in {@link CONSUME}, and the maximum number of rows. */
const PRUNE = `
DELETE FROM request_windows WHERE key IN (
  SELECT key FROM request_windows WHERE at_ms < ${NOW_MS('$1')} - ${2 * RATE_WINDOW_MS}
  LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING 1`;
