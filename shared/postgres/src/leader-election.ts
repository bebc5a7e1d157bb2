import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseOptions } from './database.ts';

export interface LeaderElection {
  /** True for at most one process of those that seek the same name, except for the moments after it lost its connection. */
  isLeader(): boolean;
  /** Gives it up. */
  close(): Promise<void>;
}

/** How often a process without the lock tries for it, and one with it looks whether its connection is alive. */
const LOOK_MS = 2_000;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Seeks an advisory lock on a connection of its own for as long as the process lives: PostgreSQL gives it to one, and
 * to the next one when that one's connection ends. What the leader does must bear being done twice.
 */
export function electLeader(options: DatabaseOptions, name: string): LeaderElection {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let leads = false;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      host: options.host,
      port: options.port,
      database: options.database,
      user: options.user,
      password: options.password,
      ssl: options.ssl ?? false,
      application_name: `${options.applicationName}-leader`,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    const lost = (): void => {
      if (client === fresh) [client, leads] = [null, false];
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    await fresh.connect();
    return fresh;
  }

  /** Asks for the lock; once it is ours, whether the connection that holds it still answers. */
  async function look(): Promise<void> {
    client ??= await connect();
    const { rows } = await client.query<{ ours: boolean }>(
      leads ? 'SELECT true AS ours' : 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS ours',
      leads ? [] : [`loci-leader-${name}`],
    );
    leads = rows[0]!.ours;
  }

  async function seek(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(() => {
        // A connection that does not answer in time may have lost the lock.
        const broken = client;
        [client, leads] = [null, false];
        return broken?.end().catch(() => undefined);
      });
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const seeking = seek();
  return {
    isLeader: () => leads,
    close: async () => {
      stopping.abort();
      await seeking;
      leads = false;
      await client?.end().catch(() => undefined);
    },
  };
}
