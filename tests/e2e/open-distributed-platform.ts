import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distributedEnvironmentSchema, startDistributed } from '@loci/cli';
import type { DistributedPlatform } from '@loci/cli';
import { loadConfig } from '@loci/runtime';
import { createBucket } from '@loci/test-engines';
import { integrationEngines } from '@loci/testing/integration-engines';
import { freePorts } from '@loci/runtime/free-ports';
import type { PlatformAddress } from './open-standalone-platform.ts';
import { WEBHOOK_ALLOWED_RANGES } from './sample-records.ts';

/** A database, a bucket, a secrets folder and a name prefix that only one test uses. */
export interface TestEnvironment {
  /** Name of the database, and prefix of topics, indexes and collections. */
  name: string;
  bucket: string;
  /** URL of the database with the admin role. The database may not exist yet. */
  databaseUrl: string;
  secretsDir: string;
}

/** Chooses random names and creates the bucket and the secrets folder. */
export async function createTestEnvironment(): Promise<TestEnvironment> {
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const bucket = name.replace('_', '-');
  await createBucket(bucket, process.env);
  const database = new URL(integrationEngines().postgres.adminUrl);
  database.pathname = `/${name}`;
  const secretsDir = mkdtempSync(join(tmpdir(), 'loci-services-'));
  return { name, bucket, databaseUrl: database.href, secretsDir };
}

/** Address of a distributed platform, to which a test can add gateways. */
export type DistributedAddress = PlatformAddress & Pick<DistributedPlatform, 'addGateway'>;

/** Starts the distributed platform on the test engines. Its data stays in the engines until they are stopped. */
export async function openDistributedPlatform({
  splitRoles,
  environment,
}: {
  splitRoles: boolean;
  /** Environment in which the platform runs. Defaults to a new environment. */
  environment?: TestEnvironment;
}): Promise<DistributedAddress> {
  const servers = integrationEngines();
  const { name, bucket, databaseUrl, secretsDir } = environment ?? (await createTestEnvironment());
  const [port, authPort, portalPort] = (await freePorts(3)) as [number, number, number];
  const platform = await startDistributed(
    loadConfig(distributedEnvironmentSchema, {
      DATABASE_ADMIN_URL: databaseUrl,
      WEBHOOK_ALLOWED_RANGES,
      KAFKA_BROKERS: servers.kafka.brokers.join(','),
      KAFKA_TOPIC_PREFIX: `${name}.`,
      ELASTICSEARCH_URL: servers.elasticsearch.url,
      ELASTICSEARCH_INDEX_PREFIX: name,
      QDRANT_URL: servers.qdrant.url,
      QDRANT_API_KEY: servers.qdrant.apiKey,
      QDRANT_COLLECTION_PREFIX: name,
      NEO4J_URI: servers.neo4j.url,
      NEO4J_USER: servers.neo4j.user,
      NEO4J_PASSWORD: servers.neo4j.password,
      S3_ENDPOINT: servers.s3.endpoint,
      S3_REGION: servers.s3.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: servers.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: servers.s3.secretAccessKey,
      PORT: String(port),
      AUTH_PORT: String(authPort),
      PORTAL_PORT: String(portalPort),
      SECRETS_DIR: secretsDir,
      SPLIT_ROLES: String(splitRoles),
      // No test reaches this limit. 0 would disable the rate limit headers.
      RATE_LIMIT_PER_MINUTE: '10000000',
      LOG_LEVEL: 'error',
    }),
    (line) => void process.stderr.write(`${line}\n`),
  );
  const { baseUrl, authUrl, portalUrl, adminToken, addGateway } = platform;
  return {
    baseUrl,
    authUrl,
    portalUrl,
    adminToken,
    addGateway,
    close: async () => {
      await platform.stop();
      rmSync(secretsDir, { recursive: true, force: true });
    },
  };
}
