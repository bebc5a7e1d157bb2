/** Where the engines of the distributed platform listen; `infra/test-servers` starts them and sets the variables. */
export interface RealServers {
  kafka: { brokers: string[] };
  elasticsearch: { url: string };
  qdrant: { url: string; apiKey: string };
  neo4j: { url: string; user: string; password: string };
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** Of a role that may create databases and roles. */
  postgres: { adminUrl: string };
  toxiproxy: { url: string };
}

/** @throws Error naming the first variable that is missing: a test of a real engine never passes without it */
export function realServers(environment: Record<string, string | undefined> = process.env): RealServers {
  const read = (name: string): string => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set: run these tests by \`npm run test:real\`.`);
    return value;
  };
  return {
    kafka: { brokers: read('KAFKA_BROKERS').split(',') },
    elasticsearch: { url: read('ELASTICSEARCH_URL') },
    qdrant: { url: read('QDRANT_URL'), apiKey: read('QDRANT_API_KEY') },
    neo4j: { url: read('NEO4J_URL'), user: read('NEO4J_USER'), password: read('NEO4J_PASSWORD') },
    s3: {
      endpoint: read('S3_ENDPOINT'),
      region: read('S3_REGION'),
      accessKeyId: read('S3_ACCESS_KEY_ID'),
      secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
    },
    postgres: { adminUrl: read('DATABASE_ADMIN_URL') },
    toxiproxy: { url: read('TOXIPROXY_URL') },
  };
}
