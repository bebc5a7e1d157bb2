import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNeo4jGraphStore } from '@loci/graph-service/neo4j';
import type { GraphStore } from '@loci/graph-service';
import { distributedEnvironmentSchema, startDistributed } from '@loci/cli';
import type { DistributedPlatform } from '@loci/cli';
import { loadConfig } from '@loci/runtime';
import { createElasticsearchKeywordIndex } from '@loci/search-service/elasticsearch';
import { createBuiltinEmbedder } from '@loci/search-service/embedded';
import { createQdrantVectorIndex } from '@loci/search-service/qdrant';
import { createBucket } from '@loci/test-engines';
import { listenerOf } from './process-times.ts';

/** The distributed platform on running engines. */
export interface ScalePlatform {
  services: DistributedPlatform;
  /** Direct access to the indexes and the graph store. */
  indexes: Indexes;
  /** Pid of the root process of each service, and of each engine on this machine, by component name. */
  parts: Record<string, number>;
  /** Stops the processes whose reconcilers would remove the directly added items. */
  stopReconcilers(): Promise<void>;
  close(): Promise<void>;
}

export interface Indexes {
  embedder: ReturnType<typeof createBuiltinEmbedder>;
  keyword: ReturnType<typeof createElasticsearchKeywordIndex>;
  vector: ReturnType<typeof createQdrantVectorIndex>;
  graph: GraphStore;
}

/**
 * Starts all services on the engines that `infra/test-engines` started.
 *
 * @throws ConfigError for a missing environment variable
 */
export async function openScalePlatform(
  environment: Record<string, string | undefined>,
  log: (line: string) => void,
): Promise<ScalePlatform> {
  const name = `scale_${randomBytes(4).toString('hex')}`;
  const bucket = name.replace('_', '-');
  const secretsDir = mkdtempSync(join(tmpdir(), 'loci-scale-'));
  const database = new URL(environment['DATABASE_ADMIN_URL'] ?? 'postgres://missing/');
  database.pathname = `/${name}`;
  const config = loadConfig(distributedEnvironmentSchema, {
    ...environment,
    DATABASE_ADMIN_URL: environment['DATABASE_ADMIN_URL'] && database.href,
    KAFKA_TOPIC_PREFIX: `${name}.`,
    ELASTICSEARCH_INDEX_PREFIX: name,
    QDRANT_COLLECTION_PREFIX: name,
    S3_BUCKET: bucket,
    SECRETS_DIR: secretsDir,
    SPLIT_ROLES: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  });
  await createBucket(bucket, environment);
  const services = await startDistributed(config, log);
  const embedder = createBuiltinEmbedder();
  const indexes: Indexes = {
    embedder,
    keyword: createElasticsearchKeywordIndex({
      url: config.ELASTICSEARCH_URL,
      indexPrefix: name,
      replicas: 0,
    }),
    vector: createQdrantVectorIndex({
      url: config.QDRANT_URL,
      apiKey: config.QDRANT_API_KEY?.reveal(),
      collectionPrefix: name,
      model: embedder.model,
      dimension: embedder.dimension,
    }),
    graph: await createNeo4jGraphStore({
      url: config.NEO4J_URI,
      user: config.NEO4J_USER,
      password: config.NEO4J_PASSWORD.reveal(),
    }),
  };
  const parts: Record<string, number> = {};
  for (const process of services.processes) {
    const pid = process.pid();
    if (pid !== undefined) parts[process.name] = pid;
  }
  for (const [engine, url] of [
    ['PostgreSQL', database.href],
    ['Kafka', `kafka://${config.KAFKA_BROKERS.split(',')[0]}`],
    ['Elasticsearch', config.ELASTICSEARCH_URL],
    ['Qdrant engine', config.QDRANT_URL],
    ['Neo4j', config.NEO4J_URI],
  ] as const) {
    const pid = await listenerOf(Number(new URL(url).port));
    if (pid !== null) parts[engine] = pid;
  }
  return {
    services,
    indexes,
    parts,
    stopReconcilers: async () => {
      const consumers = services.processes.filter(({ name: process }) => process.endsWith('-consumers'));
      await Promise.all(consumers.map((process) => process.stop()));
    },
    close: async () => {
      await Promise.all([
        indexes.keyword.close(),
        indexes.vector.close(),
        indexes.graph.close(),
        embedder.close(),
      ]);
      await services.stop();
      rmSync(secretsDir, { recursive: true, force: true });
    },
  };
}
