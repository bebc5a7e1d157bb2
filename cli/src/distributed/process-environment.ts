import { databaseOptionsFromUrl } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import type { SchemaName } from '../database/platform-schemas.ts';
import type { PlannedProcess } from './process-plan.ts';
import type { DistributedConfig } from './start-distributed.config.ts';

/** What is made rather than given. */
export interface LaunchSecrets {
  internalSecret: Secret;
  adminToken: Secret;
  apiKeyPepper: Secret;
  signingKeySecret: Secret;
  cookieKeys: Secret;
  bootstrapApiKey: Secret;
  rolePassword: Secret;
}

export interface Addresses {
  /** Of each part that answers requests. */
  ports: Record<string, number>;
  /** Of each process, for operators. */
  adminPorts: Record<string, number>;
}

/** The DATABASE_URL of a part, as its own role. */
export function databaseUrl(adminUrl: string, part: SchemaName, { rolePassword }: LaunchSecrets): string {
  databaseOptionsFromUrl(adminUrl, 'DATABASE_ADMIN_URL');
  const url = new URL(adminUrl);
  url.username = `loci_${part}`;
  url.password = rolePassword.reveal();
  return url.href;
}

/** Variables that every process may know; each reads those of its own configuration. */
export function processEnvironment(
  config: DistributedConfig,
  secrets: LaunchSecrets,
  { ports, adminPorts }: Addresses,
  planned: PlannedProcess,
): Record<string, string> {
  const at = (port: number): string => `http://localhost:${port}`;
  const inside = (part: string): string => `http://127.0.0.1:${ports[part]}`;
  const isPublic = ['gateway', 'auth', 'portal'].includes(planned.part);
  const environment: Record<string, string | undefined> = {
    HOST: isPublic ? config.HOST : '127.0.0.1',
    // Workers listen nowhere but for operators.
    PORT: String(ports[planned.part]),
    ADMIN_PORT: String(adminPorts[planned.name]),
    LOG_LEVEL: config.LOG_LEVEL,
    ROLES: planned.roles ?? undefined,
    INTERNAL_SECRET: secrets.internalSecret.reveal(),
    ADMIN_TOKEN: secrets.adminToken.reveal(),
    DATABASE_URL: databaseUrl(config.DATABASE_ADMIN_URL, planned.part as SchemaName, secrets),
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
    PUBLIC_URL: at(ports['gateway']!),
    AUTH_URL: at(ports['auth']!),
    PORTAL_URL: at(ports['portal']!),
    GATEWAY_INTERNAL_URL: inside('gateway'),
    AUTH_INTERNAL_URL: inside('auth'),
    MEMORY_URL: inside('memory'),
    GRAPH_URL: inside('graph'),
    SEARCH_URL: inside('search'),
    DOCUMENT_URL: inside('document'),
    ARTIFACT_URL: inside('artifact'),
    ANALYSIS_URL: inside('analysis'),
    PERSONALITY_URL: inside('personality'),
    RATE_LIMIT_PER_MINUTE: config.RATE_LIMIT_PER_MINUTE,
    API_KEY_PEPPER: secrets.apiKeyPepper.reveal(),
    SIGNING_KEY_SECRET: secrets.signingKeySecret.reveal(),
    COOKIE_KEYS: secrets.cookieKeys.reveal(),
    BOOTSTRAP_API_KEY: secrets.bootstrapApiKey.reveal(),
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
