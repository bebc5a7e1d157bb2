/**
 * Addresses and credentials of the engines of the integration tests, such as PostgreSQL and Kafka.
 * `infra/test-engines` starts these engines.
 */
export interface IntegrationEngines {
  kafka: { brokers: string[] };
  /**
   * Addresses of a proxy to the broker. Clients connect to `listen`, and the proxy connects to `upstream`.
   */
  kafkaProxy: { listen: string; upstream: string };
  elasticsearch: { url: string };
  qdrant: { url: string; apiKey: string };
  neo4j: { url: string; user: string; password: string };
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** URL of a role that may create databases and roles. */
  postgres: { adminUrl: string };
  toxiproxy: { url: string };
}

/**
 * Returns the engines. The variables of an engine are read when its property is accessed, so a test file needs only the
 * engines that it uses.
 *
 * @throws Error on access of an engine whose variable is not set, so that no integration test passes without its engine
 */
export function integrationEngines(
  environment: Record<string, string | undefined> = process.env,
): IntegrationEngines {
  const read = (name: string): string => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set. Run these tests with \`npm run test:integration\`.`);
    return value;
  };
  return {
    get kafka() {
      return { brokers: read('KAFKA_BROKERS').split(',') };
    },
    get kafkaProxy() {
      return { listen: read('KAFKA_PROXIED_BROKER'), upstream: read('KAFKA_PROXY_TARGET') };
    },
    get elasticsearch() {
      return { url: read('ELASTICSEARCH_URL') };
    },
    get qdrant() {
      return { url: read('QDRANT_URL'), apiKey: read('QDRANT_API_KEY') };
    },
    get neo4j() {
      return { url: read('NEO4J_URI'), user: read('NEO4J_USER'), password: read('NEO4J_PASSWORD') };
    },
    get s3() {
      return {
        endpoint: read('S3_ENDPOINT'),
        region: read('S3_REGION'),
        accessKeyId: read('S3_ACCESS_KEY_ID'),
        secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
      };
    },
    get postgres() {
      return { adminUrl: read('DATABASE_ADMIN_URL') };
    },
    get toxiproxy() {
      return { url: read('TOXIPROXY_URL') };
    },
  };
}
