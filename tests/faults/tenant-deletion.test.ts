import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WEBHOOK_ALLOWED_RANGES } from '../e2e/sample-records.ts';
import { openApiConnection } from '../support/api-connection.ts';
import type { ApiResponse } from '../support/api-connection.ts';
import { expectReceipt } from '../support/deletion-receipt.ts';
import { eventually } from '../support/eventually.ts';
import { fillTenant, storeMemories } from '../support/fill-tenant.ts';
import { createPlatformSettings, openSuperuserDatabase, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess, PlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { countTenantRows, KEPT_TABLES, withoutJobTables } from '../support/tenant-rows.ts';
import { waitUntilDeleted } from '../support/wait-until-deleted.ts';
import type { Tenant } from '../support/tenants.ts';
import { waitUntilConsumed } from './index-consistency.ts';
import { lockTable } from './lock-table.ts';

const CONSUMED_TIMEOUT_MS = 40_000;
const DELETED_TIMEOUT_MS = 60_000;

/**
 * Deletes one of two tenants and kills the platform while its data is being deleted.
 *
 * @see docs/reference/authentication.md#delete-a-tenant
 */
describe('the deletion of a tenant, interrupted by kill -9', () => {
  const folder = createTemporaryFolder();
  let settings: PlatformSettings;
  let platform: PlatformProcess;
  let deleted: Tenant;
  let other: Tenant;
  let filled: Record<string, number>;
  let rowsOfOther: Record<string, number>;
  let filesOfOther: string[];
  let rowsAtCrash: Record<string, number>;
  let statusOfToken: number;

  const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const database = openSuperuserDatabase(settings.dataDir);
    try {
      return await database.inSystemTransaction((tx) => tx.query<Row>(sql, values));
    } finally {
      await database.close();
    }
  };

  const countRows = (tenantId: string) => countTenantRows(query, tenantId);

  /** Lists the files in DATA_DIR whose path contains the id of a tenant. */
  const filesOf = (tenantId: string): string[] =>
    readdirSync(settings.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => path.includes(tenantId))
      .sort();

  async function adminCall(method: string, tenantId: string, suffix = ''): Promise<ApiResponse> {
    const auth = openApiConnection(`http://127.0.0.1:${settings.authPort}`);
    const path = `/admin/tenants/${tenantId}${suffix}`;
    return auth.send({ method, path, token: settings.adminToken }).finally(() => auth.close());
  }

  beforeAll(async () => {
    settings = await createPlatformSettings(folder.path, { WEBHOOK_ALLOWED_RANGES });
    platform = await startPlatform(settings);
    deleted = await platform.createTenant();
    other = await platform.createTenant();
    await fillTenant(deleted);
    await fillTenant(other);
    await waitUntilConsumed(platform, CONSUMED_TIMEOUT_MS);
    filled = await countRows(deleted.tenantId);
    rowsOfOther = await countRows(other.tenantId);
    filesOfOther = filesOf(other.tenantId);

    const lock = await lockTable(settings.dataDir, 'search.items');
    try {
      // The search service cannot handle the events of these memories before the crash.
      await storeMemories(deleted, 'queued');
      await lock.waitUntilBlocked();
      expect(await adminCall('DELETE', deleted.tenantId)).toMatchObject({ status: 202 });
      await eventually(async () => {
        expect(await countRows(deleted.tenantId)).not.toHaveProperty(['memory.memories']);
      });
      rowsAtCrash = await countRows(deleted.tenantId);
      await platform.killProcessGroup();
    } finally {
      await lock.release();
    }

    platform = await startPlatform(settings);
    await waitUntilDeleted(
      query,
      deleted.tenantId,
      () => adminCall('GET', deleted.tenantId),
      DELETED_TIMEOUT_MS,
    );
    statusOfToken = (await deleted.call('GET', '/api/v2/memories')).status;
  }, 240_000);

  afterAll(async () => {
    await platform.killProcessGroup();
    folder.remove();
  });

  test('is tested with rows in every kind of table', () => {
    expect(Object.keys(filled)).toEqual(
      expect.arrayContaining([
        'analysis.analyzed_memories',
        'analysis.analyzed_relationships',
        'artifact.entries',
        'auth.grants',
        'document.chunks',
        'document.documents',
        'graph.known_memories',
        'graph.relationships',
        'memory.contradictions',
        'memory.counters',
        'memory.memories',
        'memory.memory_tags',
        'memory.relationship_projection',
        'memory.tags',
        'search.items',
      ]),
    );
    expect(filesOfOther.map((path) => path.slice(settings.dataDir.length + 1).split('/')[0])).toEqual(
      expect.arrayContaining(['indexes', 'objects']),
    );
  });

  test('was interrupted before the search service had deleted its rows', () => {
    expect(rowsAtCrash).toHaveProperty(['search.items']);
  });

  test('leaves no row of the tenant, except revoked keys and grants and the tenant itself', async () => {
    expect(Object.keys(await countRows(deleted.tenantId))).toEqual(KEPT_TABLES);
  });

  test('ends with a receipt that lists what every store contained before the crash', async () => {
    const { body } = await adminCall('GET', deleted.tenantId, '/deletion');
    expect(body.data.status).toBe('deleted');
    const found = expectReceipt(body.data.receipt, filled);
    for (const store of ['search.keyword_index', 'search.vector_index', 'document.document_files'])
      expect({ store, found: found[store]! > 0 }).toEqual({ store, found: true });
  });

  test('leaves no file of the tenant, in the object store or in the indexes', () => {
    expect(filesOf(deleted.tenantId)).toEqual([]);
  });

  test('leaves the rows and files of another tenant unchanged', async () => {
    expect(withoutJobTables(await countRows(other.tenantId))).toEqual(withoutJobTables(rowsOfOther));
    expect(filesOf(other.tenantId)).toEqual(filesOfOther);
    const { items } = await other.loci.search.hybrid('lighthouse of Skerryvore');
    expect(items.length).toBeGreaterThan(0);
  });

  test('rejects the access tokens of the tenant with 401', () => {
    expect(statusOfToken).toBe(401);
  });

  test('deletes data that a late event recreates, in the next pass', async () => {
    await query(
      `INSERT INTO analysis.created_by_hour SELECT $1, hour, memory_count FROM analysis.created_by_hour WHERE tenant_id = $2 LIMIT 1`,
      [deleted.tenantId, other.tenantId],
    );
    expect(Object.keys(await countRows(deleted.tenantId))).toContain('analysis.created_by_hour');
    await query('UPDATE auth.tenants SET next_deletion_pass_at = now() WHERE tenant_id = $1', [
      deleted.tenantId,
    ]);
    await eventually(
      async () => expect(Object.keys(await countRows(deleted.tenantId))).toEqual(KEPT_TABLES),
      DELETED_TIMEOUT_MS,
    );
  }, 70_000);

  test('removes the tenant itself after 8 days, when its access tokens have expired', async () => {
    await query(
      `UPDATE auth.grants SET created_at = created_at - interval '9 days',
         access_expires_at = access_expires_at - interval '9 days' WHERE tenant_id = $1`,
      [deleted.tenantId],
    );
    await query(
      `UPDATE auth.tenants SET deletion_requested_at = deletion_requested_at - interval '9 days',
         next_deletion_pass_at = now() WHERE tenant_id = $1`,
      [deleted.tenantId],
    );
    await eventually(async () => expect(await countRows(deleted.tenantId)).toEqual({}), DELETED_TIMEOUT_MS);
    expect((await adminCall('GET', deleted.tenantId)).status).toBe(404);
    const { body } = await adminCall('GET', deleted.tenantId, '/deletion');
    expectReceipt(body.data.receipt, filled);
  }, 70_000);
});
