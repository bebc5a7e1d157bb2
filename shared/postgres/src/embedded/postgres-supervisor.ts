import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import type { ClaimedDataDir } from './data-dir.ts';
import type { EmbeddedPostgres, SuperuserConnection } from './start-embedded-postgres.ts';
import type { Logger } from '@loci/runtime';

/** A PostgreSQL that is started again, under the same address, whenever it ends by itself. */
export interface SupervisedPostgres {
  superuser: SuperuserConnection;
  /** Ends it for good, a start under way included. */
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * Starts the platform's PostgreSQL and keeps it running: pools that lost their connections open new ones, and
 * whoever asks meanwhile is told SYS_SERVICE_UNAVAILABLE. Ending the process instead would end what is acknowledged
 * but not yet answered, and leave the restart to a supervisor that a laptop does not have.
 *
 * @throws StartupError where the first start finds something that a person can put right
 */
export async function supervisePostgres(dataDir: ClaimedDataDir, log: Logger): Promise<SupervisedPostgres> {
  const stopping = new AbortController();
  let restarting: Promise<void> = Promise.resolve();
  const start = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir,
      port,
      log: (message) => log.info(message),
      onExit: (reason) => {
        log.error({ reason }, 'PostgreSQL is gone; requests get 503 until it is back');
        restarting = restart();
      },
    });
  let current = await start();

  async function restart(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        current = await start(current.port);
        log.warn('PostgreSQL is back');
        return;
      } catch (error) {
        log.error({ err: error, wait_ms: waitMs }, 'PostgreSQL does not start; it is tried again');
      }
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
    }
  }

  return {
    superuser: current.superuser,
    stop: async () => {
      stopping.abort();
      await restarting;
      await current.stop();
    },
  };
}
