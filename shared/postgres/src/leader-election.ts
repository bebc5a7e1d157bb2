import { pause } from '@loci/async';
import pg from 'pg';
import type { DatabaseOptions } from './database.ts';

export interface LeaderElection {
  /**
   * Returns whether this process is the leader. After the leader loses its connection, two processes can return true
   * until the old leader detects the loss.
   */
  isLeader(): boolean;
  /** Ends the leadership or candidacy of this process and closes the connection. */
  close(): Promise<void>;
}

/** Interval at which a candidate tries to acquire the lock, and the leader checks its connection. */
const POLL_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Elects one leader among all processes that use the same `name`. The leader holds an advisory lock on its own
 * connection, and PostgreSQL releases the lock when that connection ends. The work of the leader must be idempotent,
 * because an old and a new leader can work at the same time.
 */
export function electLeader(options: DatabaseOptions, name: string): LeaderElection {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let isLeader = false;

  async function connect(): Promise<pg.Client> {
    const created = new pg.Client({
      host: options.host,
      port: options.port,
      database: options.database,
      user: options.user,
      password: options.password,
      ssl: options.ssl ?? false,
      application_name: `${options.applicationName}-leader`,
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
    });
    const onConnectionLost = (): void => {
      if (client === created) [client, isLeader] = [null, false];
    };
    created.on('error', onConnectionLost);
    created.on('end', onConnectionLost);
    await created.connect();
    return created;
  }

  async function acquireOrVerifyLock(): Promise<void> {
    client ??= await connect();
    const { rows } = await client.query<{ acquired: boolean }>(
      isLeader
        ? 'SELECT true AS acquired'
        : 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS acquired',
      isLeader ? [] : [`loci-leader-${name}`],
    );
    isLeader = rows[0]!.acquired;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await acquireOrVerifyLock().catch(() => {
        // PostgreSQL may have ended the session of a connection that does not respond in time, and released
        // the lock.
        const broken = client;
        [client, isLeader] = [null, false];
        return broken?.end().catch(() => undefined);
      });
      await pause(POLL_MS, stopping.signal);
    }
  }

  const running = run();
  return {
    isLeader: () => isLeader,
    close: async () => {
      stopping.abort();
      await running;
      isLeader = false;
      await client?.end().catch(() => undefined);
    },
  };
}
