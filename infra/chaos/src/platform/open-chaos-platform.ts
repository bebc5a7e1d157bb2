import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { distributedEnvironmentSchema, startDistributed } from '@loci/cli';
import type { DistributedPlatform, SupervisedProcess } from '@loci/cli';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { loadConfig } from '@loci/runtime';
import { createBucket, startEngines } from '@loci/test-engines';
import type { TestEngines } from '@loci/test-engines';
import { ENGINES } from '../faults/fault.ts';
import type { EngineTarget } from '../faults/fault.ts';
import { holdReconcilers } from './hold-reconcilers.ts';
import { openCutLine } from './toxiproxy.ts';
import type { CutLine } from './toxiproxy.ts';

/** Every service as processes by role, each reaching the engines over lines that can be cut. */
export interface ChaosPlatform {
  servers: TestEngines;
  lines: Readonly<Record<EngineTarget, CutLine>>;
  services: DistributedPlatform;
  /** Straight addresses of the engines, by their variables. */
  variables: Readonly<Record<string, string>>;
  /** As the superuser, whom row-level security does not bind, straight. */
  truth: Database;
  names: { kafkaPrefix: string; elasticsearchPrefix: string; qdrantPrefix: string };
  /** What the services printed. */
  logFile: string;
  process(name: string): SupervisedProcess;
  /** Whatever is stopped, cut or dead goes on. */
  heal(): Promise<void>;
  /** Resolves when every engine and every process is ready. @throws Error naming one that is not in time */
  untilReady(): Promise<void>;
  /** Stops everything. @param keepFolder leaves data and logs for whoever looks for a cause */
  close(options?: { keepFolder?: boolean }): Promise<void>;
}

const NAME = 'chaos';
const READY_TIMEOUT_MS = 120_000;
const ADDRESS_VARIABLES: Record<Exclude<EngineTarget, 'kafka'>, string> = {
  postgres: 'DATABASE_ADMIN_URL',
  elasticsearch: 'ELASTICSEARCH_URL',
  qdrant: 'QDRANT_URL',
  neo4j: 'NEO4J_URI',
  s3: 'S3_ENDPOINT',
};

/** Starts engines of its own and all services on them. @throws what either says when it does not start */
export async function openChaosPlatform({ log }: { log(line: string): void }): Promise<ChaosPlatform> {
  const servers = await startEngines({ names: [...ENGINES, 'toxiproxy'], log });
  try {
    return await openOn(servers);
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

async function openOn(servers: TestEngines): Promise<ChaosPlatform> {
  const { variables } = servers;
  const lines = await openLines(variables);
  const throughLine = (engine: Exclude<EngineTarget, 'kafka'>): string => {
    const url = new URL(variables[ADDRESS_VARIABLES[engine]]!);
    url.host = lines[engine].address;
    return url.href;
  };
  await createBucket(NAME, variables);
  const database = new URL(throughLine('postgres'));
  database.pathname = `/${NAME}`;
  const secretsDir = join(servers.folder, 'secrets');
  mkdirSync(secretsDir);
  const logFile = join(servers.folder, 'services.log');
  const output = createWriteStream(logFile);
  const services = await startDistributed(
    loadConfig(distributedEnvironmentSchema, {
      DATABASE_ADMIN_URL: database.href,
      KAFKA_BROKERS: lines.kafka.address,
      KAFKA_TOPIC_PREFIX: `${NAME}.`,
      ELASTICSEARCH_URL: throughLine('elasticsearch'),
      ELASTICSEARCH_INDEX_PREFIX: NAME,
      QDRANT_URL: throughLine('qdrant'),
      QDRANT_API_KEY: variables['QDRANT_API_KEY'],
      QDRANT_COLLECTION_PREFIX: NAME,
      NEO4J_URI: throughLine('neo4j'),
      NEO4J_USER: variables['NEO4J_USER'],
      NEO4J_PASSWORD: variables['NEO4J_PASSWORD'],
      S3_ENDPOINT: throughLine('s3'),
      S3_REGION: variables['S3_REGION'],
      S3_BUCKET: NAME,
      S3_ACCESS_KEY_ID: variables['S3_ACCESS_KEY_ID'],
      S3_SECRET_ACCESS_KEY: variables['S3_SECRET_ACCESS_KEY'],
      PORT: '0',
      AUTH_PORT: '0',
      PORTAL_PORT: '0',
      SECRETS_DIR: secretsDir,
      SPLIT_ROLES: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    }),
    (line) => void output.write(`${new Date().toISOString()} ${line}\n`),
  );
  const straight = new URL(variables['DATABASE_ADMIN_URL']!);
  straight.pathname = `/${NAME}`;
  const truthOptions = {
    ...databaseOptionsFromUrl(straight.href),
    applicationName: 'loci-chaos',
    statementTimeoutMs: 120_000,
  };
  const truth = openDatabase(truthOptions);
  const holder = openDatabase({ ...truthOptions, maxConnections: 1, statementTimeoutMs: 3_600_000 });
  const reconcilers = holdReconcilers(holder);
  return {
    servers,
    lines,
    services,
    variables,
    truth,
    names: { kafkaPrefix: `${NAME}.`, elasticsearchPrefix: NAME, qdrantPrefix: NAME },
    logFile,
    process: (name) => {
      const found = services.processes.find((each) => each.name === name);
      if (!found) throw new Error(`No process is called ${name}.`);
      return found;
    },
    heal: async () => {
      for (const each of services.processes) each.signal('SIGCONT');
      for (const server of servers.all) {
        if (server.isRunning) server.resume();
        else await server.start();
      }
      await Promise.all(servers.all.map((server) => server.waitUntilReady()));
      await Promise.all(Object.values(lines).map((line) => line.mend()));
    },
    untilReady: async () => {
      await Promise.all(servers.all.map((server) => server.waitUntilReady()));
      await Promise.all(services.processes.map((each) => each.waitUntilReady(READY_TIMEOUT_MS)));
    },
    close: async (options) => {
      await services.stop();
      await reconcilers.release();
      await Promise.all([truth.close(), holder.close()]);
      output.end();
      await servers.stop(options);
    },
  };
}

async function openLines(
  variables: Readonly<Record<string, string>>,
): Promise<Readonly<Record<EngineTarget, CutLine>>> {
  const open = async (name: EngineTarget): Promise<readonly [EngineTarget, CutLine]> => {
    const line =
      name === 'kafka'
        ? // The one address that its second listener sends clients to.
          { listen: variables['KAFKA_PROXIED_BROKER']!, upstream: variables['KAFKA_PROXY_TARGET']! }
        : { listen: '127.0.0.1:0', upstream: new URL(variables[ADDRESS_VARIABLES[name]]!).host };
    return [name, await openCutLine(variables['TOXIPROXY_URL']!, { name, ...line })];
  };
  return Object.fromEntries(await Promise.all(ENGINES.map(open))) as Record<EngineTarget, CutLine>;
}
