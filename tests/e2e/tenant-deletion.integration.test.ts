import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COLLECTIONS, readElasticsearch, readNeo4j, readQdrant, tenantsInElasticsearch } from '@loci/chaos';
import { createS3ObjectStore } from '@loci/object-store/s3';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { integrationEngines } from '@loci/testing/integration-engines';
import { expectReceipt } from '../support/deletion-receipt.ts';
import { eventually } from '../support/eventually.ts';
import { fillTenant } from '../support/fill-tenant.ts';
import { countTenantRows, KEPT_TABLES, withoutJobTables } from '../support/tenant-rows.ts';
import type { Query } from '../support/tenant-rows.ts';
import { waitUntilDeleted } from '../support/wait-until-deleted.ts';
import type { Tenant } from '../support/tenants.ts';
import { createTestEnvironment, openDistributedPlatform } from './open-distributed-platform.ts';
import type { TestEnvironment } from './open-distributed-platform.ts';
import { connectToPlatform } from './test-platform.ts';
import type { TestPlatform } from './test-platform.ts';

const INDEXED_TIMEOUT_MS = 90_000;
const DELETED_TIMEOUT_MS = 90_000;

/** Data of a tenant in the engines, read without the adapters of the services. */
interface StoredData {
  /** Number of rows by table. */
  rows: Record<string, number>;
  /** Revisions of the documents in Elasticsearch, by item id. */
  elasticsearch: Map<string, number>;
  /** Revisions of the points in Qdrant, by item id. */
  qdrant: Map<string, number> | undefined;
  /** Revisions of the edges in Neo4j, by relationship id. */
  edges: Map<string, number> | undefined;
  /** Keys of the objects in S3. */
  objects: string[];
}

/**
 * Deletes one of two tenants of the distributed platform.
 *
 * @see docs/reference/authentication.md#delete-a-tenant
 */
describe('the deletion of a tenant on the distributed platform', () => {
  const servers = integrationEngines();
  let environment: TestEnvironment;
  let platform: TestPlatform;
  let database: Database;
  let deleted: Tenant;
  let other: Tenant;
  let filled: StoredData;
  let ofOther: StoredData;

  const query: Query = (sql, values = []) => database.inSystemTransaction((tx) => tx.query(sql, values));
  const elasticsearch = () => ({ url: servers.elasticsearch.url, prefix: environment.name });
  // The vector index encodes underscores in the names of collections.
  const qdrant = () => ({ ...servers.qdrant, prefix: environment.name.replace('_', '_5f') });
  const neo4j = () => {
    const { url, user, password } = servers.neo4j;
    return { NEO4J_URI: url, NEO4J_USER: user, NEO4J_PASSWORD: password };
  };

  async function listObjects(tenantId: string): Promise<string[]> {
    const { endpoint, region, ...credentials } = servers.s3;
    const options = { bucket: environment.bucket, endpoint, region, credentials, forcePathStyle: true };
    const objects = await createS3ObjectStore(options);
    return objects.list(`${tenantId}/`, { limit: 1_000 }).finally(() => objects.close());
  }

  async function read({ tenantId }: Tenant): Promise<StoredData> {
    const [rows, inElasticsearch, inQdrant, inNeo4j, objects] = await Promise.all([
      countTenantRows(query, tenantId),
      readElasticsearch(elasticsearch(), 'items', tenantId),
      readQdrant(qdrant(), 'items'),
      readNeo4j(neo4j()),
      listObjects(tenantId),
    ]);
    return {
      rows: withoutJobTables(rows),
      elasticsearch: inElasticsearch.revisions,
      qdrant: inQdrant.get(tenantId)?.revisions,
      edges: inNeo4j.get(tenantId)?.revisions,
      objects,
    };
  }

  /**
   * Waits until the indexes contain the searchable items, the relationships and the superseded versions of a tenant.
   * Returns its data.
   */
  const readWhenIndexed = (tenant: Tenant): Promise<StoredData> =>
    eventually(async () => {
      const items = await query<{ id: string }>(
        `SELECT id FROM memory.memories WHERE tenant_id = $1 AND is_active
           AND memory_type NOT IN ('identity_core', 'personality_trait')
         UNION SELECT id FROM document.chunks WHERE tenant_id = $1 ORDER BY id`,
        [tenant.tenantId],
      );
      const relationships = await query<{ id: string }>(
        `SELECT id FROM graph.relationships WHERE tenant_id = $1 ORDER BY id`,
        [tenant.tenantId],
      );
      const superseded = await query(
        `SELECT id FROM memory.memories WHERE tenant_id = $1 AND NOT is_active`,
        [tenant.tenantId],
      );
      const [before, data] = [await read(tenant), await read(tenant)];
      expect([...data.elasticsearch.keys()].sort()).toEqual(items.map(({ id }) => id));
      expect([...(data.qdrant ?? new Map()).keys()].sort()).toEqual(items.map(({ id }) => id));
      expect([...(data.edges ?? new Map()).keys()].sort()).toEqual(relationships.map(({ id }) => id));
      expect(data.rows['search.superseded_items']).toBe(superseded.length);
      expect(data).toEqual(before);
      return data;
    }, INDEXED_TIMEOUT_MS);

  const adminCall = (method: string, tenantId: string, suffix = '') =>
    platform.sendToAuthServer({
      method,
      path: `/admin/tenants/${tenantId}${suffix}`,
      token: platform.adminToken,
    });

  beforeAll(async () => {
    environment = await createTestEnvironment();
    platform = await connectToPlatform(await openDistributedPlatform({ splitRoles: false, environment }));
    database = openDatabase({
      ...databaseOptionsFromUrl(environment.databaseUrl),
      applicationName: 'tenant-deletion-test',
    });
    [deleted, other] = [await platform.createTenant(), await platform.createTenant()];
    for (const tenant of [deleted, other]) await fillTenant(tenant);
    filled = await readWhenIndexed(deleted);
    ofOther = await readWhenIndexed(other);

    expect(await adminCall('DELETE', deleted.tenantId)).toMatchObject({ status: 202 });
    await waitUntilDeleted(
      query,
      deleted.tenantId,
      () => adminCall('GET', deleted.tenantId),
      DELETED_TIMEOUT_MS,
    );
  }, 300_000);

  afterAll(async () => {
    await database.close();
    await platform.close();
  }, 30_000);

  test('ends with a receipt of a search of every engine', async () => {
    const { body } = await adminCall('GET', deleted.tenantId, '/deletion');
    const { receipt } = body.data;
    const found = expectReceipt(receipt, filled.rows);
    expect(found).toMatchObject({
      'search.keyword_index': filled.elasticsearch.size,
      'search.vector_index': filled.qdrant!.size,
      'graph.graph_edges': filled.edges!.size,
    });
    // Every memory that has a relationship or a validity is a node.
    expect(found['graph.graph_nodes']).toBeGreaterThan(1);
    const stores = [
      'artifact.artifact_files',
      'document.document_files',
      'artifact.upload_files',
      'document.upload_files',
    ];
    expect(stores.map((store) => found[store])).toEqual([1, 1, 1, 1]);
    expect(filled.objects).toHaveLength(4);
    expect(receipt.retained.map(({ item }: { item: string }) => item)).toContain('event_log');
  });

  test('is tested with data in every engine', () => {
    expect(Object.keys(filled.rows)).toEqual(
      expect.arrayContaining([
        'analysis.analyzed_memories',
        'artifact.entries',
        'document.chunks',
        'graph.relationships',
        'memory.memories',
        'search.items',
      ]),
    );
    expect(filled.elasticsearch.size).toBeGreaterThan(5);
    expect(filled.qdrant?.size).toBe(filled.elasticsearch.size);
    expect(filled.edges?.size).toBeGreaterThan(1);
    expect(filled.objects.map((key) => key.split('/')[1])).toEqual([
      'artifact-upload',
      'artifact',
      'document-upload',
      'document',
    ]);
  });

  test('leaves no row in PostgreSQL, except revoked keys and grants and the tenant itself', async () => {
    expect(Object.keys(await countTenantRows(query, deleted.tenantId))).toEqual(KEPT_TABLES);
  });

  test('leaves neither an item nor a tombstone in Elasticsearch', async () => {
    expect(await tenantsInElasticsearch(elasticsearch())).toEqual([other.tenantId]);
  });

  test('leaves neither a point nor a tombstone in Qdrant', async () => {
    for (const collection of COLLECTIONS) {
      expect([...(await readQdrant(qdrant(), collection)).keys()]).toEqual([other.tenantId]);
    }
  });

  test('leaves neither a node nor an edge nor a tombstone in Neo4j', async () => {
    const tenants = [...(await readNeo4j(neo4j())).keys()];
    expect(tenants).toContain(other.tenantId);
    expect(tenants).not.toContain(deleted.tenantId);
  });

  test('leaves no object in S3', async () => {
    expect(await listObjects(deleted.tenantId)).toEqual([]);
  });

  test('leaves the data of another tenant unchanged in every engine', async () => {
    expect(await read(other)).toEqual(ofOther);
    const { items } = await other.loci.search.hybrid('ships');
    expect(items.length).toBeGreaterThan(0);
  });
});
