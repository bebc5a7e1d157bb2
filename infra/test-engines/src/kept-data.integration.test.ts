import { afterEach, describe, expect, test } from '@jest/globals';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Kafka, logLevel } from 'kafkajs';
import neo4jDriver from 'neo4j-driver';
import pg from 'pg';
import { startEngines } from './start-engines.ts';
import type { EngineName } from './engine.ts';
import type { TestEngines } from './start-engines.ts';

const TIMEOUT_MS = 600_000;

/** Data that a test writes, and reads again after the engine was killed. */
interface KeptData {
  write(): Promise<void>;
  read(): Promise<unknown>;
  written: unknown;
}

let servers: TestEngines;
const addressOf = (variable: string) => servers.variables[variable]!;

// Starts separate engines one at a time, because other tests use the shared ones.
afterEach(() => servers.stop(), TIMEOUT_MS);

const KEPT_DATA: Record<Exclude<EngineName, 'toxiproxy'>, KeptData> = {
  kafka: {
    write: () =>
      withKafka(async (kafka) => {
        const admin = kafka.admin();
        await admin.createTopics({ topics: [{ topic: 'kept', numPartitions: 1 }] });
        await admin.disconnect();
        const producer = kafka.producer({ idempotent: true });
        await producer.connect();
        await producer.send({ topic: 'kept', acks: -1, messages: [{ key: 'a', value: '1' }] });
        await producer.disconnect();
      }),
    read: () =>
      withKafka(async (kafka) => {
        const admin = kafka.admin();
        await admin.connect();
        const [partition] = await admin.fetchTopicOffsets('kept');
        await admin.disconnect();
        return partition?.high;
      }),
    written: '1',
  },
  elasticsearch: {
    write: async () => {
      await requestJson('PUT', `${addressOf('ELASTICSEARCH_URL')}/kept`, {
        mappings: { properties: { content: { type: 'text', analyzer: 'english' } } },
      });
      await requestJson('PUT', `${addressOf('ELASTICSEARCH_URL')}/kept/_doc/1`, { content: 'kept' });
    },
    read: async () => {
      const found = await requestJson('GET', `${addressOf('ELASTICSEARCH_URL')}/kept/_doc/1`);
      return (found as { _source: unknown })._source;
    },
    written: { content: 'kept' },
  },
  qdrant: {
    write: async () => {
      const collection = `${addressOf('QDRANT_URL')}/collections/kept`;
      await requestJson('PUT', collection, { vectors: { size: 2, distance: 'Cosine' } });
      const points = [{ id: 1, vector: [0, 1], payload: { content: 'kept' } }];
      await requestJson('PUT', `${collection}/points?wait=true`, { points });
    },
    read: async () => {
      const url = `${addressOf('QDRANT_URL')}/collections/kept/points`;
      const found = (await requestJson('POST', url, { ids: [1] })) as { result: { payload: unknown }[] };
      return found.result[0]?.payload;
    },
    written: { content: 'kept' },
  },
  neo4j: {
    write: async () => void (await cypher(`CREATE (:Kept {content: 'kept'})`)),
    read: () => cypher('MATCH (kept:Kept) RETURN kept.content AS content'),
    written: ['kept'],
  },
  s3: {
    write: () =>
      withS3(async (client) => {
        await client.send(new CreateBucketCommand({ Bucket: 'kept' }));
        await client.send(new PutObjectCommand({ Bucket: 'kept', Key: 'a', Body: 'kept' }));
      }),
    read: () =>
      withS3(async (client) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: 'kept', Key: 'a' }));
        return Body?.transformToString();
      }),
    written: 'kept',
  },
  postgres: {
    write: async () => {
      await sql('CREATE TABLE kept (content text)');
      await sql(`INSERT INTO kept VALUES ('kept')`);
    },
    read: () => sql('SELECT content FROM kept'),
    written: [{ content: 'kept' }],
  },
};

describe('test engine', () => {
  test.each(Object.entries(KEPT_DATA))(
    '%s returns acknowledged data after kill -9 and a restart, and after a pause',
    async (name, { write, read, written }) => {
      servers = await startEngines({ names: [name as EngineName] });
      const server = servers.get(name as EngineName);
      await write();

      const before = server.pids;
      await server.kill();
      expect(server.isRunning).toBe(false);
      await server.start();
      await server.waitUntilReady();
      expect(server.pids.filter((pid) => before.includes(pid))).toEqual([]);
      expect(await read()).toEqual(written);

      await server.pause();
      const answer = read();
      const whilePaused = await Promise.race([answer, unansweredFor(500)]);
      server.resume();
      expect(whilePaused).toBe('unanswered');
      expect(await answer).toEqual(written);
    },
    TIMEOUT_MS,
  );
});

function unansweredFor(durationMs: number): Promise<'unanswered'> {
  return new Promise((resolve) => setTimeout(resolve, durationMs, 'unanswered'));
}

function apiKey(): Record<string, string> {
  const key = servers.variables['QDRANT_API_KEY'];
  return key === undefined ? {} : { 'api-key': key };
}

async function requestJson(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...apiKey() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function withKafka<T>(work: (kafka: Kafka) => Promise<T>): Promise<T> {
  return work(
    new Kafka({
      brokers: [addressOf('KAFKA_BROKERS')],
      connectionTimeout: 1_000,
      retry: { initialRetryTime: 100, retries: 20, maxRetryTime: 2_000 },
      logLevel: logLevel.NOTHING,
    }),
  );
}

async function withS3<T>(work: (client: S3Client) => Promise<T>): Promise<T> {
  const client = new S3Client({
    endpoint: addressOf('S3_ENDPOINT'),
    region: addressOf('S3_REGION'),
    forcePathStyle: true,
    credentials: {
      accessKeyId: addressOf('S3_ACCESS_KEY_ID'),
      secretAccessKey: addressOf('S3_SECRET_ACCESS_KEY'),
    },
  });
  return work(client).finally(() => client.destroy());
}

async function cypher(query: string): Promise<unknown[]> {
  const login = neo4jDriver.auth.basic(addressOf('NEO4J_USER'), addressOf('NEO4J_PASSWORD'));
  const driver = neo4jDriver.driver(addressOf('NEO4J_URI'), login);
  try {
    const { records } = await driver.executeQuery(query);
    return records.map((record) => record.get(0) as unknown);
  } finally {
    await driver.close();
  }
}

async function sql(query: string): Promise<unknown[]> {
  const client = new pg.Client(addressOf('DATABASE_ADMIN_URL'));
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
