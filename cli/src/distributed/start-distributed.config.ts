import { httpUrl, port, secret } from '@loci/runtime';
import {
  artifactQuotaVariables,
  documentQuotaVariables,
  memoryQuotaVariables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';
import { postgresUrl } from '../database/database-url-variables.ts';

const text = (fallback: string, description: string) => z.string().default(fallback).describe(description);

/** Environment variables of `npm run start:distributed`. */
export const environmentSchema = z.object({
  DATABASE_ADMIN_URL: postgresUrl.describe(
    'URL of the PostgreSQL database of the platform, with a role that may create roles and databases. ' +
      'The database is created if it does not exist.',
  ),
  KAFKA_BROKERS: z.string().min(1).describe('Kafka brokers as comma-separated `host:port`.'),
  KAFKA_TOPIC_PREFIX: text('loci.', 'Prefix of the names of all topics and consumer groups.'),
  KAFKA_REPLICATION_FACTOR: text('1', 'Replication factor of each topic that the services create.'),
  KAFKA_PARTITIONS: text('3', 'Number of partitions of each topic that the services create.'),
  ELASTICSEARCH_URL: httpUrl.describe('URL of Elasticsearch.'),
  ELASTICSEARCH_INDEX_PREFIX: text('loci', 'Prefix of the names of all Elasticsearch indexes.'),
  QDRANT_URL: httpUrl.describe('URL of Qdrant.'),
  QDRANT_API_KEY: secret(1).optional().describe('API key for Qdrant, if it requires one.'),
  QDRANT_COLLECTION_PREFIX: text('loci', 'Prefix of the names of all Qdrant collections.'),
  NEO4J_URI: z.string().min(1).describe('URL of Neo4j, such as `bolt://127.0.0.1:7687`.'),
  NEO4J_USER: text('neo4j', 'User name for Neo4j.'),
  NEO4J_PASSWORD: secret(1).describe('Password of NEO4J_USER.'),
  S3_ENDPOINT: httpUrl.describe('URL of the S3-compatible store.'),
  S3_BUCKET: text('loci', 'S3 bucket, which must exist.'),
  S3_REGION: text('us-east-1', 'Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().min(1).describe('Access key ID.'),
  S3_SECRET_ACCESS_KEY: secret(1).describe('Secret access key of S3_ACCESS_KEY_ID.'),
  HOST: text('127.0.0.1', 'Address that the gateway, the authorization server and the portal listen on.'),
  PORT: port.default(8080).describe('Port of the gateway.'),
  AUTH_PORT: port.default(8081).describe('Port of the authorization server.'),
  PORTAL_PORT: port.default(8082).describe('Port of the portal.'),
  RATE_LIMIT_PER_MINUTE: text(
    '1200',
    'Maximum number of requests of a tenant per minute. `0` disables the limit.',
  ),
  ...memoryQuotaVariables,
  ...documentQuotaVariables,
  ...artifactQuotaVariables,
  WEBHOOK_ALLOWED_RANGES: text(
    '',
    'Comma-separated ranges of private or other special addresses that webhooks may have, such as `127.0.0.0/8`.',
  ),
  BOOTSTRAP_API_KEY: secret(1)
    .optional()
    .describe(
      'API key of the first tenant, in the format `loci_<prefix>_<secret>`. If unset, the first start ' +
        'generates and prints a key.',
    ),
  ADMIN_TOKEN: secret(16)
    .optional()
    .describe(
      'Bearer token of the admin API and of operator commands, at least 16 characters. If unset, the ' +
        'first start generates and prints a token.',
    ),
  SECRETS_DIR: text('.data/services', 'Folder for the generated secrets.'),
  SPLIT_ROLES: z
    .stringbool()
    .default(false)
    .describe('`true` runs each role of a service in a separate process. Defaults to `false`.'),
  LOG_LEVEL: text('warn', 'Minimum level of log messages: `debug`, `info`, `warn`, `error` or `silent`.'),
});

export type DistributedConfig = z.output<typeof environmentSchema>;
