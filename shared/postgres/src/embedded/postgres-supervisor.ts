import { retry } from '@loci/async';
import type { Logger } from '@loci/runtime';
import type { ClaimedDataDir } from './data-dir.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import type { EmbeddedPostgres, ServerAddress, SuperuserConnection } from './start-embedded-postgres.ts';

/** An embedded PostgreSQL server that is restarted at the same address when it exits unexpectedly. */
export interface SupervisedPostgres {
  superuser: SuperuserConnection;
  /** Stops the server and ends the supervision, including a running restart. */
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

/**
 * Starts the embedded PostgreSQL and restarts it after a crash. During the restart, requests fail with
 * SYS_SERVICE_UNAVAILABLE. Connection pools reconnect automatically, so this process does not need to
 * restart.
 *
 * @throws StartupError if the first start fails for a reason that the user can fix
 */
export async function supervisePostgres(dataDir: ClaimedDataDir, log: Logger): Promise<SupervisedPostgres> {
  const stopping = new AbortController();
  let restarting: Promise<void> = Promise.resolve();
  const start = (address?: ServerAddress): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir,
      address,
      log: (message) => log.info(message),
      onExit: (reason) => {
        log.error({ reason }, 'PostgreSQL exited, restarting it');
        restarting = restart();
      },
    });
  let current = await start();

  async function restart(): Promise<void> {
    const { host, port } = current;
    try {
      current = await retry(() => start({ host, port }), {
        firstDelayMs: FIRST_DELAY_MS,
        maxDelayMs: MAX_DELAY_MS,
        signal: stopping.signal,
        onRetry: (error, delayMs) =>
          log.error({ err: error, wait_ms: delayMs }, 'Restarting PostgreSQL failed, retrying'),
      });
      log.warn('PostgreSQL restarted');
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
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
