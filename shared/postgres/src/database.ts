import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import { AppError, isUuid } from '@loci/core';
import pg from 'pg';
import type { DatabaseConnection } from './connection-url.ts';
import { translateError } from './errors.ts';

/** A statement with a `name` is prepared once per connection: give hot statements one. */
export interface Transaction {
  /**
   * Sends a statement at once, without waiting for those before it, and resolves to its rows in order.
   * @throws SYS_SERVICE_UNAVAILABLE when the server is gone; the driver's error otherwise
   */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** Runs `action` once the transaction is committed; never when it was rolled back. */
  afterCommit(action: () => void): void;
}

export type InTransaction = Database['inTransaction'];

/**
 * A pool of connections as one role. Every statement runs in a transaction that carries the tenant, which
 * row-level security compares with each row: a forgotten WHERE shows nothing of another tenant.
 */
export interface Database {
  /**
   * Runs `work` in a transaction of this tenant. BEGIN, the tenant and the first statements travel in one
   * round trip; an error rolls everything back.
   */
  inTransaction<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same for work that queues all its statements synchronously: BEGIN, statements and COMMIT travel in
   * one round trip. `work` must not decide anything by a result.
   */
  inOneRoundTrip<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A transaction that sees every tenant: for consumers, jobs and exports, never for a caller's request. */
  inSystemTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * One statement that is its own transaction: the cheapest there is. It carries no tenant, so tables with
   * row-level security look empty; it is for tables without tenants. Not to be repeated after an error, as it may
   * have been carried out all the same.
   * @throws SYS_SERVICE_UNAVAILABLE when the server is gone; the driver's error otherwise
   */
  statement<Row>(text: string, values: readonly unknown[], name: string): Promise<Row[]>;
  /** Connections in use, idle and callers waiting, for metrics. */
  poolState(): { total: number; idle: number; waiting: number };
  /** Waits for running transactions, then closes. Later calls fail with SYS_SERVICE_UNAVAILABLE. */
  close(): Promise<void>;
}

/** Where, from a URL by `databaseOptionsFromUrl`, and how. */
export interface DatabaseOptions extends Omit<DatabaseConnection, 'ssl'> {
  /** Default false: not encrypted. */
  ssl?: DatabaseConnection['ssl'] | undefined;
  /** Connections at most; default 10. */
  maxConnections?: number | undefined;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Default 15,000. */
  statementTimeoutMs?: number | undefined;
}

const ALL_TENANTS = '*';

/** Sends all that is asked of a connection in this turn of the event loop by one system call, not one each. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  nextTick(() => stream.uncork());
}

export function openDatabase(options: DatabaseOptions): Database {
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
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    query_timeout: (options.statementTimeoutMs ?? 15_000) + 2_000,
    pipeline: true,
  } as pg.PoolConfig);
  // An idle connection that breaks must not end the process; the next checkout opens a new one.
  pool.on('error', () => undefined);
  // Nor must one in use: its statements fail by themselves, and the pool listens to idle connections only.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function run<T>(
    scope: string,
    work: (tx: Transaction) => Promise<T>,
    commitAtOnce: boolean,
  ): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw translateError(error);
    });
    const afterCommit: (() => void)[] = [];
    const tx: Transaction = {
      query: async <Row>(text: string, values: readonly unknown[] = [], name?: string) => {
        const query = name === undefined ? { text, values } : { name, text, values };
        const result = await client.query(query as pg.QueryConfig).catch((error: unknown) => {
          throw translateError(error);
        });
        return result.rows as Row[];
      },
      afterCommit: (action) => void afterCommit.push(action),
    };
    let broken = false;
    gatherWrites(client);
    try {
      // The scope is a checked UUID or '*', so it may stand in the text.
      const begun = client.query(`BEGIN; SET LOCAL loci.tenant_id = '${scope}'`);
      begun.catch(() => undefined);
      const working = work(tx);
      let committed: Promise<pg.QueryResult>;
      let result: T;
      if (commitAtOnce) {
        committed = client.query('COMMIT');
        committed.catch(() => undefined);
        result = await working;
      } else {
        result = await working;
        await begun;
        committed = client.query('COMMIT');
      }
      await begun;
      // In a failed transaction the server answers COMMIT with ROLLBACK and no error.
      const { command } = await committed;
      if (command !== 'COMMIT') throw new AppError('SYS_INTERNAL_ERROR', 'The transaction was rolled back.');
      for (const action of afterCommit) action();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      throw translateError(error);
    } finally {
      client.release(broken);
    }
  }

  async function statement<Row>(text: string, values: readonly unknown[], name: string): Promise<Row[]> {
    try {
      const result = await pool.query({ name, text, values: [...values] });
      return result.rows as Row[];
    } catch (error) {
      throw translateError(error);
    }
  }

  function tenantScope(tenantId: string): string {
    if (!isUuid(tenantId))
      throw new AppError('SYS_INTERNAL_ERROR', 'A transaction needs the id of a tenant.');
    return tenantId.toLowerCase();
  }

  return {
    inTransaction: (tenantId, work) => run(tenantScope(tenantId), work, false),
    inOneRoundTrip: (tenantId, work) => run(tenantScope(tenantId), work, true),
    inSystemTransaction: (work) => run(ALL_TENANTS, work, false),
    statement,
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
