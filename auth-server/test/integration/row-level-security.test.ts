import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const TABLES = ['tenants', 'memberships', 'api_keys', 'grants', 'refresh_tokens'];

let auth: StartedAuthServer;
let tenantId: string;
beforeAll(async () => {
  auth = await startAuthServer();
  const tenants = [await auth.newTenant(), await auth.newTenant()];
  for (const tenant of tenants) {
    const { apiKey } = await auth.newKey(tenant.tenantId);
    await auth.exchange(apiKey).expect(200);
  }
  tenantId = tenants[0]!.tenantId;
});
afterAll(() => auth.stop());

describe('row-level security without a tenant filter (threat 1)', () => {
  test.each(TABLES)('%s returns only rows of the tenant of the transaction', async (table) => {
    const select = `SELECT DISTINCT tenant_id FROM ${table}`;
    const visible = await auth.database.inTransaction(tenantId, (tx) => tx.query(select));
    expect(visible).toEqual([{ tenant_id: tenantId }]);
    const all = await auth.database.inSystemTransaction((tx) => tx.query(select));
    expect(all).toHaveLength(2);
  });

  test.each(TABLES)('%s does not update rows of another tenant', async (table) => {
    const update = `UPDATE ${table} SET tenant_id = tenant_id RETURNING tenant_id`;
    const updated = await auth.database.inTransaction(tenantId, (tx) =>
      tx.query<{ tenant_id: string }>(update),
    );
    expect(new Set(updated.map((row) => row.tenant_id))).toEqual(new Set([tenantId]));
  });
});
