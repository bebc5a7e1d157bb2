import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, isUuid } from '@loci/core';
import { errorType, getTracing } from '@loci/telemetry';
import type { ObserveOperation, SpanOptions } from '@loci/telemetry';
import pg from 'pg';
import type { DatabaseConnection } from './connection-url.ts';
import { isAbortedTransaction, translateError } from './postgres-errors.ts';

/** A running transaction. */
export interface Transaction {
  /**
   * Sends a statement immediately, without waiting for earlier statements. Statements of a transaction run in
   * call order.
   *
   * @param name name of the prepared statement, which must be unique to `text`; without a name, nothing is
   *   prepared
   * @returns the rows in the order of the result
   * @throws SYS_SERVICE_UNAVAILABLE for transient errors; other errors of the driver unchanged
   */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /**
   * Calls `send` after the work of the transaction has resolved. The statements that `send` issues synchronously are sent
   * in the round trip of COMMIT. If it rejects, the transaction is rolled back and rejects with the same error.
   */
  beforeCommit(send: () => Promise<unknown>): void;
  /** Runs `action` after the commit. The action does not run after a rollback. */
  afterCommit(action: () => void): void;
}

export type InTransaction = Database['inTransaction'];

/** Limits of the statements of a transaction. */
interface TransactionOptions {
  /** Maximum milliseconds per statement. Defaults to the limit of the pool. */
  statementTimeoutMs?: number | undefined;
  /** Cancels the running statement and rejects later ones when it is aborted. */
  signal?: AbortSignal | undefined;
}

/**
 * A connection pool of one database role. Every transaction has a tenant, and row-level security compares the
 * tenant with each row. A query without a WHERE clause therefore never returns rows of another tenant.
 *
 * @see docs/security-model.md#tenant-isolation
 */
export interface Database {
  /**
   * Runs `work` in a transaction of a tenant, and commits when it resolves. BEGIN, the tenant and the first statements
   * are sent in one round trip. If `work` rejects, the transaction is rolled back.
   */
  inTransaction<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` like `inTransaction`, but sends BEGIN, all statements and COMMIT in one round trip. `work`
   * must issue all statements synchronously, so it cannot depend on a result.
   */
  inOneRoundTrip<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction that sees the rows of all tenants. For consumers, jobs and exports only, never for the
   * request of a caller.
   */
  inSystemTransaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs one prepared statement as its own transaction, in a single round trip. The transaction has no
   * tenant, so the statement sees no rows of tables with row-level security. Do not retry a statement that
   * changes data after an error, because it may have been executed.
   *
   * @throws SYS_SERVICE_UNAVAILABLE for transient errors; other errors of the driver unchanged
   */
  statement<Row>(text: string, values: readonly unknown[], name: string): Promise<Row[]>;
  /**
   * Returns the number of open connections, of idle connections, and of callers that are waiting for a
   * connection, and the maximum number of connections.
   */
  poolState(): { total: number; idle: number; waiting: number; max: number };
  /** Closes the pool after the running transactions. Later calls fail with SYS_SERVICE_UNAVAILABLE. */
  close(): Promise<void>;
}

export interface DatabaseOptions extends Omit<DatabaseConnection, 'ssl'> {
  /** TLS options of the connections. Defaults to false, which means that connections are not encrypted. */
  ssl?: DatabaseConnection['ssl'] | undefined;
  /** Maximum number of connections. Defaults to 10. */
  maxConnections?: number | undefined;
  /** Name of the connections in `pg_stat_activity`. */
  applicationName: string;
  /** Called when a transaction has released its connection. */
  onRelease?: ((timing: ConnectionTiming) => void) | undefined;
  /**
   * Called for each statement with the command that PostgreSQL reports, such as `INSERT`. The duration includes the
   * statements before it in the same round trip.
   */
  onStatement?: ObserveOperation | undefined;
  /** Maximum milliseconds per statement. Defaults to 15,000. */
  statementTimeoutMs?: number | undefined;
}

/** Use of a connection by a transaction. */
export interface ConnectionTiming {
  /** Seconds for which the transaction waited for the connection. */
  waitSeconds: number;
  /** Seconds for which it used the connection. */
  useSeconds: number;
}

const ALL_TENANTS = '*';
const DEFAULT_STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Returns the milliseconds after which the driver closes a connection without a response. The server cancels the statement
 * earlier, unless the server or the network has failed.
 */
const toResponseTimeout = (statementTimeoutMs: number): number => statementTimeoutMs + 2_000;

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

/** Returns the first keyword of a statement: without a result, PostgreSQL reports no command. */
const firstWord = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'UNKNOWN';

/** Sends all statements that are issued in this turn of the event loop in one system call. */
function corkWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  nextTick(() => stream.uncork());
}

/** Opens a connection pool. Connections are established on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const { statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    host: options.host,
    port: options.port,
    database: options.database,
    user: options.user,
    password: options.password,
    ssl: options.ssl ?? false,
    max: options.maxConnections ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: options.applicationName,
    statement_timeout: statementTimeoutMs,
    query_timeout: toResponseTimeout(statementTimeoutMs),
    pipeline: true,
  } as pg.PoolConfig);
  // Without a listener, the failure of an idle connection would crash the process. The pool replaces the connection.
  pool.on('error', () => undefined);
  // The pool handles errors of idle connections only. For a connection in use, the error event is ignored,
  // because its statements fail with their own errors.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const { onStatement } = options;
  /** Reports a failed statement. Returns its translated error. */
  function failedStatement(text: string, startedAt: number, error: unknown): unknown {
    const translated = translateError(error);
    onStatement?.(firstWord(text), secondsSince(startedAt), errorType(translated));
    return translated;
  }

  const poolAttributes = {
    'db.system.name': 'postgresql',
    'db.client.connection.pool.name': options.applicationName,
  };
  const transactionSpan: SpanOptions = {
    name: `transaction ${options.applicationName}`,
    kind: 'client',
    attributes: { ...poolAttributes, 'db.operation.name': 'transaction' },
  };

  /**
   * Cancels the running statement of a connection when the signal is aborted.
   *
   * @returns function that ends the observation, and returns true if the connection must not be used again, because the
   *   server may still receive the cancellation
   */
  function cancelOnAbort(client: pg.PoolClient, signal: AbortSignal): () => Promise<boolean> {
    let cancellation: Promise<unknown> | undefined;
    const cancel = (): void => {
      const { processID } = client as unknown as { processID: number };
      cancellation = pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal.removeEventListener('abort', cancel);
      await cancellation;
      return cancellation !== undefined;
    };
  }

  async function run<T>(
    scope: string,
    work: (tx: Transaction) => Promise<T>,
    { commitAtOnce = false, ...limits }: TransactionOptions & { commitAtOnce?: boolean },
  ): Promise<T> {
    const { signal } = limits;
    const timeout =
      limits.statementTimeoutMs === undefined
        ? null
        : { server: limits.statementTimeoutMs, client: toResponseTimeout(limits.statementTimeoutMs) };
    signal?.throwIfAborted();
    const requestedAt = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      throw translateError(error);
    });
    const connectedAt = performance.now();
    const beforeCommit: (() => Promise<unknown>)[] = [];
    const afterCommit: (() => void)[] = [];
    const tx: Transaction = {
      query: <Row>(text: string, values: readonly unknown[] = [], name?: string) => {
        const send = async (): Promise<Row[]> => {
          signal?.throwIfAborted();
          const query = {
            ...(name !== undefined && { name }),
            text,
            values,
            ...(timeout && { query_timeout: timeout.client }),
          };
          const startedAt = performance.now();
          try {
            const { command, rows } = await client.query(query as pg.QueryConfig);
            onStatement?.(command, secondsSince(startedAt), null);
            return rows as Row[];
          } catch (error) {
            // The server rejects the statements that follow a failed one. Their errors are delayed, so that
            // `Promise.all` rejects with the error of the failed statement.
            if (isAbortedTransaction(error)) await nextTurn();
            throw failedStatement(text, startedAt, error);
          }
        };
        const tracing = getTracing();
        return tracing === null || name === undefined
          ? send()
          : tracing.inChildSpan(describeStatement(name), send);
      },
      beforeCommit: (send) => void beforeCommit.push(send),
      afterCommit: (action) => void afterCommit.push(action),
    };
    /** Sends the last statements and COMMIT. */
    const commit = async (): Promise<string> => {
      corkWrites(client);
      const last = Promise.all(beforeCommit.map((send) => send()));
      const committed = client.query('COMMIT');
      committed.catch(() => undefined);
      await last;
      return (await committed).command;
    };
    let broken = false;
    const endCancellation = signal && cancelOnAbort(client, signal);
    corkWrites(client);
    try {
      // SET takes no parameters. The scope is a validated UUID or '*', so it cannot inject SQL.
      const begun = client.query(
        `BEGIN; SET LOCAL loci.tenant_id = '${scope}'${timeout ? `; SET LOCAL statement_timeout = ${timeout.server}` : ''}`,
      );
      begun.catch(() => undefined);
      const working = work(tx);
      let committed: Promise<string>;
      let result: T;
      if (commitAtOnce) {
        committed = commit();
        committed.catch(() => undefined);
        result = await working;
        await begun;
      } else {
        result = await working;
        await begun;
        committed = commit();
      }
      // The server responds to COMMIT in a failed transaction with ROLLBACK instead of an error.
      if ((await committed) !== 'COMMIT') {
        throw new AppError(
          'SYS_INTERNAL_ERROR',
          'PostgreSQL rolled back the transaction because a statement failed.',
        );
      }
      for (const action of afterCommit) action();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      throw translateError(error);
    } finally {
      if (await endCancellation?.()) broken = true;
      client.release(broken);
      options.onRelease?.({
        waitSeconds: (connectedAt - requestedAt) / 1_000,
        useSeconds: (performance.now() - connectedAt) / 1_000,
      });
    }
  }

  const describeStatement = (name: string): SpanOptions => ({
    name,
    kind: 'client',
    attributes: { ...poolAttributes, 'db.query.summary': name },
  });

  /** Runs a transaction in a span. */
  function runTraced<T>(
    scope: string,
    work: (tx: Transaction) => Promise<T>,
    options: Parameters<typeof run>[2] = {},
  ): Promise<T> {
    const tracing = getTracing();
    return tracing === null
      ? run(scope, work, options)
      : tracing.inChildSpan(transactionSpan, () => run(scope, work, options));
  }

  async function sendStatement<Row>(text: string, values: readonly unknown[], name: string): Promise<Row[]> {
    const startedAt = performance.now();
    try {
      const { command, rows } = await pool.query({ name, text, values: [...values] });
      onStatement?.(command, secondsSince(startedAt), null);
      return rows as Row[];
    } catch (error) {
      throw failedStatement(text, startedAt, error);
    }
  }

  function statement<Row>(text: string, values: readonly unknown[], name: string): Promise<Row[]> {
    const tracing = getTracing();
    return tracing === null
      ? sendStatement(text, values, name)
      : tracing.inChildSpan(describeStatement(name), () => sendStatement(text, values, name));
  }

  function tenantScope(tenantId: string): string {
    if (!isUuid(tenantId))
      throw new AppError('SYS_INTERNAL_ERROR', 'The tenant id of a transaction must be a UUID.');
    return tenantId.toLowerCase();
  }

  return {
    inTransaction: (tenantId, work) => runTraced(tenantScope(tenantId), work),
    inOneRoundTrip: (tenantId, work) => runTraced(tenantScope(tenantId), work, { commitAtOnce: true }),
    inSystemTransaction: (work, options) => runTraced(ALL_TENANTS, work, options),
    statement,
    poolState: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    close: () => pool.end(),
  };
}
