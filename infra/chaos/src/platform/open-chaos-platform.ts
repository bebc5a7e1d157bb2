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
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import type { WebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { blockReconcilers } from './block-reconcilers.ts';
import { openEngineProxy } from './engine-proxy.ts';
import type { EngineProxy } from './engine-proxy.ts';

/**
 * Distributed platform with a process per role. All connections of the services to engines go through
 * proxies.
 */
export interface ChaosPlatform {
  servers: TestEngines;
  proxies: Readonly<Record<EngineTarget, EngineProxy>>;
  services: DistributedPlatform;
  /** Direct addresses of the engines, by variable name. */
  variables: Readonly<Record<string, string>>;
  /** Direct connection as superuser, which bypasses row-level security. */
  database: Database;
  /** Receives the messages of all webhooks. */
  receiver: WebhookReceiver;
  names: { kafkaPrefix: string; elasticsearchPrefix: string; qdrantPrefix: string };
  /** File with the output of all services. */
  logFile: string;
  process(name: string): SupervisedProcess;
  /** Ends all faults: resumes, restarts and reconnects engines and processes. */
  heal(): Promise<void>;
  /** Waits until all engines and processes are ready. @throws Error if one is not ready in time */
  untilReady(): Promise<void>;
  /** Stops everything. @param options.keepFolder keeps data and logs for debugging */
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

/**
 * Starts all services, and engines that no other test run uses.
 *
 * @throws Error if an engine or service does not start
 */
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
  const proxies = await openProxies(variables);
  const throughProxy = (engine: Exclude<EngineTarget, 'kafka'>): string => {
    const url = new URL(variables[ADDRESS_VARIABLES[engine]]!);
    url.host = proxies[engine].address;
    return url.href;
  };
  await createBucket(NAME, variables);
  const database = new URL(throughProxy('postgres'));
  database.pathname = `/${NAME}`;
  const secretsDir = join(servers.folder, 'secrets');
  mkdirSync(secretsDir);
  const logFile = join(servers.folder, 'services.log');
  const output = createWriteStream(logFile);
  const services = await startDistributed(
    loadConfig(distributedEnvironmentSchema, {
      DATABASE_ADMIN_URL: database.href,
      KAFKA_BROKERS: proxies.kafka.address,
      KAFKA_TOPIC_PREFIX: `${NAME}.`,
      ELASTICSEARCH_URL: throughProxy('elasticsearch'),
      ELASTICSEARCH_INDEX_PREFIX: NAME,
      QDRANT_URL: throughProxy('qdrant'),
      QDRANT_API_KEY: variables['QDRANT_API_KEY'],
      QDRANT_COLLECTION_PREFIX: NAME,
      NEO4J_URI: throughProxy('neo4j'),
      NEO4J_USER: variables['NEO4J_USER'],
      NEO4J_PASSWORD: variables['NEO4J_PASSWORD'],
      S3_ENDPOINT: throughProxy('s3'),
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
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    }),
    (line) => void output.write(`${new Date().toISOString()} ${line}\n`),
  );
  const directUrl = new URL(variables['DATABASE_ADMIN_URL']!);
  directUrl.pathname = `/${NAME}`;
  const directOptions = {
    ...databaseOptionsFromUrl(directUrl.href),
    applicationName: 'loci-chaos',
    statementTimeoutMs: 120_000,
  };
  const directDatabase = openDatabase(directOptions);
  const holder = openDatabase({ ...directOptions, maxConnections: 1, statementTimeoutMs: 3_600_000 });
  const reconcilers = blockReconcilers(holder);
  const receiver = await startWebhookReceiver();
  return {
    servers,
    proxies,
    services,
    variables,
    database: directDatabase,
    receiver,
    names: { kafkaPrefix: `${NAME}.`, elasticsearchPrefix: NAME, qdrantPrefix: NAME },
    logFile,
    process: (name) => {
      const found = services.processes.find((each) => each.name === name);
      if (!found) {
        const names = services.processes.map((each) => each.name).join(', ');
        throw new Error(`There is no process named ${name}. Processes: ${names}.`);
      }
      return found;
    },
    heal: async () => {
      for (const each of services.processes) each.signal('SIGCONT');
      for (const server of servers.all) {
        if (server.isRunning) server.resume();
        else await server.start();
      }
      await Promise.all(servers.all.map((server) => server.waitUntilReady()));
      await Promise.all(Object.values(proxies).map((proxy) => proxy.heal()));
    },
    untilReady: async () => {
      await Promise.all(servers.all.map((server) => server.waitUntilReady()));
      await Promise.all(services.processes.map((each) => each.waitUntilReady(READY_TIMEOUT_MS)));
    },
    close: async (options) => {
      await services.stop();
      await reconcilers.release();
      await receiver.close();
      await Promise.all([directDatabase.close(), holder.close()]);
      output.end();
      await servers.stop(options);
    },
  };
}

async function openProxies(
  variables: Readonly<Record<string, string>>,
): Promise<Readonly<Record<EngineTarget, EngineProxy>>> {
  const open = async (name: EngineTarget): Promise<readonly [EngineTarget, EngineProxy]> => {
    const line =
      name === 'kafka'
        ? // Kafka's second listener advertises this fixed address.
          { listen: variables['KAFKA_PROXIED_BROKER']!, upstream: variables['KAFKA_PROXY_TARGET']! }
        : { listen: '127.0.0.1:0', upstream: new URL(variables[ADDRESS_VARIABLES[name]]!).host };
    return [name, await openEngineProxy(variables['TOXIPROXY_URL']!, { name, ...line })];
  };
  return Object.fromEntries(await Promise.all(ENGINES.map(open))) as Record<EngineTarget, EngineProxy>;
}
