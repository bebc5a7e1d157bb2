import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  SCHEMA_NAMES,
  migratePlatformDatabase,
  moveToCluster,
  moveToClusterEnvironmentSchema,
} from '@loci/cli';
import type { MoveSummary, SchemaName } from '@loci/cli';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import { loadConfig } from '@loci/runtime';
import { createBuiltinEmbedder } from '@loci/search-service/embedded';
import { createElasticsearchKeywordIndex } from '@loci/search-service/elasticsearch';
import { createQdrantVectorIndex } from '@loci/search-service/qdrant';
import { createNeo4jGraphStore } from '@loci/graph-service/neo4j';
import { environmentSchema, startStandalone } from '@loci/standalone';
import { integrationEngines } from '@loci/testing/integration-engines';
import { createTestEnvironment, openDistributedPlatform } from '../e2e/open-distributed-platform.ts';
import type { TestEnvironment } from '../e2e/open-distributed-platform.ts';
import type { PlatformAddress } from '../e2e/open-standalone-platform.ts';
import { eventually } from '../support/eventually.ts';
import { freePorts } from '@loci/runtime/free-ports';
import { openApiConnection } from '../support/api-connection.ts';
import type { ApiConnection } from '../support/api-connection.ts';
import { createTenant } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';

const ADMIN_TOKEN = 'the-admin-token-of-this-test';
const QUERIES = ['tea in the morning', 'where does Ada live', 'deploy on Friday', 'number 17', 'chocolate'];

/** API key and search results of a tenant before the move. */
interface TenantSnapshot {
  tenantId: string;
  apiKey: string;
  /** Ids of the results, by query. */
  results: string[][];
}

/** Stores memories, of which the first two share a rare word. */
async function storeMemories(tenant: Tenant): Promise<void> {
  const ids: string[] = [];
  for (const content of [
    'Ada drinks tea in the morning.',
    'Ada lives in London.',
    'The deploy runs every Friday.',
    'Chocolate is for the afternoon.',
    ...Array.from(
      { length: 60 },
      (_, n) => `Note number ${n}: the ${n % 7 ? 'train' : 'ship'} leaves at ${n}.`,
    ),
  ]) {
    ids.push((await tenant.data('POST', '/api/v2/memories', { content })).id);
  }
  for (let i = 1; i < ids.length; i += 3) {
    await tenant.data('POST', '/api/v2/relationships', {
      from_id: ids[i - 1],
      to_id: ids[i],
      relationship_type: 'supports',
    });
  }
  await tenant.data('PUT', `/api/v2/memories/${ids[5]}`, { content: 'Note number 1 was changed.' });
  await tenant.call('DELETE', `/api/v2/memories/${ids[6]}`);
  await tenant.data('POST', '/api/v2/artifacts', { path: '/notes/tea.txt', content: 'Assam' });
}

async function takeSnapshot(tenant: Tenant): Promise<TenantSnapshot> {
  const results = [];
  for (const query of QUERIES) {
    const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query, limit: 10 });
    results.push(items.map(({ id }: { id: string }) => id));
  }
  const { apiKey } = await tenant.createKey(['read', 'write', 'delete']);
  return { tenantId: tenant.tenantId, apiKey, results };
}

/** Stores records of two tenants in a standalone platform, and stops it. */
async function fillStandalonePlatform(dataDir: string): Promise<TenantSnapshot[]> {
  const [port, authPort, portalPort] = (await freePorts(3)) as [number, number, number];
  const standalone = await startStandalone(
    loadConfig(environmentSchema, {
      DATA_DIR: dataDir,
      PORT: String(port),
      AUTH_PORT: String(authPort),
      PORTAL_PORT: String(portalPort),
      ADMIN_TOKEN,
      RATE_LIMIT_PER_MINUTE: '0',
    }),
    { print: () => undefined, startedAt: Date.now() },
  );
  const baseUrl = `http://localhost:${port}`;
  const gateway = openApiConnection(baseUrl);
  const auth = openApiConnection(`http://localhost:${authPort}`);
  try {
    const snapshots: TenantSnapshot[] = [];
    for (let n = 0; n < 2; n++) {
      const tenant = await createTenant({
        send: auth.send,
        adminToken: ADMIN_TOKEN,
        gateway: gateway.send,
        baseUrl,
      });
      await storeMemories(tenant);
      await standalone.drain();
      snapshots.push(await takeSnapshot(tenant));
    }
    return snapshots;
  } finally {
    gateway.close();
    auth.close();
    await standalone.stop();
  }
}

/** Returns a database URL with role and password for each schema. */
function databaseUrlsOf({ databaseUrl }: TestEnvironment): Record<SchemaName, string> {
  return Object.fromEntries(
    SCHEMA_NAMES.map((schema) => {
      const url = new URL(databaseUrl);
      url.username = `loci_${schema}`;
      url.password = 'of-this-test';
      return [schema, url.href];
    }),
  ) as Record<SchemaName, string>;
}

describe('moving a standalone platform to a cluster', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loci-move-'));
  const resumedOutput: string[] = [];
  let snapshots: TenantSnapshot[];
  let environment: TestEnvironment;
  let interruption: unknown;
  let summary: MoveSummary;

  beforeAll(async () => {
    snapshots = await fillStandalonePlatform(dataDir);
    environment = await createTestEnvironment();
    const urls = databaseUrlsOf(environment);
    await migratePlatformDatabase(environment.databaseUrl, urls);
    const { s3 } = integrationEngines();
    const config = loadConfig(moveToClusterEnvironmentSchema, {
      DATA_DIR: dataDir,
      ...Object.fromEntries(
        Object.entries(urls).map(([schema, url]) => [`${schema.toUpperCase()}_DATABASE_URL`, url]),
      ),
      S3_BUCKET: environment.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    });
    const interruptAtMemories = (line: string): void => {
      if (line.includes('memory.memories')) throw new Error('Interrupted by the test.');
    };
    interruption = await moveToCluster(config, interruptAtMemories).catch((error: unknown) => error);
    summary = await moveToCluster(config, (line) => resumedOutput.push(line));
  }, 180_000);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('copies all rows after one interruption', () => {
    expect(interruption).toMatchObject({ message: 'Interrupted by the test.' });
    expect(summary.rows).toBeGreaterThan(100);
  });

  test('resumes with the tables that were not copied before the interruption', () => {
    expect(resumedOutput.some((line) => line.includes('auth.tenants'))).toBe(false);
    expect(resumedOutput.some((line) => line.includes('graph.relationships'))).toBe(true);
  });

  describe('after the services have started on the moved data', () => {
    let platform: PlatformAddress;
    let connection: ApiConnection;

    beforeAll(async () => {
      cpSync(join(dataDir, 'secrets'), environment.secretsDir, { recursive: true });
      platform = await openDistributedPlatform({ splitRoles: false, environment });
      connection = openApiConnection(platform.baseUrl);
      const tenantIds = snapshots.map(({ tenantId }) => tenantId);
      await eventually(() => expectEqualIndexes(environment, tenantIds), 90_000);
    }, 180_000);
    afterAll(async () => {
      connection.close();
      await platform.close();
    }, 30_000);

    /** Exchanges the API key that was created before the move. Returns the access token. */
    const tokenOf = async ({ apiKey }: TenantSnapshot): Promise<string> => {
      const { body } = await connection.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
      return body.data.access_token;
    };

    test('searches return the results from before the move', async () => {
      for (const snapshot of snapshots) {
        const token = await tokenOf(snapshot);
        for (const [i, query] of QUERIES.entries()) {
          const { body } = await connection.send({
            method: 'POST',
            path: '/api/v2/search/hybrid',
            token,
            body: { query, limit: 10 },
          });
          expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual(snapshot.results[i]);
        }
      }
    });

    test('artifacts return their content', async () => {
      for (const snapshot of snapshots) {
        const { status, text } = await connection.send({
          method: 'GET',
          path: '/api/v2/artifacts?path=/notes/tea.txt',
          token: await tokenOf(snapshot),
        });
        expect([status, text.includes('Assam')]).toEqual([200, true]);
      }
    });
  });
});

/** Expects Elasticsearch, Qdrant and Neo4j to contain the same ids and revisions as PostgreSQL. */
async function expectEqualIndexes(environment: TestEnvironment, tenants: readonly string[]): Promise<void> {
  const servers = integrationEngines();
  const database = openDatabase({
    ...databaseOptionsFromUrl(environment.databaseUrl),
    applicationName: 'move-to-cluster-test',
  });
  const embedder = createBuiltinEmbedder();
  const keyword = createElasticsearchKeywordIndex({
    url: servers.elasticsearch.url,
    indexPrefix: environment.name,
  });
  const vector = createQdrantVectorIndex({
    url: servers.qdrant.url,
    apiKey: servers.qdrant.apiKey,
    collectionPrefix: environment.name,
    model: embedder.model,
    dimension: embedder.dimension,
  });
  const graph = await createNeo4jGraphStore(servers.neo4j);
  try {
    for (const tenantId of tenants) {
      const page = { afterId: null, limit: 1_000 };
      const toPairs = (records: readonly { id: string; revision: number; deleted?: boolean }[]): unknown[] =>
        records.filter(({ deleted }) => deleted !== true).map(({ id, revision }) => [id, Number(revision)]);
      const select = (sql: string): Promise<{ id: string; revision: number }[]> =>
        database.inSystemTransaction((tx) => tx.query(sql, [tenantId]));
      const memories = await select(
        `SELECT id::text, revision FROM memory.memories WHERE tenant_id = $1 ORDER BY id::text`,
      );
      expect(memories.length).toBeGreaterThan(60);
      expect(toPairs(await keyword.revisions(tenantId, page))).toEqual(toPairs(memories));
      expect(toPairs(await vector.revisions(tenantId, page))).toEqual(toPairs(memories));
      const relationships = await select(
        `SELECT id::text, revision FROM graph.relationships WHERE tenant_id = $1 ORDER BY id::text`,
      );
      expect(toPairs((await graph.revisions(tenantId, page)) ?? [])).toEqual(toPairs(relationships));
    }
  } finally {
    await Promise.all([database.close(), keyword.close(), vector.close(), graph.close(), embedder.close()]);
  }
}
