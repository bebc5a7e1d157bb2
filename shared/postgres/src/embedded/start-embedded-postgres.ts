import { join } from 'node:path';
import { pause, retry } from '@loci/async';
import { StartupError } from '@loci/core';
import { freePorts } from '@loci/runtime/free-ports';
import { openBoundedLog } from './bounded-log.ts';
import type { BoundedLog } from './bounded-log.ts';
import type { ClaimedDataDir } from './data-dir.ts';
import { createFolderArgument } from './folder-argument.ts';
import { stopOrphanedServer } from './orphaned-server.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import { clusterFolder, ensureCluster, SUPERUSER } from './postgres-cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import { chooseServerAccount } from './server-account.ts';
import { clearSocketFolder, createSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { DURABLE_SETTINGS, EPHEMERAL_SETTINGS, settingArguments } from './server-settings.ts';
import { startSupervisedServer } from './supervised-server.ts';
import type { SupervisedServer } from './supervised-server.ts';

const LOOPBACK = '127.0.0.1';
const READY_POLL_MS = 5;
/** Maximum time until the server is ready. Crash recovery replays up to `max_wal_size` of WAL. */
const READY_TIMEOUT_MS = 120_000;
const RETRY_DELAY_MS = 100;
const RETRY_TIMEOUT_MS = 15_000;
const FAST_STOP_TIMEOUT_MS = 6_000;

export interface EmbeddedPostgresOptions {
  dataDir: ClaimedDataDir;
  /** Address of an earlier start, so that open connection pools reconnect. Defaults to a free address. */
  address?: ServerAddress | undefined;
  /** Receives progress messages for the user, without content or secrets. */
  log(message: string): void;
  /** Called once if the server exits without a call of `stop`. The server is not restarted. */
  onExit(reason: string): void;
  /** True to disable durability, for tests. */
  ephemeral?: boolean | undefined;
}

export interface ServerAddress {
  /** Folder of the Unix socket, or 127.0.0.1 if the system cannot provide one. */
  host: string;
  /** Port on 127.0.0.1, and number of the Unix socket. */
  port: number;
}

/** Connection as the superuser, for migrations and roles. The fields are those of `pg.ClientConfig`. */
export interface SuperuserConnection extends ServerAddress {
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedPostgres extends ServerAddress {
  superuser: SuperuserConnection;
  /** Process id of the server. */
  pid: number;
  /** Ends all sessions, writes a checkpoint, and resolves when the server has exited. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 with its cluster in `<dataDir>/postgres`. The first start creates the cluster and
 * takes about 1 s. Later starts take 0.1 s. Commits are durable. The server stops when this process ends,
 * even if the process is killed. If a server of an earlier start is still running, the function waits until
 * that server has stopped.
 *
 * @throws StartupError for a problem that the user can fix, such as a full disk or a port in use
 * @throws Error if the server does not start for another reason, with its log output
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = options.dataDir.path;
  const folder = clusterFolder(dataDir);
  const account = chooseServerAccount(folder);
  const binaries = prepareBinaries(account, dataDir);
  const ephemeral = options.ephemeral ?? false;
  const password = await ensureCluster({ dataDir, account, binaries, ephemeral });
  const serverLog = openBoundedLog(join(dataDir, 'postgres.log'));
  const folderArgument = createFolderArgument(folder, account);
  const host = options.address?.host ?? createSocketFolder(account) ?? LOOPBACK;
  const socketFolder = host === LOOPBACK ? '' : host;
  const settings = ephemeral ? EPHEMERAL_SETTINGS : DURABLE_SETTINGS;
  try {
    const { server, port } = await launch({
      folder,
      serverLog,
      port: options.address?.port,
      log: options.log,
      startServer: async (port, stale) => {
        if (socketFolder !== '') clearSocketFolder(socketFolder);
        if (stale !== undefined && stale.socketFolder !== socketFolder)
          removeSocketFolder(stale.socketFolder);
        return startSupervisedServer({
          account,
          command: [
            binaries.postgres,
            '-D',
            folderArgument.path,
            '-p',
            String(port),
            ...settingArguments({ ...settings, unix_socket_directories: socketFolder }),
          ],
          folder: folderArgument.stdio,
          log: serverLog.descriptor,
          // PostgreSQL refuses to start if the pid in a stale postmaster.pid belongs to any process, such as
          // a zombie or an unrelated process. It ignores the pids of its parent and its grandparent. pg_ctl
          // sets the pid of the grandparent in this variable. The check for sessions that still use the
          // shared memory is not affected.
          environment: stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale.pid) },
          socketFolder,
        });
      },
    });
    folderArgument.close();
    return createHandle({ server, address: { host, port }, password, serverLog, onExit: options.onExit });
  } catch (error) {
    folderArgument.close();
    if (options.address === undefined && socketFolder !== '') removeSocketFolder(socketFolder);
    serverLog.close();
    throw error;
  }
}

interface LaunchOptions {
  folder: string;
  serverLog: BoundedLog;
  port: number | undefined;
  log(message: string): void;
  startServer(port: number, stale: PostmasterFile | undefined): Promise<SupervisedServer>;
}

/**
 * Error of a start that can be retried. The free port was taken, or sessions of a killed server are still
 * ending.
 */
class TransientStartError extends Error {}

/** Starts the server and waits until it is ready. Retries transient failures for 15 seconds. */
async function launch(options: LaunchOptions): Promise<{ server: SupervisedServer; port: number }> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  return retry(() => launchOnce(options), {
    firstDelayMs: RETRY_DELAY_MS,
    maxDelayMs: RETRY_DELAY_MS,
    shouldRetry: (error) => error instanceof TransientStartError && performance.now() <= deadline,
    onRetry: () => options.log('Starting PostgreSQL failed, retrying'),
  });
}

async function launchOnce({
  folder,
  serverLog,
  port: requestedPort,
  startServer,
}: LaunchOptions): Promise<{ server: SupervisedServer; port: number }> {
  const stale = await stopOrphanedServer(folder);
  const port = requestedPort ?? (await freePorts(1))[0]!;
  serverLog.mark();
  const launchedAt = Math.floor(Date.now() / 1000);
  const server = await startServer(port, stale);
  if (await becomesReady(server, folder, launchedAt)) return { server, port };
  const output = serverLog.sinceMark().trim();
  const isPortTaken = /could not create any TCP\/IP sockets/.test(output);
  if (isPortTaken && requestedPort !== undefined) {
    throw new StartupError(
      `The PostgreSQL port ${port} is in use. Stop the process that uses it, or choose another port.`,
    );
  }
  if (/No space left on device/.test(output)) {
    throw new StartupError(`The disk of ${folder} is full. Free some space, then start Loci again.`);
  }
  const message = `PostgreSQL did not start: ${output === '' ? 'it logged no message' : output}`;
  if (isPortTaken || /is still in use|lock file "postmaster.pid" already exists/.test(output)) {
    throw new TransientStartError(message);
  }
  throw new Error(message);
}

/** Waits until the server accepts connections. Returns false if it exits first. */
async function becomesReady(server: SupervisedServer, folder: string, launchedAt: number): Promise<boolean> {
  let hasExited = false;
  const exit = server.exited.then(() => {
    hasExited = true;
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!hasExited) {
    const file = readPostmasterFile(folder);
    // A restarted container assigns the same pids again, so a stale file can contain the pid of this server.
    if (file?.ready === true && file.pid === server.pid && file.startedAt >= launchedAt) return true;
    if (performance.now() > deadline) {
      server.requestStop();
      throw new Error(
        `PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1000} s. See postgres.log in DATA_DIR.`,
      );
    }
    await Promise.race([exit, pause(READY_POLL_MS)]);
  }
  return false;
}

interface HandleOptions {
  server: SupervisedServer;
  address: ServerAddress;
  password: string;
  serverLog: BoundedLog;
  onExit(reason: string): void;
}

function createHandle({ server, address, password, serverLog, onExit }: HandleOptions): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  void server.exited.then((code) => {
    if (stopping === undefined) {
      const status = code === null ? 'killed' : `exit code ${code}`;
      onExit(`PostgreSQL exited unexpectedly (${status}): ${serverLog.sinceMark().trim()}`);
      serverLog.close();
    }
  });
  return {
    ...address,
    superuser: { ...address, user: SUPERUSER, password, database: 'postgres' },
    pid: server.pid,
    stop() {
      stopping ??= stop(server, serverLog).then(() => {
        if (address.host !== LOOPBACK) removeSocketFolder(address.host);
      });
      return stopping;
    },
  };
}

async function stop(server: SupervisedServer, serverLog: BoundedLog): Promise<void> {
  server.requestStop();
  const timer = setTimeout(() => {
    // SIGQUIT skips the checkpoint. The next start recovers committed transactions from the WAL.
    try {
      process.kill(server.pid, 'SIGQUIT');
    } catch {
      // The server exited in the meantime.
    }
  }, FAST_STOP_TIMEOUT_MS);
  await server.exited;
  clearTimeout(timer);
  serverLog.close();
}
