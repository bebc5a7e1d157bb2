import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { SCHEMA_NAMES, migratePlatformDatabase } from '@loci/cli';
import type { SchemaName } from '@loci/cli';
import { moveToCluster, moveToClusterEnvironmentSchema } from '@loci/cli';
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
import { eventually } from '../support/eventually.ts';
import { freePorts } from '../support/free-ports.ts';
import { openApiConnection } from '../support/api-connection.ts';
import { createTenant } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'loci-migrate-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const ADMIN_TOKEN = 'the-admin-token-of-this-test';
const QUERIES = ['tea in the morning', 'where does Ada live', 'deploy on Friday', 'number 17', 'chocolate'];

/** What a tenant is told, before and after. */
interface Seen {
  tenantId: string;
  apiKey: string;
  searches: string[][];
  file: string;
  artifact: string;
}

async function fill(tenant: Tenant): Promise<void> {
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
}

async function look(tenant: Tenant, apiKey: string): Promise<Seen> {
  const searches = [];
  for (const query of QUERIES) {
    const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query, limit: 10 });
    searches.push(items.map(({ id }: { id: string }) => id));
  }
  return { tenantId: tenant.tenantId, apiKey, searches, file: '', artifact: '' };
}

function rolesOf(place: TestEnvironment): Record<SchemaName, string> {
  return Object.fromEntries(
    SCHEMA_NAMES.map((schema) => {
      const url = new URL(place.databaseUrl);
      url.username = `loci_${schema}`;
      url.password = 'of-this-test';
      return [schema, url.href];
    }),
  ) as Record<SchemaName, string>;
}

test('a standalone platform moves to the real engines: broken off and resumed, equal rows, revisions and results', async () => {
  const ports = (await freePorts(3)) as [number, number, number];
  const standalone = await startStandalone(
    loadConfig(environmentSchema, {
      DATA_DIR: dataDir,
      PORT: String(ports[0]),
      AUTH_PORT: String(ports[1]),
      PORTAL_PORT: String(ports[2]),
      ADMIN_TOKEN,
      RATE_LIMIT_PER_MINUTE: '0',
    }),
    { print: () => undefined, startedAt: Date.now() },
  );
  const [gateway, auth] = [
    openApiConnection(`http://localhost:${ports[0]}`),
    openApiConnection(`http://localhost:${ports[1]}`),
  ];
  const before: Seen[] = [];
  for (let n = 0; n < 2; n++) {
    const tenant = await createTenant({ send: auth.send, adminToken: ADMIN_TOKEN, gateway: gateway.send });
    await fill(tenant);
    await standalone.drain();
    before.push(await look(tenant, (await tenant.createKey(['read', 'write', 'delete'])).apiKey));
    const saved = await tenant.call('POST', '/api/v2/artifacts', {
      path: '/notes/tea.txt',
      content: 'Assam',
    });
    expect(saved.status).toBe(201);
  }
  gateway.close();
  auth.close();
  await standalone.stop();

  const place = await createTestEnvironment();
  const urls = rolesOf(place);
  await migratePlatformDatabase(place.databaseUrl, urls);
  const { s3 } = integrationEngines();
  const config = loadConfig(moveToClusterEnvironmentSchema, {
    DATA_DIR: dataDir,
    ...Object.fromEntries(
      Object.entries(urls).map(([schema, url]) => [`${schema.toUpperCase()}_DATABASE_URL`, url]),
    ),
    S3_BUCKET: place.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  });
  const breakOff = (line: string): void => {
    if (line.includes('memory.memories')) throw new Error('broken off');
  };
  await expect(moveToCluster(config, breakOff)).rejects.toThrow('broken off');
  const lines: string[] = [];
  const { rows } = await moveToCluster(config, (line) => lines.push(line));
  expect(rows).toBeGreaterThan(100);
  expect(lines.some((line) => line.includes('auth.tenants'))).toBe(false);
  expect(lines.some((line) => line.includes('graph.relationships'))).toBe(true);

  cpSync(join(dataDir, 'secrets'), place.secretsDir, { recursive: true });
  const services = await openDistributedPlatform({ splitRoles: false, environment: place });
  try {
    await eventually(
      () =>
        expectEqualIndexes(
          place,
          before.map(({ tenantId }) => tenantId),
        ),
      90_000,
    );
    const there = openApiConnection(services.baseUrl);
    for (const seen of before) {
      const { body } = await there.send({ method: 'POST', path: '/api/v2/auth/token', token: seen.apiKey });
      const token = body.data.access_token as string;
      for (const [i, query] of QUERIES.entries()) {
        const answer = await there.send({
          method: 'POST',
          path: '/api/v2/search/hybrid',
          token,
          body: { query, limit: 10 },
        });
        expect(answer.body.data.items.map(({ id }: { id: string }) => id)).toEqual(seen.searches[i]);
      }
      const artifact = await there.send({
        method: 'GET',
        path: '/api/v2/artifacts?path=/notes/tea.txt',
        token,
      });
      expect([artifact.status, artifact.text.includes('Assam')]).toEqual([200, true]);
    }
    there.close();
  } finally {
    await services.close();
  }
}, 300_000);

/** (id, revision) in PostgreSQL, Elasticsearch, Qdrant and Neo4j. */
async function expectEqualIndexes(place: TestEnvironment, tenants: readonly string[]): Promise<void> {
  const servers = integrationEngines();
  const database = openDatabase({
    ...databaseOptionsFromUrl(place.databaseUrl),
    applicationName: 'test',
  });
  const embedder = createBuiltinEmbedder();
  const keyword = createElasticsearchKeywordIndex({
    url: servers.elasticsearch.url,
    indexPrefix: place.name,
  });
  const vector = createQdrantVectorIndex({
    url: servers.qdrant.url,
    apiKey: servers.qdrant.apiKey,
    collectionPrefix: place.name,
    model: embedder.model,
    dimension: embedder.dimension,
  });
  const graph = await createNeo4jGraphStore(servers.neo4j);
  try {
    for (const tenantId of tenants) {
      const page = { afterId: null, limit: 1_000 };
      const live = (held: readonly { id: string; revision: number; deleted?: boolean }[]): unknown[] =>
        held.filter(({ deleted }) => deleted !== true).map(({ id, revision }) => [id, Number(revision)]);
      const select = (sql: string): Promise<{ id: string; revision: number }[]> =>
        database.inSystemTransaction((tx) => tx.query(sql, [tenantId]));
      const memories = await select(
        `SELECT id::text, revision FROM memory.memories WHERE tenant_id = $1 ORDER BY id::text`,
      );
      expect(memories.length).toBeGreaterThan(60);
      expect(live(await keyword.revisions(tenantId, page))).toEqual(live(memories));
      expect(live(await vector.revisions(tenantId, page))).toEqual(live(memories));
      const relationships = await select(
        `SELECT id::text, revision FROM graph.relationships WHERE tenant_id = $1 ORDER BY id::text`,
      );
      expect(live((await graph.revisions(tenantId, page)) ?? [])).toEqual(live(relationships));
    }
  } finally {
    await Promise.all([database.close(), keyword.close(), vector.close(), graph.close(), embedder.close()]);
  }
}
