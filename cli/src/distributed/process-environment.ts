import { databaseOptionsFromUrl } from '@loci/postgres';
import type { SchemaName } from '../database/schema-names.ts';
import type { DistributedSecrets } from './distributed-secrets.ts';
import type { PlannedProcess } from './process-plan.ts';
import type { DistributedConfig } from './start-distributed.config.ts';

export interface ProcessPorts {
  /** `PORT` by service name. */
  ports: Record<string, number>;
  /** `ADMIN_PORT` by process name. */
  adminPorts: Record<string, number>;
}

/** Returns the DATABASE_URL of a service, with the role of that service. */
export function databaseUrl(
  adminUrl: string,
  service: SchemaName,
  { rolePassword }: DistributedSecrets,
): string {
  databaseOptionsFromUrl(adminUrl, 'DATABASE_ADMIN_URL');
  const url = new URL(adminUrl);
  url.username = `loci_${service}`;
  url.password = rolePassword.reveal();
  return url.href;
}

/** Returns the environment of a process. A process ignores the variables that only other services use. */
export function processEnvironment(
  config: DistributedConfig,
  secrets: DistributedSecrets,
  { ports, adminPorts }: ProcessPorts,
  planned: PlannedProcess,
): Record<string, string> {
  const publicUrl = (service: string): string => `http://localhost:${ports[service]}`;
  const internalUrl = (service: string): string => `http://127.0.0.1:${ports[service]}`;
  const isPublic = ['gateway', 'auth', 'portal'].includes(planned.service);
  const environment: Record<string, string | undefined> = {
    HOST: isPublic ? config.HOST : '127.0.0.1',
    PORT: String(ports[planned.service]),
    ADMIN_PORT: String(adminPorts[planned.name]),
    LOG_LEVEL: config.LOG_LEVEL,
    ROLES: planned.roles ?? undefined,
    INTERNAL_SECRET: secrets.internalSecret.reveal(),
    ADMIN_TOKEN: secrets.adminToken.reveal(),
    DATABASE_URL: databaseUrl(config.DATABASE_ADMIN_URL, planned.service as SchemaName, secrets),
    KAFKA_BROKERS: config.KAFKA_BROKERS,
    KAFKA_TOPIC_PREFIX: config.KAFKA_TOPIC_PREFIX,
    KAFKA_REPLICATION_FACTOR: config.KAFKA_REPLICATION_FACTOR,
    KAFKA_PARTITIONS: config.KAFKA_PARTITIONS,
    ELASTICSEARCH_URL: config.ELASTICSEARCH_URL,
    ELASTICSEARCH_INDEX_PREFIX: config.ELASTICSEARCH_INDEX_PREFIX,
    ELASTICSEARCH_SHARDS: '1',
    ELASTICSEARCH_REPLICAS: '0',
    QDRANT_URL: config.QDRANT_URL,
    QDRANT_API_KEY: config.QDRANT_API_KEY?.reveal(),
    QDRANT_COLLECTION_PREFIX: config.QDRANT_COLLECTION_PREFIX,
    NEO4J_URI: config.NEO4J_URI,
    NEO4J_USER: config.NEO4J_USER,
    NEO4J_PASSWORD: config.NEO4J_PASSWORD.reveal(),
    S3_ENDPOINT: config.S3_ENDPOINT,
    S3_BUCKET: config.S3_BUCKET,
    S3_REGION: config.S3_REGION,
    S3_ACCESS_KEY_ID: config.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: config.S3_SECRET_ACCESS_KEY.reveal(),
    S3_FORCE_PATH_STYLE: 'true',
    PUBLIC_URL: publicUrl('gateway'),
    AUTH_URL: publicUrl('auth'),
    PORTAL_URL: publicUrl('portal'),
    GATEWAY_INTERNAL_URL: internalUrl('gateway'),
    AUTH_INTERNAL_URL: internalUrl('auth'),
    MEMORY_URL: internalUrl('memory'),
    GRAPH_URL: internalUrl('graph'),
    SEARCH_URL: internalUrl('search'),
    DOCUMENT_URL: internalUrl('document'),
    ARTIFACT_URL: internalUrl('artifact'),
    ANALYSIS_URL: internalUrl('analysis'),
    PERSONALITY_URL: internalUrl('personality'),
    WEBHOOK_URL: internalUrl('webhook'),
    RATE_LIMIT_PER_MINUTE: config.RATE_LIMIT_PER_MINUTE,
    MEMORY_QUOTA_BYTES: String(config.MEMORY_QUOTA_BYTES),
    DOCUMENT_QUOTA_BYTES: String(config.DOCUMENT_QUOTA_BYTES),
    ARTIFACT_QUOTA_BYTES: String(config.ARTIFACT_QUOTA_BYTES),
    API_KEY_PEPPER: secrets.apiKeyPepper.reveal(),
    SIGNING_KEY_SECRET: secrets.signingKeySecret.reveal(),
    COOKIE_KEYS: secrets.cookieKeys.reveal(),
    WEBHOOK_ENCRYPTION_KEY: secrets.webhookEncryptionKey.reveal(),
    WEBHOOK_ALLOWED_RANGES: config.WEBHOOK_ALLOWED_RANGES,
    BOOTSTRAP_API_KEY: secrets.bootstrapApiKey.reveal(),
    ADMIN_URLS:
      planned.service === 'portal'
        ? Object.values(adminPorts)
            .map((port) => `http://127.0.0.1:${port}`)
            .join(',')
        : undefined,
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
