import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COLLECTIONS, readElasticsearch, readNeo4j, readQdrant } from '@loci/chaos';
import type { Loci } from '@loci/client';
import { createS3ObjectStore } from '@loci/object-store/s3';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { integrationEngines } from '@loci/testing/integration-engines';
import type { Json } from '../support/api-connection.ts';
import { eventually } from '../support/eventually.ts';
import type { Query } from '../support/tenant-rows.ts';
import type { Tenant } from '../support/tenants.ts';
import { createUser, createWebhook, fillUser, rowsContaining, skipSettling } from '../support/user-data.ts';
import type { TenantUser, UserData } from '../support/user-data.ts';
import { createTestEnvironment, openDistributedPlatform } from './open-distributed-platform.ts';
import type { TestEnvironment } from './open-distributed-platform.ts';
import { connectToPlatform } from './test-platform.ts';
import type { TestPlatform } from './test-platform.ts';

const TIMEOUT_MS = 120_000;
const ALICE = 'zqalice';
const BOB = 'zqbob';

/** Data of a tenant in the engines, read without the adapters of the services. */
interface StoredData {
  /** IDs of the documents in Elasticsearch. */
  elasticsearch: string[];
  /** IDs of the points in Qdrant. */
  qdrant: string[];
  /** IDs of the edges in Neo4j. */
  edges: string[];
  /** Keys of the objects in S3. */
  objects: string[];
}

/**
 * Erases the data of one of two users of the distributed platform.
 *
 * @see docs/reference/erasure.md
 */
describe('the erasure of a user on the distributed platform', () => {
  const servers = integrationEngines();
  let environment: TestEnvironment;
  let platform: TestPlatform;
  let database: Database;
  let tenant: Tenant;
  let alice: TenantUser;
  let bob: TenantUser;
  let dataOfAlice: UserData;
  let dataOfBob: UserData;
  let filled: StoredData;
  let remaining: StoredData;
  let rowsOfAlice: Record<string, string[]>;
  let rowsOfBob: Record<string, string[]>;
  let erasure: Awaited<ReturnType<Loci['erasures']['get']>>;

  const query: Query = (sql, values = []) => database.inSystemTransaction((tx) => tx.query(sql, values));

  async function readObjects(): Promise<string[]> {
    const { endpoint, region, ...credentials } = servers.s3;
    const options = { bucket: environment.bucket, endpoint, region, credentials, forcePathStyle: true };
    const objects = await createS3ObjectStore(options);
    return objects.list(`${tenant.tenantId}/`, { limit: 1_000 }).finally(() => objects.close());
  }

  async function read(): Promise<StoredData> {
    const { url, user, password } = servers.neo4j;
    const { tenantId } = tenant;
    const elasticsearch = { url: servers.elasticsearch.url, prefix: environment.name };
    // The vector index encodes underscores in the names of collections.
    const qdrant = { ...servers.qdrant, prefix: environment.name.replace('_', '_5f') };
    const [inElasticsearch, inQdrant, inNeo4j, objects] = await Promise.all([
      Promise.all(COLLECTIONS.map((collection) => readElasticsearch(elasticsearch, collection, tenantId))),
      Promise.all(COLLECTIONS.map((collection) => readQdrant(qdrant, collection))),
      readNeo4j({ NEO4J_URI: url, NEO4J_USER: user, NEO4J_PASSWORD: password }),
      readObjects(),
    ]);
    const idsOf = (copies: readonly ({ revisions: Map<string, number> } | undefined)[]): string[] =>
      copies.flatMap((copy) => [...(copy?.revisions.keys() ?? [])]).sort();
    return {
      elasticsearch: idsOf(inElasticsearch),
      qdrant: idsOf(inQdrant.map((copies) => copies.get(tenantId))),
      edges: idsOf([inNeo4j.get(tenantId)]),
      objects,
    };
  }

  /** Searches the sources of all documents in Elasticsearch for a word. */
  async function countInElasticsearch(word: string): Promise<number> {
    const response = await fetch(
      `${servers.elasticsearch.url}/${environment.name}*/_search?q=${word}*&size=0&track_total_hits=true`,
    );
    return ((await response.json()) as Json).hits.total.value;
  }

  beforeAll(async () => {
    environment = await createTestEnvironment();
    platform = await connectToPlatform(await openDistributedPlatform({ splitRoles: false, environment }));
    database = openDatabase({
      ...databaseOptionsFromUrl(environment.databaseUrl),
      applicationName: 'user-erasure-test',
    });
    tenant = await platform.createTenant();
    [alice, bob] = [await createUser(tenant), await createUser(tenant)];
    await createWebhook(tenant);
    dataOfAlice = await fillUser(alice, ALICE);
    dataOfBob = await fillUser(bob, BOB);
    const indexed = [...dataOfAlice.memoryIds.slice(0, 2), ...dataOfBob.memoryIds.slice(0, 2)];
    filled = await eventually(async () => {
      const data = await read();
      expect(data.elasticsearch).toEqual(expect.arrayContaining(indexed));
      expect(data.qdrant).toEqual(data.elasticsearch);
      expect(data.edges).toEqual(
        expect.arrayContaining([dataOfAlice.relationshipId, dataOfBob.relationshipId]),
      );
      expect(await read()).toEqual(data);
      return data;
    }, TIMEOUT_MS);
    rowsOfAlice = await rowsContaining(query, ALICE);
    rowsOfBob = await rowsContaining(query, BOB, { onlyFromRequests: true });

    const { erasures } = tenant.loci;
    const { id } = await erasures.create({ user_id: alice.userId, confirm: alice.userId });
    await skipSettling(query, id);
    erasure = await eventually(async () => {
      const found = await erasures.get(id);
      expect(found).toMatchObject({ status: 'completed' });
      return found;
    }, TIMEOUT_MS);
    remaining = await read();
  }, 400_000);

  afterAll(async () => {
    await database.close();
    await platform.close();
  }, 30_000);

  test('is tested with data in every engine', () => {
    expect(Object.keys(rowsOfAlice)).toEqual(
      expect.arrayContaining(['memory.memories', 'document.chunks', 'graph.relationships']),
    );
    expect(filled.elasticsearch).toEqual(expect.arrayContaining(dataOfAlice.memoryIds.slice(0, 2)));
    expect(filled.objects).toHaveLength(6);
  });

  test('leaves no row in PostgreSQL that contains a marker of the user', async () => {
    expect(await rowsContaining(query, ALICE)).toEqual({});
  });

  test('leaves no document of the user in Elasticsearch, neither by ID nor by its words', async () => {
    const erased = new Set(dataOfAlice.memoryIds);
    expect(remaining.elasticsearch.filter((id) => erased.has(id))).toEqual([]);
    expect(await countInElasticsearch(ALICE)).toBe(0);
    expect(await countInElasticsearch(BOB)).toBeGreaterThan(0);
  });

  test('leaves no point of the user in Qdrant', () => {
    expect(remaining.qdrant).toEqual(remaining.elasticsearch);
  });

  test('leaves no edge of the user in Neo4j', () => {
    expect(remaining.edges).not.toContain(dataOfAlice.relationshipId);
    expect(remaining.edges).toContain(dataOfBob.relationshipId);
  });

  test('leaves no object of the user in S3', () => {
    expect(remaining.objects).toHaveLength(3);
    expect(remaining.objects.join()).not.toContain(dataOfAlice.documentId);
    expect(remaining.objects.join()).toContain(dataOfBob.documentId);
  });

  test('leaves the rows of another user unchanged', async () => {
    expect(await rowsContaining(query, BOB, { onlyFromRequests: true })).toEqual(rowsOfBob);
  });

  test('returns a receipt that names the events in Kafka as kept data', () => {
    const { stores, retained } = erasure.receipt!;
    expect(stores.filter((store) => store.found_after !== 0)).toEqual([]);
    expect(stores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ store: 'keyword_index', found_before: expect.any(Number) }),
        expect.objectContaining({ store: 'graph_edges', found_before: expect.any(Number), found_after: 0 }),
      ]),
    );
    expect(retained).toContainEqual(
      expect.objectContaining({ item: 'event_log', until: expect.any(String) }),
    );
  });
});
