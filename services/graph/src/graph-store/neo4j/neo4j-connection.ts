import { setTimeout as pause } from 'node:timers/promises';
import { AppError, isAppError, unavailable } from '@loci/core';
import neo4j from 'neo4j-driver';
import type { Driver, Session } from 'neo4j-driver';
import {
  isConnectionFailure,
  isPoolFailure,
  isTransient,
  refusalOf,
  translateError,
} from './neo4j-errors.ts';

export interface Neo4jConnectionOptions {
  url: string;
  user: string;
  password: string;
  database: string;
  maxConnections: number;
}

/** A transaction. Statements may be sent without awaiting the one before; they run in the order they are sent. */
export interface Neo4jTransaction {
  /** @returns the records, each as its values by name; integers come as numbers */
  run<Row>(text: string, parameters: Record<string, unknown>): Promise<Row[]>;
}

export interface Neo4jConnection {
  /**
   * Runs `work` in a transaction, again after a deadlock or a lost connection: it must be idempotent.
   *
   * @param timeoutMs for all attempts together, here and in the server
   * @throws SYS_SERVICE_UNAVAILABLE when Neo4j cannot be reached or does not answer in time, and after `close()`
   */
  inTransaction<T>(
    mode: 'read' | 'write',
    timeoutMs: number,
    work: (tx: Neo4jTransaction) => Promise<T>,
  ): Promise<T>;
  /**
   * Runs statements that cannot share a transaction, such as those on constraints.
   * @throws SYS_SERVICE_UNAVAILABLE; SYS_INTERNAL_ERROR when the user, the password or the database is refused
   */
  runAlone(statements: readonly string[], timeoutMs: number): Promise<void>;
  /** Idempotent; does not wait for connections that hang. */
  close(): Promise<void>;
}

/** Until a socket is connected; a server that is up answers within a round trip. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Until a connection is free, or new and greeted. */
const ACQUIRE_TIMEOUT_MS = 3_000;
/** A connection that was idle for longer is tried before it is used: a firewall may have forgotten it. */
const TRY_IDLE_AFTER_MS = 30_000;
/** A connection from the pool may have died with the server: once more on a new one. */
const MAX_CONNECTION_FAILURES = 2;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 250;
/** What a close waits for answers to goodbyes. */
const CLOSE_TIMEOUT_MS = 1_000;

const TIMED_OUT = Symbol('timed out');

/** Connects when it is first used. One server: there are no bookmarks, and no cluster's routing is asked for. */
export function openNeo4jConnection(options: Neo4jConnectionOptions): Neo4jConnection {
  let driver = openDriver();
  let closed = false;

  function openDriver(): Driver {
    return neo4j.driver(options.url, neo4j.auth.basic(options.user, options.password), {
      disableLosslessIntegers: true,
      // All results here are bounded: one round trip, however many records.
      fetchSize: -1,
      maxConnectionPoolSize: options.maxConnections,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      connectionAcquisitionTimeout: ACQUIRE_TIMEOUT_MS,
      connectionLivenessCheckTimeout: TRY_IDLE_AFTER_MS,
      telemetryDisabled: true,
      userAgent: 'loci-graph',
    });
  }

  /** The driver waits for a silent server for ever, and keeps the connection: it is left behind with those. */
  function leave(silent: Driver): void {
    if (driver !== silent || closed) return;
    driver = openDriver();
    silent.close().catch(() => undefined);
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
    const working = work(session);
    try {
      return await withinTime(working, timeoutMs);
    } catch (error) {
      if (isPoolFailure(error)) leave(used);
      if (error !== TIMED_OUT) throw error;
      working.catch(() => undefined);
      leave(used);
      throw unavailable('The graph store', new Error(`Neo4j has not answered within ${timeoutMs} ms.`));
    } finally {
      // Rolls back what is open. Nobody waits: the answer may never come.
      session.close().catch(() => undefined);
    }
  }

  async function retrying<T>(
    mode: 'read' | 'write',
    timeoutMs: number,
    attempt: (session: Session, leftMs: number) => Promise<T>,
  ): Promise<T> {
    const end = performance.now() + timeoutMs;
    let failures = 0;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const leftMs = Math.max(1, Math.ceil(end - performance.now()));
      try {
        return await inSession(mode, leftMs, (session) => attempt(session, leftMs));
      } catch (error) {
        if (isAppError(error)) throw error;
        const lost = isConnectionFailure(error);
        if (lost) failures++;
        const again = lost ? failures < MAX_CONNECTION_FAILURES : isTransient(error);
        // Those that met in a deadlock must not meet again.
        const waitMs = pauseMs * (0.5 + Math.random());
        if (!again || performance.now() + waitMs >= end) throw translateError(error);
        await pause(waitMs);
      }
    }
  }

  return {
    inTransaction: (mode, timeoutMs, work) =>
      retrying(mode, timeoutMs, async (session, leftMs) => {
        const transaction = await session.beginTransaction({ timeout: leftMs });
        const tx: Neo4jTransaction = {
          run: async <Row>(text: string, parameters: Record<string, unknown>) => {
            const { records } = await transaction.run(text, parameters);
            return records.map((record) => record.toObject() as Row);
          },
        };
        const result = await work(tx);
        await transaction.commit();
        return result;
      }),

    runAlone: (statements, timeoutMs) =>
      retrying('write', timeoutMs, async (session, leftMs) => {
        for (const statement of statements) await session.run(statement, {}, { timeout: leftMs });
      }).catch((error: unknown) => {
        const refusal = refusalOf(error, options);
        throw refusal === null ? error : new AppError('SYS_INTERNAL_ERROR', refusal, { cause: error });
      }),

    async close() {
      if (closed) return;
      closed = true;
      await withinTime(driver.close(), CLOSE_TIMEOUT_MS).catch(() => undefined);
    },
  };
}

async function withinTime<T>(working: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TIMED_OUT), timeoutMs);
  });
  try {
    return await Promise.race([working, expired]);
  } finally {
    clearTimeout(timer);
  }
}
