import { retry, withTimeout } from '@loci/async';
import { AppError, isAppError, unavailable } from '@loci/core';
import neo4j from 'neo4j-driver';
import type { Driver, Result, Session } from 'neo4j-driver';
import {
  describeMisconfiguration,
  isConnectionFailure,
  isPoolFailure,
  isTransient,
  translateError,
} from './neo4j-errors.ts';

export interface Neo4jConnectionOptions {
  url: string;
  user: string;
  password: string;
  database: string;
  maxConnections: number;
}

/** Runs statements that read. */
export interface Neo4jReader {
  /**
   * Runs a statement in its own transaction, in one round trip. The previous statement must have ended.
   * Returns the records as objects; integers are returned as numbers.
   */
  run<Row>(text: string, parameters: Record<string, unknown>): Promise<Row[]>;
}

/** An open transaction. Statements run in the order of the calls, so a call need not await the previous one. */
export interface Neo4jTransaction {
  /** Runs a statement. Returns the records as objects; integers are returned as numbers. */
  run<Row>(text: string, parameters: Record<string, unknown>): Promise<Row[]>;
}

export interface Neo4jConnection {
  /**
   * Runs `work`, and retries it after a connection failure and after a transient error.
   *
   * @param timeoutMs limit for all statements and attempts together, enforced by the client and by the server
   * @throws SYS_SERVICE_UNAVAILABLE if Neo4j is unreachable or does not respond in time, and after `close`
   */
  read<T>(timeoutMs: number, work: (reader: Neo4jReader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it. Retries `work` after a connection failure and after a
   * transient error, such as a deadlock. Therefore, `work` must be idempotent.
   *
   * @param timeoutMs limit for all attempts together, enforced by the client and by the server
   * @throws SYS_SERVICE_UNAVAILABLE if Neo4j is unreachable or does not respond in time, and after `close`
   */
  inTransaction<T>(timeoutMs: number, work: (tx: Neo4jTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs statements one after the other, each in its own transaction, as schema changes require.
   *
   * @param timeoutMs limit for all statements and attempts together
   * @throws SYS_SERVICE_UNAVAILABLE if Neo4j is unreachable or does not respond in time, and after `close`
   * @throws SYS_INTERNAL_ERROR if Neo4j rejects the user, the password or the database name
   */
  runInAutoCommit(statements: readonly string[], timeoutMs: number): Promise<void>;
  /** Closes all connections. Idempotent. Does not wait for connections that do not respond. */
  close(): Promise<void>;
}

/** Timeout for opening a socket. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Timeout for getting a connection from the pool, including the handshake of a new one. */
const ACQUIRE_TIMEOUT_MS = 3_000;
/** Connections that were idle for longer are tested before use, because a firewall may have dropped them. */
const IDLE_TEST_AFTER_MS = 30_000;
/**
 * Number of connection failures after which a call fails. The first failure is retried, because a pooled
 * connection may be dead after a server restart.
 */
const MAX_CONNECTION_FAILURES = 2;
const FIRST_RETRY_DELAY_MS = 5;
const MAX_RETRY_DELAY_MS = 250;
/** Timeout for closing connections gracefully. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Opens a connection pool to a single server, without cluster routing. Connects on first use. */
export function openNeo4jConnection(options: Neo4jConnectionOptions): Neo4jConnection {
  let driver = openDriver();
  let closed = false;

  function openDriver(): Driver {
    return neo4j.driver(options.url, neo4j.auth.basic(options.user, options.password), {
      disableLosslessIntegers: true,
      // Results are bounded, so all records are fetched in one round trip.
      fetchSize: -1,
      maxConnectionPoolSize: options.maxConnections,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      connectionAcquisitionTimeout: ACQUIRE_TIMEOUT_MS,
      connectionLivenessCheckTimeout: IDLE_TEST_AFTER_MS,
      telemetryDisabled: true,
      userAgent: 'loci-graph',
    });
  }

  /**
   * Replaces a driver whose connections do not respond. The driver does not have a response timeout, so these
   * connections would occupy its pool forever.
   */
  function replaceDriver(unresponsive: Driver): void {
    if (driver !== unresponsive || closed) return;
    driver = openDriver();
    unresponsive.close().catch(() => undefined);
  }

  async function inSession<T>(
    mode: 'read' | 'write',
    timeoutMs: number,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    if (closed) throw unavailable('The graph store');
    const used = driver;
    const session = used.session({
      database: options.database,
      defaultAccessMode: mode === 'read' ? neo4j.session.READ : neo4j.session.WRITE,
    });
    try {
      return await withTimeout(work(session), timeoutMs, () => {
        replaceDriver(used);
        throw unavailable('The graph store', new Error(`Neo4j did not respond within ${timeoutMs} ms.`));
      });
    } catch (error) {
      if (isPoolFailure(error)) replaceDriver(used);
      throw error;
    } finally {
      // Rolls back an open transaction. The rollback is not awaited, because an unresponsive server never
      // confirms it.
      session.close().catch(() => undefined);
    }
  }

  async function withRetries<T>(
    mode: 'read' | 'write',
    timeoutMs: number,
    attempt: (session: Session, remainingMs: number) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    let connectionFailures = 0;
    const shouldRetry = (error: unknown): boolean => {
      if (isAppError(error) || performance.now() + MAX_RETRY_DELAY_MS >= deadline) return false;
      if (isConnectionFailure(error)) return ++connectionFailures < MAX_CONNECTION_FAILURES;
      return isTransient(error);
    };
    const run = (): Promise<T> => {
      const remainingMs = Math.max(1, Math.ceil(deadline - performance.now()));
      return inSession(mode, remainingMs, (session) => attempt(session, remainingMs));
    };
    try {
      return await retry(run, {
        firstDelayMs: FIRST_RETRY_DELAY_MS,
        maxDelayMs: MAX_RETRY_DELAY_MS,
        // Transactions that deadlocked with each other must not retry at the same time.
        jitter: true,
        shouldRetry,
      });
    } catch (error) {
      throw isAppError(error) ? error : translateError(error);
    }
  }

  return {
    read: (timeoutMs, work) =>
      withRetries('read', timeoutMs, (session, timeout) =>
        work({ run: (text, parameters) => toRows(session.run(text, parameters, { timeout })) }),
      ),

    inTransaction: (timeoutMs, work) =>
      withRetries('write', timeoutMs, async (session, timeout) => {
        const transaction = await session.beginTransaction({ timeout });
        const result = await work({ run: (text, parameters) => toRows(transaction.run(text, parameters)) });
        await transaction.commit();
        return result;
      }),

    runInAutoCommit: (statements, timeoutMs) =>
      withRetries('write', timeoutMs, async (session, remainingMs) => {
        for (const statement of statements) await session.run(statement, {}, { timeout: remainingMs });
      }).catch((error: unknown) => {
        const message = describeMisconfiguration(error, options);
        throw message === null ? error : new AppError('SYS_INTERNAL_ERROR', message, { cause: error });
      }),

    async close() {
      if (closed) return;
      closed = true;
      await withTimeout(driver.close(), CLOSE_TIMEOUT_MS, () => undefined).catch(() => undefined);
    },
  };
}

async function toRows<Row>(result: Result): Promise<Row[]> {
  const { records } = await result;
  return records.map((record) => record.toObject() as Row);
}
