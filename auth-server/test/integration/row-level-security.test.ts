import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const TABLES = ['tenants', 'memberships', 'api_keys', 'grants', 'refresh_tokens'];

let auth: StartedAuthServer;
let mine: string;
beforeAll(async () => {
  auth = await startAuthServer();
  const tenants = [await auth.newTenant(), await auth.newTenant()];
  for (const { tenantId } of tenants) {
    const { text } = await auth.newKey(tenantId);
    await auth.exchange(text).expect(200);
  }
  mine = tenants[0]!.tenantId;
});
afterAll(() => auth.stop());

describe('attack 1: the second wall, with the WHERE left out', () => {
  test.each(TABLES)('%s shows the rows of its own tenant only', async (table) => {
    const select = `SELECT DISTINCT tenant_id FROM ${table}`;
    const seen = await auth.database.inTransaction(mine, (tx) => tx.query(select));
    expect(seen).toEqual([{ tenant_id: mine }]);
    const all = await auth.database.inSystemTransaction((tx) => tx.query(select));
    expect(all).toHaveLength(2);
  });

  test.each(TABLES)('%s takes no rows of another tenant', async (table) => {
    const update = `UPDATE ${table} SET tenant_id = tenant_id RETURNING tenant_id`;
    const touched = await auth.database.inTransaction(mine, (tx) => tx.query<{ tenant_id: string }>(update));
    expect(new Set(touched.map((row) => row.tenant_id))).toEqual(new Set([mine]));
  });
});
