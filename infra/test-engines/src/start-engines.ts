import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '@loci/runtime/free-ports';
import type { Engine, EngineName } from './engine.ts';
import { elasticsearch } from './engines/elasticsearch.ts';
import { kafka } from './engines/kafka.ts';
import { neo4j } from './engines/neo4j.ts';
import { postgres } from './engines/postgres.ts';
import { qdrant } from './engines/qdrant.ts';
import { s3 } from './engines/s3.ts';
import { toxiproxy } from './engines/toxiproxy.ts';
import { createRunFolder, removeAbandonedRuns } from './processes/run-folder.ts';
import type { RunFolder } from './processes/run-folder.ts';
import { Server } from './server.ts';
import { SetupError } from './setup-problem.ts';

/** All engines, slowest installation first. */
const ENGINES: readonly Engine[] = [s3, elasticsearch, neo4j, kafka, qdrant, toxiproxy, postgres];

export interface StartEnginesOptions {
  /** Engines to start. Defaults to all engines whose address variable is not set. */
  names?: readonly EngineName[];
  /** Folder for installed software. Defaults to TEST_SERVERS_CACHE_DIR, then `.runtime/test-servers`. */
  cacheDir?: string;
  /** Folder for data and logs. Defaults to TEST_SERVERS_RUN_DIR, then a temporary folder. */
  runDir?: string;
  /** Receives progress messages. */
  log?(line: string): void;
  environment?: Record<string, string | undefined>;
  /** Aborts the start. Started servers are stopped, and the promise rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** Running servers on free ports of 127.0.0.1. */
export interface TestEngines {
  /** Returns a server. @throws Error if it is not one of the started engines */
  get(name: EngineName): Server;
  all: readonly Server[];
  /** Environment variables for tests and services. */
  variables: Readonly<Record<string, string>>;
  /** Folder with one folder per server for data and logs. */
  folder: string;
  /** Stops all servers and deletes the folder. With `keepFolder`, the next run deletes it. */
  stop(options?: { keepFolder?: boolean }): Promise<void>;
}

/**
 * Installs missing software, starts the servers and waits until all are ready. Also kills the servers of
 * aborted runs. Does not affect other active runs.
 *
 * @throws SetupError with the missing tool; Error with the log of a server that does not start
 */
export async function startEngines(options: StartEnginesOptions = {}): Promise<TestEngines> {
  if (process.platform !== 'linux') {
    throw new SetupError(
      `The test engines run only on Linux, not on ${process.platform}. Start the engines with ` +
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
    // Stops servers that were still starting during the first stop.
    await stop();
    throw error;
  }
  return {
    all: servers,
    folder: folder.path,
    variables: Object.assign({}, ...servers.map((server) => server.variables)) as Record<string, string>,
    get: (name) => {
      const server = servers.find((each) => each.name === name);
      if (server === undefined)
        throw new Error(
          `The engine ${name} was not started. Started engines: ${servers.map((each) => each.name).join(', ')}.`,
        );
      return server;
    },
    stop,
  };
}

const root = join(import.meta.dirname, '..', '..', '..');

/** Returns a promise that rejects when the signal is aborted and otherwise never settles. */
function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  if (signal?.aborted) reject(signal.reason);
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** Installs all engines concurrently, because some download while others compile. */
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
