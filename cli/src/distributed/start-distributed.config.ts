import { httpUrl, port, secret } from '@loci/runtime';
import { z } from 'zod';
import { postgresUrl } from '../database/database-url-variables.ts';

const text = (fallback: string, description: string) => z.string().default(fallback).describe(description);

/** Environment of `npm run start:distributed`. */
export const environmentSchema = z.object({
  DATABASE_ADMIN_URL: postgresUrl.describe(
    'PostgreSQL database of the platform, with a role that may create roles and databases. A missing database is created.',
  ),
  KAFKA_BROKERS: z.string().min(1).describe('Kafka brokers as comma-separated `host:port`.'),
  KAFKA_TOPIC_PREFIX: text('loci.', 'Prefix of topic names.'),
  KAFKA_REPLICATION_FACTOR: text('1', 'Replication factor of created topics.'),
  KAFKA_PARTITIONS: text('3', 'Number of partitions of created topics.'),
  ELASTICSEARCH_URL: httpUrl.describe('URL of Elasticsearch.'),
  ELASTICSEARCH_INDEX_PREFIX: text('loci', 'Prefix of index names.'),
  QDRANT_URL: httpUrl.describe('URL of Qdrant.'),
  QDRANT_API_KEY: secret(1).optional().describe('API key of Qdrant.'),
  QDRANT_COLLECTION_PREFIX: text('loci', 'Prefix of collection names.'),
  NEO4J_URI: z.string().min(1).describe('URI of Neo4j, such as bolt://127.0.0.1:7687.'),
  NEO4J_USER: text('neo4j', 'User of Neo4j.'),
  NEO4J_PASSWORD: secret(1).describe('Password of the Neo4j user.'),
  S3_ENDPOINT: httpUrl.describe('URL of the S3 store.'),
  S3_BUCKET: text('loci', 'S3 bucket, which must exist.'),
  S3_REGION: text('us-east-1', 'Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().min(1).describe('Access key id of the S3 store.'),
  S3_SECRET_ACCESS_KEY: secret(1).describe('Secret access key of the S3 store.'),
  HOST: text('127.0.0.1', 'Address that gateway, authorization server and portal listen on.'),
  PORT: port.default(8080).describe('Port of the API gateway.'),
  AUTH_PORT: port.default(8081).describe('Port of the authorization server.'),
  PORTAL_PORT: port.default(8082).describe('Port of the web portal.'),
  RATE_LIMIT_PER_MINUTE: text('1200', 'Requests per tenant and minute. 0 disables the limit.'),
  BOOTSTRAP_API_KEY: secret(1)
    .optional()
    .describe('API key of the first tenant. Unset: generated and printed at the first start.'),
  ADMIN_TOKEN: secret(16)
    .optional()
    .describe(
      'Authorizes the admin API and operator commands. Unset: generated and printed at the first start.',
    ),
  SECRETS_DIR: text('.data/services', 'Folder of the generated secrets.'),
  SPLIT_ROLES: z
    .stringbool()
    .default(false)
    .describe('`true` runs the API and the workers of a service in separate processes.'),
  LOG_LEVEL: text('warn', 'Minimum level of log messages.'),
});

export type DistributedConfig = z.output<typeof environmentSchema>;
