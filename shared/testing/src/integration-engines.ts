/** Where the engines of the distributed platform listen; `infra/test-engines` starts them and sets the variables. */
export interface RealServers {
  kafka: { brokers: string[] };
  /** A second way to the broker: what listens on the first address and leads to the second may fail. */
  kafkaProxy: { listen: string; upstream: string };
  elasticsearch: { url: string };
  qdrant: { url: string; apiKey: string };
  neo4j: { url: string; user: string; password: string };
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** Of a role that may create databases and roles. */
  postgres: { adminUrl: string };
  toxiproxy: { url: string };
}

/**
 * Each engine's variables are read when it is asked for, so that a suite of one engine needs that one alone.
 * @throws Error, then, naming the variable that is missing: a test of a real engine never passes without it
 */
export function realServers(environment: Record<string, string | undefined> = process.env): RealServers {
  const read = (name: string): string => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set: run these tests by \`npm run test:integration\`.`);
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
