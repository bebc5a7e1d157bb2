import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountFor } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { openBoundedLog } from './bounded-log.ts';
import type { BoundedLog } from './bounded-log.ts';
import { clusterFolder, ensureCluster, SUPERUSER } from './cluster.ts';
import type { ClaimedDataDir } from './data-dir.ts';
import { folderArgument } from './folder-argument.ts';
import { freePort } from './free-port.ts';
import { endLeftoverServer } from './leftover-server.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { DURABLE_SETTINGS, settingArguments, THROW_AWAY_SETTINGS } from './settings.ts';
import { StartupError } from '@loci/core';
import { superviseServer } from './supervised-server.ts';
import type { SupervisedServer } from './supervised-server.ts';

const READY_POLL_MS = 5;
/** Recovery after a crash replays up to `max_wal_size`. */
const READY_TIMEOUT_MS = 120_000;
const RETRY_TIMEOUT_MS = 15_000;
const FAST_STOP_TIMEOUT_MS = 6_000;

export interface EmbeddedPostgresOptions {
  dataDir: ClaimedDataDir;
  /** Of 127.0.0.1. Without it, a free one. */
  port?: number | undefined;
  /** For progress that a person may wait for. Never receives content or secrets. */
  log(message: string): void;
  /** Called once if the server ends without having been asked to; nothing restarts it. */
  onExit(reason: string): void;
  /** No disk syncs: for tests only. */
  throwAway?: boolean | undefined;
}

/** As `pg` takes it; of the superuser, for migrations and roles. */
export interface SuperuserConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedPostgres {
  host: string;
  port: number;
  superuser: SuperuserConnection;
  /** The server's own process id. */
  pid: number;
  /** Ends every session, writes a checkpoint, resolves when the server is gone. Harmless when repeated. */
  stop(): Promise<void>;
}

/**
 * A PostgreSQL 18 of this process's own, with its cluster in `<dataDir>/postgres`, created at the first start
 * (about 1 s; later starts 0.1 s). Commits are durable. It ends with this process, however that ends; a server that
 * an earlier start left behind is waited for, never doubled.
 *
 * @throws StartupError where a person can put the cause right
 * @see ARCHITECTURE.md section 3
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = options.dataDir.path;
  const folder = clusterFolder(dataDir);
  const account = accountFor(folder);
  const binaries = prepareBinaries(account, dataDir);
  const throwAway = options.throwAway ?? false;
  const password = await ensureCluster({ dataDir, account, binaries, throwAway });
  const log = openBoundedLog(join(dataDir, 'postgres.log'));
  const argument = folderArgument(folder, account);
  const settings = throwAway ? THROW_AWAY_SETTINGS : DURABLE_SETTINGS;
  try {
    const { server, port } = await launch({
      folder,
      log,
      port: options.port,
      say: options.log,
      run: async (port, stalePid) =>
        superviseServer({
          account,
          command: [
            binaries.postgres,
            '-D',
            argument.path,
            '-p',
            String(port),
            ...settingArguments(settings),
          ],
          folder: argument.stdio,
          log: log.descriptor,
          // PostgreSQL takes a stale file for a running server when its number belongs to a zombie or to a
          // process that came later. This names the number that is no server, as pg_ctl does for its own; the
          // check for surviving sessions in shared memory stays.
          environment: stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) },
        }),
    });
    argument.close();
    return running({ server, port, password, log, onExit: options.onExit });
  } catch (error) {
    argument.close();
    log.close();
    throw error;
  }
}

interface Launch {
  folder: string;
  log: BoundedLog;
  port: number | undefined;
  say(message: string): void;
  run(port: number, stalePid: number | undefined): Promise<SupervisedServer>;
}

/** Tries again when somebody took the free port first, and while sessions of a killed server are still ending. */
async function launch(options: Launch): Promise<{ server: SupervisedServer; port: number }> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const stalePid = await endLeftoverServer(options.folder);
    const port = options.port ?? (await freePort());
    options.log.mark();
    const launchedAt = Math.floor(Date.now() / 1000);
    const server = await options.run(port, stalePid);
    if (await isReady(server, options.folder, launchedAt)) return { server, port };
    const reason = options.log.sinceMark().trim();
    const portTaken = /could not create any TCP\/IP sockets/.test(reason);
    if (portTaken && options.port !== undefined) {
      throw new StartupError(
        `The port ${port}, asked for PostgreSQL, is taken. Stop what uses it, or ask for another.`,
      );
    }
    if (/No space left on device/.test(reason)) {
      throw new StartupError(`The disk of ${options.folder} is full. Free some space, and start again.`);
    }
    const transient = portTaken || /is still in use|lock file "postmaster.pid" already exists/.test(reason);
    if (!transient || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${reason === '' ? 'it left no message' : reason}`);
    }
    options.say('PostgreSQL: waiting for an earlier one to end');
    await delay(100);
  }
}

/** False when the server ended instead. */
async function isReady(server: SupervisedServer, folder: string, launchedAt: number): Promise<boolean> {
  let ended = false;
  const exit = server.exited.then(() => {
    ended = true;
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!ended) {
    const file = readPostmasterFile(folder);
    // A container that starts again gives out the same numbers, so an old file may name this very pid.
    if (file?.ready === true && file.pid === server.pid && file.startedAt >= launchedAt) return true;
    if (performance.now() > deadline) {
      server.requestStop();
      throw new Error(`PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1000} s`);
    }
    await Promise.race([exit, delay(READY_POLL_MS)]);
  }
  return false;
}

interface Running {
  server: SupervisedServer;
  port: number;
  password: string;
  log: BoundedLog;
  onExit(reason: string): void;
}

function running({ server, port, password, log, onExit }: Running): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  void server.exited.then((code) => {
    if (stopping === undefined) {
      onExit(
        `PostgreSQL ended by itself (${code === null ? 'killed' : `code ${code}`}): ${log.sinceMark().trim()}`,
      );
      log.close();
    }
  });
  return {
    host: '127.0.0.1',
    port,
    superuser: { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' },
    pid: server.pid,
    stop() {
      stopping ??= stop(server, log);
      return stopping;
    },
  };
}

async function stop(server: SupervisedServer, log: BoundedLog): Promise<void> {
  server.requestStop();
  const timer = setTimeout(() => {
    // Without a checkpoint: the next start recovers from the log, nothing acknowledged is lost.
    try {
      process.kill(server.pid, 'SIGQUIT');
    } catch {
      // Gone in this moment.
    }
  }, FAST_STOP_TIMEOUT_MS);
  await server.exited;
  clearTimeout(timer);
  log.close();
}
