import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distributedEnvironmentSchema, startDistributed } from '@loci/cli';
import type { DistributedPlatform } from '@loci/cli';
import { loadConfig } from '@loci/runtime';
import { createBucket } from '@loci/test-engines';
import { realServers } from '@loci/testing/integration-engines';
import { freePorts } from '../support/free-ports.ts';
import type { PlatformAddress } from './open-standalone-platform.ts';

/** Every service as a process, and what runs. */
export interface OpenDistributedPlatform extends PlatformAddress {
  services: DistributedPlatform;
}

/** Names in the engines that nobody else uses. */
export interface TestEnvironment {
  /** Of the database; also what the names of topics, indexes and collections begin with. */
  name: string;
  bucket: string;
  /** Of an admin. */
  databaseUrl: string;
  secretsDir: string;
}

export async function createTestEnvironment(): Promise<TestEnvironment> {
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const bucket = name.replace('_', '-');
  await createBucket(bucket, process.env);
  const database = new URL(realServers().postgres.adminUrl);
  database.pathname = `/${name}`;
  const secretsDir = mkdtempSync(join(tmpdir(), 'loci-services-'));
  return { name, bucket, databaseUrl: database.href, secretsDir };
}

/**
 * Every service as processes on the real engines, under names that nobody else uses. What they leave in the engines
 * goes with the engines.
 */
export async function openDistributedPlatform({
  splitRoles,
  place,
}: {
  splitRoles: boolean;
  /** Default: a new one. */
  place?: TestEnvironment;
}): Promise<OpenDistributedPlatform> {
  const servers = realServers();
  const { name, bucket, databaseUrl, secretsDir } = place ?? (await createTestEnvironment());
  const [port, authPort, portalPort] = (await freePorts(3)) as [number, number, number];
  const services = await startDistributed(
    loadConfig(distributedEnvironmentSchema, {
      DATABASE_ADMIN_URL: databaseUrl,
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
      // Counted, so that its headers are there, and never reached.
      RATE_LIMIT_PER_MINUTE: '10000000',
      LOG_LEVEL: 'error',
    }),
    (line) => void process.stderr.write(`${line}\n`),
  );
  const { baseUrl, authUrl, portalUrl, adminToken } = services;
  return {
    baseUrl,
    authUrl,
    portalUrl,
    adminToken,
    services,
    close: async () => {
      await services.stop();
      rmSync(secretsDir, { recursive: true, force: true });
    },
  };
}
