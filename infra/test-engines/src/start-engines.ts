import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Engine, EngineName } from './engine.ts';
import { elasticsearch } from './engines/elasticsearch.ts';
import { kafka } from './engines/kafka.ts';
import { neo4j } from './engines/neo4j.ts';
import { postgres } from './engines/postgres.ts';
import { qdrant } from './engines/qdrant.ts';
import { s3 } from './engines/s3.ts';
import { toxiproxy } from './engines/toxiproxy.ts';
import { freePorts } from './processes/free-ports.ts';
import { createRunFolder, removeAbandonedRuns } from './processes/run-folder.ts';
import type { RunFolder } from './processes/run-folder.ts';
import { Server } from './server.ts';
import { SetupError } from './setup-problem.ts';

/** The one that takes longest to install comes first. */
const ENGINES: readonly Engine[] = [s3, elasticsearch, neo4j, kafka, qdrant, toxiproxy, postgres];

export interface StartEnginesOptions {
  /** Default: every one whose address the environment does not say already. */
  names?: readonly EngineName[];
  /** Where installed software is kept. Default: TEST_SERVERS_CACHE_DIR, else `.runtime/test-servers` of the clone. */
  cacheDir?: string;
  /** Where data and logs are put while they run. Default: TEST_SERVERS_RUN_DIR, else a folder for temporary files. */
  runDir?: string;
  /** Told what happens. Default: nobody. */
  log?(line: string): void;
  environment?: Record<string, string | undefined>;
  /** Gives up: what was started is stopped, and the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Servers that run, on free ports of 127.0.0.1. */
export interface TestEngines {
  /** @throws Error when it is not among those that were started */
  get(name: EngineName): Server;
  all: readonly Server[];
  /** What tests and services need to find them. */
  variables: Readonly<Record<string, string>>;
  /** Data and logs, one folder per server. */
  folder: string;
  /** Stops them all and, unless told to keep it, removes the folder. A kept one goes when servers are started next. */
  stop(options?: { keepFolder?: boolean }): Promise<void>;
}

/**
 * Installs what is missing, starts the servers and resolves when all of them answer. Those that an earlier, killed run
 * left behind are ended first; other runs on this machine are not touched.
 *
 * @throws SetupProblem naming what is missing on this machine; Error with the log of a server that does not start, after
 *   the others were stopped
 */
export async function startEngines(options: StartEnginesOptions = {}): Promise<TestEngines> {
  if (process.platform !== 'linux') {
    throw new SetupError(
      `The test servers are started on Linux only, this is ${process.platform}. Start the engines with ` +
        'docker-compose.yml, and set the variables that shared/testing/src/integration-engines.ts reads.',
    );
  }
  const environment = options.environment ?? process.env;
  const log = options.log ?? (() => undefined);
  const engines = ENGINES.filter((engine) =>
    options.names === undefined ? !environment[engine.addressVariable] : options.names.includes(engine.name),
  );
  const cacheDir = resolve(
    options.cacheDir ?? environment['TEST_SERVERS_CACHE_DIR'] ?? join(root, '.runtime', 'test-servers'),
  );
  const runDir = resolve(
    options.runDir ??
      environment['TEST_SERVERS_RUN_DIR'] ??
      join(tmpdir(), `loci-test-servers-${process.getuid!()}`),
  );

  const aborted = whenAborted(options.signal);
  const software = await Promise.race([install(engines, cacheDir), aborted]);
  await removeAbandonedRuns(runDir, log);
  const folder = createRunFolder(runDir);
  const servers: Server[] = [];
  const stop = async ({ keepFolder = false } = {}) => {
    await Promise.all(servers.map((server) => server.stop()));
    if (!keepFolder) folder.remove();
  };
  let givesUp = false;
  const startedAt = Date.now();
  const starts = engines.map(async (engine) => {
    const server = await prepare(engine, software.get(engine)!, folder);
    if (givesUp) return;
    servers.push(server);
    await server.start();
    await server.waitUntilReady();
    log(`${engine.name} is ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  });
  try {
    await Promise.race([Promise.all(starts), aborted]);
  } catch (error) {
    givesUp = true;
    await stop({ keepFolder: true });
    await Promise.allSettled(starts);
    // One may have been about to start.
    await stop();
    throw error;
  }
  return {
    all: servers,
    folder: folder.path,
    variables: Object.assign({}, ...servers.map((server) => server.variables)) as Record<string, string>,
    get: (name) => {
      const server = servers.find((each) => each.name === name);
      if (server === undefined) throw new Error(`${name} was not started.`);
      return server;
    },
    stop,
  };
}

const root = join(import.meta.dirname, '..', '..', '..');

/** Rejects when the signal says so, else never settles. */
function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  if (signal?.aborted) reject(signal.reason);
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** All at the same time: one downloads while another one compiles. */
async function install(engines: readonly Engine[], cacheDir: string): Promise<Map<Engine, string>> {
  const installed = new Map<Engine, string>();
  await Promise.all(engines.map(async (engine) => installed.set(engine, await engine.install(cacheDir))));
  return installed;
}

async function prepare(engine: Engine, software: string, run: RunFolder): Promise<Server> {
  const folder = join(run.path, engine.name);
  mkdirSync(folder);
  const free = await freePorts(engine.ports.length);
  const ports = Object.fromEntries(engine.ports.map((name, index) => [name, free[index]!]));
  const launch = await engine.prepare({ software, folder, ports });
  return new Server({
    name: engine.name,
    port: free[0]!,
    folder,
    launch,
    onStart: (identity) => run.record(engine.name, identity),
  });
}
