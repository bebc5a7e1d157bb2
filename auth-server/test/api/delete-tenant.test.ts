import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTenantDeletionClient } from '@loci/contracts';
import type { TenantDeletionClient } from '@loci/contracts';
import { inProcessClient } from '@loci/http';
import { digestOf } from '../../src/receipts/receipt.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const ABSENT = '00000000-0000-7000-8000-000000000001';
const DAY_MS = 86_400_000;

let auth: StartedOAuthServer;
let clientId: string;
let deletions: TenantDeletionClient;
beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
  deletions = createTenantDeletionClient(inProcessClient(auth.server.routes, 'throw'));
});
afterAll(() => auth.stop());

const deleteTenant = (tenantId: string) => auth.admin('delete', `/admin/tenants/${tenantId}`);
const getTenant = (tenantId: string) => auth.admin('get', `/admin/tenants/${tenantId}`);
const statusOf = async (tenantId: string): Promise<string> =>
  (await getTenant(tenantId).expect(200)).body.data.status;
/** A pass that deleted nothing and found nothing. */
const emptyPass = {
  deleted: 0,
  found_after: { memory: { memories: 0 } },
  event_log_days: null,
  duration_ms: 10,
};
const deletionOf = (tenantId: string) => auth.admin('get', `/admin/tenants/${tenantId}/deletion`);
const dueTenants = async (): Promise<string[]> =>
  (await deletions.due()).map(({ tenant_id: tenantId }) => tenantId);

async function deletedTenant(): Promise<string> {
  const { tenantId } = await auth.newTenant();
  await deleteTenant(tenantId).expect(202);
  return tenantId;
}

/** Inserts rows as a request does that was accepted before the deletion and ends after it. */
const insertLateRows = (tenantId: string) =>
  auth.database.inSystemTransaction(async (tx) => {
    await tx.query(
      `INSERT INTO idempotency_keys (tenant_id, user_id, key, fingerprint, response)
       VALUES ($1, $2, 'late', sha256('late'), '')`,
      [tenantId, ABSENT],
    );
    await tx.query(
      `INSERT INTO erasures (tenant_id, id, user_id, requested_by, requested_at, settled_at, pseudonym, next_pass_at)
       VALUES ($1, $2, $2, $2::uuid::text, now(), now(), 'erased:0', now() + interval '1 year')`,
      [tenantId, ABSENT],
    );
    await tx.query(
      `INSERT INTO erased_objects (tenant_id, erasure_id, id, kind) VALUES ($1, $2, $2, 'memory')`,
      [tenantId, ABSENT],
    );
  });
const countLateRows = (tenantId: string) =>
  auth.database.inSystemTransaction((tx) =>
    Promise.all(
      ['idempotency_keys', 'erasures', 'erased_objects'].map(
        async (table) => (await tx.query(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [tenantId])).length,
      ),
    ),
  );

describe('DELETE /admin/tenants/{tenant_id}', () => {
  test('returns 202 with the status deleting, also when it is repeated', async () => {
    const { tenantId } = await auth.newTenant();
    expect((await getTenant(tenantId).expect(200)).body.data).toMatchObject({
      status: 'active',
      deletion_requested_at: null,
    });
    const { body } = await deleteTenant(tenantId).expect(202);
    expect(body.data).toMatchObject({ tenant_id: tenantId, status: 'deleting', data_deleted_at: null });
    expect((await deleteTenant(tenantId).expect(202)).body.data).toEqual(body.data);
    expect((await getTenant(tenantId).expect(200)).body.data).toEqual(body.data);
  });

  test('revokes the API keys and tokens of all members immediately (threat 26)', async () => {
    const user = await auth.newUser();
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    const serviceKey = await auth.newKey(user.tenantId);
    const keyTokens = (await auth.exchange(apiKey).expect(200)).body.data;
    const tokens = await auth.newTokens(clientId, user.email);
    await deleteTenant(user.tenantId).expect(202);
    await auth.exchange(apiKey).expect(401);
    await auth.exchange(serviceKey.apiKey).expect(401);
    await auth.refresh(keyTokens.refresh_token).expect(401);
    expect((await auth.oauthRefresh(clientId, tokens.refresh_token)).status).toBe(400);
    await auth.denylist.refresh();
    for (const token of [keyTokens.access_token, tokens.access_token]) {
      await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    }
  });

  test('deletes the accounts of users without another tenant', async () => {
    const user = await auth.newUser();
    await deleteTenant(user.tenantId).expect(202);
    const [row] = await auth.database.inSystemTransaction((tx) =>
      tx.query('SELECT email, password_hash FROM users WHERE user_id = $1', [user.userId]),
    );
    expect(row).toEqual({ email: null, password_hash: null });
  });

  test('keeps the account and the access of a user of another tenant', async () => {
    const user = await auth.newUser();
    const { tenantId } = await auth.newTenant();
    await auth.database.inSystemTransaction((tx) =>
      tx.query(
        `INSERT INTO memberships (tenant_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())`,
        [tenantId, user.userId],
      ),
    );
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    await deleteTenant(tenantId).expect(202);
    await auth.exchange(apiKey).expect(200);
    await auth.newTokens(clientId, user.email);
  });

  test('rejects new users, keys, invitations and changes of the deleted tenant with 404', async () => {
    const tenantId = await deletedTenant();
    const user = { tenant_id: tenantId, email: 'new@example.com', password: 'correct horse battery' };
    await auth.admin('post', '/admin/users').send(user).expect(404);
    const key = { tenant_id: tenantId, name: 'new', permissions: ['read'] };
    await auth.admin('post', '/admin/api-keys').send(key).expect(404);
    await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId }).expect(404);
    await auth.admin('patch', `/admin/tenants/${tenantId}`).send({ name: 'New' }).expect(404);
  });

  test('withdraws open invitations', async () => {
    const { tenantId } = await auth.newTenant();
    await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId }).expect(201);
    await deleteTenant(tenantId).expect(202);
    const { body } = await auth.admin('get', `/admin/invitations?tenant_id=${tenantId}`).expect(200);
    expect(body.data.items).toEqual([]);
  });

  test('rejects the deletion of the bootstrap tenant with 409', async () => {
    const { tenantId } = await auth.server.ensureBootstrap({});
    const { body } = await deleteTenant(tenantId).expect(409);
    expect(body.error.code).toBe('RES_ALREADY_EXISTS');
    expect(await statusOf(tenantId)).toBe('active');
  });

  test('returns 404 for an unknown tenant', async () => {
    await deleteTenant(ABSENT).expect(404);
    await getTenant(ABSENT).expect(404);
  });
});

describe('deletion passes', () => {
  test('are due only for a deleted tenant, from its deletion on', async () => {
    const { tenantId: active } = await auth.newTenant();
    const tenantId = await deletedTenant();
    const due = await dueTenants();
    expect(due).toContain(tenantId);
    expect(due).not.toContain(active);
  });

  test('repeat after 5 seconds until a pass finds no data 60 seconds after the deletion', async () => {
    const tenantId = await deletedTenant();
    await deletions.recordPass(tenantId, emptyPass);
    expect(await dueTenants()).not.toContain(tenantId);
    auth.clock.ms += 5_500;
    expect(await dueTenants()).toContain(tenantId);
    auth.clock.ms += 60_000;
    await deletions.recordPass(tenantId, { ...emptyPass, deleted: 1 });
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: undefined });
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: { search: { keyword_index: 1 } } });
    await deletions.recordPass(tenantId, { ...emptyPass, duration_ms: 30_000 });
    expect(await statusOf(tenantId)).toBe('deleting');
    await deletions.recordPass(tenantId, emptyPass);
    expect(await statusOf(tenantId)).toBe('deleted');
    expect(await dueTenants()).not.toContain(tenantId);
    auth.clock.ms += 3_600_500;
    expect(await dueTenants()).toContain(tenantId);
  });

  test('delete late rows of the authorization server 60 seconds after the deletion', async () => {
    const { tenantId } = await auth.newTenant();
    const { tenantId: other } = await auth.newTenant();
    await deleteTenant(tenantId).expect(202);
    await insertLateRows(tenantId);
    await insertLateRows(other);
    auth.clock.ms += 5_500;
    await deletions.recordPass(tenantId, emptyPass);
    expect(await countLateRows(tenantId)).toEqual([1, 1, 1]);
    auth.clock.ms += 60_000;
    await deletions.recordPass(tenantId, emptyPass);
    expect(await countLateRows(tenantId)).toEqual([0, 0, 0]);
    expect(await countLateRows(other)).toEqual([1, 1, 1]);
    expect(await statusOf(tenantId)).toBe('deleting');
    await deletions.recordPass(tenantId, emptyPass);
    expect(await statusOf(tenantId)).toBe('deleted');
  });

  test('end after 8 days with the deletion of the remaining rows, if no access token is valid', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId);
    await auth.exchange(apiKey).expect(200);
    await deleteTenant(tenantId).expect(202);
    await auth.database.inSystemTransaction((tx) =>
      tx.query(
        `UPDATE grants SET access_expires_at = access_expires_at + interval '9 days' WHERE tenant_id = $1`,
        [tenantId],
      ),
    );
    auth.clock.ms += 8 * DAY_MS;
    await deletions.recordPass(tenantId, emptyPass);
    expect(await statusOf(tenantId)).toBe('deleted');
    auth.clock.ms += 9 * DAY_MS;
    await deletions.recordPass(tenantId, emptyPass);
    await getTenant(tenantId).expect(404);
    for (const table of ['api_keys', 'grants', 'refresh_tokens', 'memberships', 'invitations', 'tenants']) {
      const rows = await auth.database.inSystemTransaction((tx) =>
        tx.query(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [tenantId]),
      );
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });

  test('have no effect on a tenant that is not deleted', async () => {
    const { tenantId } = await auth.newTenant();
    auth.clock.ms += 9 * DAY_MS;
    await deletions.recordPass(tenantId, emptyPass);
    expect(await statusOf(tenantId)).toBe('active');
  });
});

describe('receipt of a deletion', () => {
  const before = { memory: { memories: 7, outbox: 0 }, search: { keyword_index: 7 } };
  const nothing = { memory: { memories: 0, outbox: 0 }, search: { keyword_index: 0 } };

  /** Deletes a tenant and records the passes until its receipt. */
  async function receivedReceipt() {
    const { tenantId } = await auth.newTenant();
    await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId }).expect(201);
    await deleteTenant(tenantId).expect(202);
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: undefined, found_before: before });
    auth.clock.ms += 61_000;
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: nothing, event_log_days: 8 });
    return { tenantId, deletion: (await deletionOf(tenantId).expect(200)).body.data };
  }

  test('lists every store with the numbers before and after the deletion', async () => {
    const { tenantId, deletion } = await receivedReceipt();
    expect(deletion).toMatchObject({ tenant_id: tenantId, status: 'deleted' });
    const { receipt } = deletion;
    expect(receipt).toMatchObject({
      tenant_id: tenantId,
      requested_at: deletion.deletion_requested_at,
      completed_at: deletion.data_deleted_at,
    });
    expect(receipt.stores).toEqual(
      expect.arrayContaining([
        { service: 'memory', store: 'memories', found_before: 7, found_after: 0 },
        { service: 'search', store: 'keyword_index', found_before: 7, found_after: 0 },
        { service: 'auth', store: 'memberships', found_before: 1, found_after: 0 },
        { service: 'auth', store: 'invitations', found_before: 1, found_after: 0 },
      ]),
    );
    const requestedMs = Date.parse(receipt.requested_at);
    expect(receipt.retained).toEqual([
      expect.objectContaining({
        item: 'tenant_record',
        until: new Date(requestedMs + 8 * DAY_MS).toISOString(),
      }),
      expect.objectContaining({ item: 'audit_log' }),
      expect.objectContaining({ item: 'backups' }),
      expect.objectContaining({ item: 'event_log', until: new Date(requestedMs + 8 * DAY_MS).toISOString() }),
    ]);
    const { digest, ...content } = receipt;
    expect(digest).toBe(digestOf(content));
  });

  test('is not issued while a store contains data, whose number is shown', async () => {
    const tenantId = await deletedTenant();
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: undefined, found_before: before });
    auth.clock.ms += 61_000;
    await deletions.recordPass(tenantId, {
      ...emptyPass,
      found_after: { ...nothing, search: { keyword_index: 2 } },
    });
    const { status, stores, receipt } = (await deletionOf(tenantId).expect(200)).body.data;
    expect({ status, receipt }).toEqual({ status: 'deleting', receipt: null });
    expect(stores).toContainEqual({
      service: 'search',
      store: 'keyword_index',
      found_before: 7,
      found_after: 2,
    });
  });

  test('keeps the numbers of the first search', async () => {
    const tenantId = await deletedTenant();
    expect(await deletions.due()).toContainEqual({ tenant_id: tenantId, is_searched: false });
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: undefined, found_before: before });
    await deletions.recordPass(tenantId, { ...emptyPass, found_after: undefined, found_before: nothing });
    auth.clock.ms += 5_500;
    expect(await deletions.due()).toContainEqual({ tenant_id: tenantId, is_searched: true });
    const { stores } = (await deletionOf(tenantId).expect(200)).body.data;
    expect(stores).toContainEqual({
      service: 'memory',
      store: 'memories',
      found_before: 7,
      found_after: null,
    });
  });

  test('remains unchanged after later passes and after the row of the tenant is deleted', async () => {
    const { tenantId, deletion } = await receivedReceipt();
    auth.clock.ms += DAY_MS;
    await deletions.recordPass(tenantId, { ...emptyPass, deleted: 1, found_after: before });
    auth.clock.ms += 9 * DAY_MS;
    await deletions.recordPass(tenantId, emptyPass);
    await getTenant(tenantId).expect(404);
    expect((await deletionOf(tenantId).expect(200)).body.data).toEqual(deletion);
  });

  test('contains no name, email address or other text of the tenant', async () => {
    const { tenantId } = await auth.newTenant();
    const { name } = (await getTenant(tenantId).expect(200)).body.data;
    await deleteTenant(tenantId).expect(202);
    auth.clock.ms += 61_000;
    await deletions.recordPass(tenantId, { ...emptyPass, found_before: before });
    const [row] = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ text: string }>('SELECT d::text AS text FROM tenant_deletions d WHERE tenant_id = $1', [
        tenantId,
      ]),
    );
    expect(row!.text).toContain('keyword_index');
    expect(row!.text).not.toContain(name);
  });

  test('requires the admin token, and is 404 for a tenant that is unknown or not deleted', async () => {
    const { tenantId } = await auth.newTenant();
    await deletionOf(tenantId).expect(404);
    await deletionOf(ABSENT).expect(404);
    await auth.http.get(`/admin/tenants/${tenantId}/deletion`).expect(401);
  });
});
