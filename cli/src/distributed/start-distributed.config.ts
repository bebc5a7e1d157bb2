import { httpUrl, port, secret } from '@loci/runtime';
import { z } from 'zod';

const name = (fallback: string, what: string) => z.string().default(fallback).describe(what);

/** The environment of `npm run start:distributed`: the stores, and what a person may choose. */
export const environmentSchema = z.object({
  DATABASE_ADMIN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .describe(
      'PostgreSQL, as a role that may create roles and databases; the database is made when it is missing.',
    ),
  KAFKA_BROKERS: z.string().min(1).describe('Comma-separated `host:port`.'),
  KAFKA_TOPIC_PREFIX: name('loci.', 'Before the name of every topic.'),
  KAFKA_REPLICATION_FACTOR: name('1', 'Of the topics that are created.'),
  KAFKA_PARTITIONS: name('3', 'Of the topics that are created.'),
  ELASTICSEARCH_URL: httpUrl.describe('Elasticsearch.'),
  ELASTICSEARCH_INDEX_PREFIX: name('loci', 'Before the names of its indexes.'),
  QDRANT_URL: httpUrl.describe('Qdrant.'),
  QDRANT_API_KEY: secret(1).optional().describe('Its API key.'),
  QDRANT_COLLECTION_PREFIX: name('loci', 'Before the names of its collections.'),
  NEO4J_URI: z.string().min(1).describe('Neo4j, e.g. bolt://127.0.0.1:7687.'),
  NEO4J_USER: name('neo4j', 'Its user.'),
  NEO4J_PASSWORD: secret(1).describe("Its user's password."),
  S3_ENDPOINT: httpUrl.describe('An S3 store.'),
  S3_BUCKET: name('loci', 'Its bucket, which must exist.'),
  S3_REGION: name('us-east-1', 'Its region.'),
  S3_ACCESS_KEY_ID: z.string().min(1).describe('Its key.'),
  S3_SECRET_ACCESS_KEY: secret(1).describe("Its key's secret."),
  HOST: name('127.0.0.1', 'Where gateway, authorization server and portal listen.'),
  PORT: port.default(8080).describe('The API gateway.'),
  AUTH_PORT: port.default(8081).describe('The authorization server.'),
  PORTAL_PORT: port.default(8082).describe('The portal for people.'),
  RATE_LIMIT_PER_MINUTE: name('1200', 'Requests a tenant may make in a minute; 0 turns the limit off.'),
  BOOTSTRAP_API_KEY: secret(1).optional().describe('The API key of the first tenant; unset: made once.'),
  ADMIN_TOKEN: secret(16).optional().describe('Opens the admin API and the commands; unset: made once.'),
  SECRETS_DIR: name('.data/services', 'Where the secrets are kept that are made once.'),
  SPLIT_ROLES: z
    .stringbool()
    .default(false)
    .describe('`true`: APIs and workers of a service are processes of their own.'),
  LOG_LEVEL: name('warn', 'Least level that is logged.'),
});

export type DistributedConfig = z.output<typeof environmentSchema>;
