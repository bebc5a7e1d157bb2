import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { PORTAL } from '../auth-server.fixture.ts';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

/** Name of the tenants that the fixture creates. */
const NAME = 'Acme';

let auth: StartedOAuthServer;
beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());
beforeEach(() => {
  // One hour without a failure ends the locks that wrong passwords caused.
  auth.clock.ms += 3_600_000;
});

type User = Awaited<ReturnType<StartedOAuthServer['newUser']>>;

const portalToken = async ({ email }: User): Promise<string> =>
  (await auth.newTokens(PORTAL_CLIENT_ID, email, { redirect_uri: `${PORTAL}/callback` })).access_token;

const send = (token: string, body: object = { name: NAME, password: PASSWORD }) =>
  auth.http.post('/api/v2/auth/tenant/delete').set('authorization', `Bearer ${token}`).send(body);
const statusOf = async ({ tenantId }: User): Promise<string> =>
  (await auth.admin('get', `/admin/tenants/${tenantId}`).expect(200)).body.data.status;

describe('POST /api/v2/auth/tenant/delete', () => {
  test('deletes the tenant of an owner and ends all access to it', async () => {
    const owner = await auth.newUser();
    const { apiKey } = await auth.newKey(owner.tenantId);
    const token = await portalToken(owner);
    const { body } = await send(token).expect(202);
    expect(body.data).toMatchObject({ status: 'deleting', data_deleted_at: null });
    expect(await statusOf(owner)).toBe('deleting');
    await auth.exchange(apiKey).expect(401);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
  });

  test('does not delete the other tenants of the owner', async () => {
    const owner = await auth.newUser();
    const other = await auth.newUser();
    await send(await portalToken(owner)).expect(202);
    expect(await statusOf(other)).toBe('active');
  });

  test.each(['member', 'viewer'])('rejects a %s with 403 (threat 30)', async (role) => {
    const user = await auth.newUser(role);
    const { body } = await send(await portalToken(user)).expect(403);
    expect(body.error.code).toBe('AUTH_FORBIDDEN');
    expect(await statusOf(user)).toBe('active');
  });

  test('rejects a token of another application with 403 (threat 30)', async () => {
    const owner = await auth.newUser();
    const { access_token } = await auth.newTokens(await auth.register(), owner.email);
    await send(access_token).expect(403);
    expect(await statusOf(owner)).toBe('active');
  });

  test('rejects a token of an API key with 403 (threat 30)', async () => {
    const owner = await auth.newUser();
    const { apiKey } = await auth.newKey(owner.tenantId, ['read', 'write', 'delete'], owner.userId);
    const { body } = await auth.exchange(apiKey).expect(200);
    await send(body.data.access_token).expect(403);
    expect(await statusOf(owner)).toBe('active');
  });

  test('rejects a user whose token still has the role owner after the role has changed (threat 30)', async () => {
    const owner = await auth.newUser();
    const token = await portalToken(owner);
    await auth.database.inSystemTransaction((tx) =>
      tx.query(`UPDATE memberships SET role = 'member' WHERE user_id = $1`, [owner.userId]),
    );
    await send(token).expect(403);
    expect(await statusOf(owner)).toBe('active');
  });

  test.each(['', 'acme', 'Acme Inc.'])('rejects the wrong name %j with 422', async (name) => {
    const owner = await auth.newUser();
    const { body } = await send(await portalToken(owner), { name, password: PASSWORD }).expect(422);
    expect(body.error.field_errors).toEqual({ name: [expect.stringContaining('not the name')] });
    expect(await statusOf(owner)).toBe('active');
  });

  test('rejects the correct password with 429 after five wrong passwords (threat 30)', async () => {
    const owner = await auth.newUser();
    const token = await portalToken(owner);
    for (let attempt = 0; attempt < 5; attempt++) {
      const { body } = await send(token, { name: NAME, password: `guess ${attempt}` }).expect(422);
      expect(body.error.field_errors).toEqual({ password: ['The password is incorrect.'] });
    }
    const { body } = await send(token).expect(429);
    expect(body.error.code).toBe('BIZ_RATE_LIMIT_EXCEEDED');
    expect(await statusOf(owner)).toBe('active');
    // The sign-in is not locked.
    await portalToken(owner);
    auth.clock.ms += 3_600_000;
    await send(await portalToken(owner)).expect(202);
  });

  test('rejects the deletion of the bootstrap tenant with 409', async () => {
    const { tenantId } = await auth.server.ensureBootstrap({});
    const owner = await auth.newUser('owner', tenantId);
    const { body } = await send(await portalToken(owner), { name: 'Bootstrap', password: PASSWORD }).expect(
      409,
    );
    expect(body.error.code).toBe('RES_ALREADY_EXISTS');
    expect(await statusOf(owner)).toBe('active');
  });
});

describe('GET /api/v2/auth/tenant-deletions/{deletion_token}', () => {
  const get = (token: string) => auth.http.get(`/api/v2/auth/tenant-deletions/${token}`);

  test('returns the status of the deletion without an access token, also after the row of the tenant was deleted', async () => {
    const owner = await auth.newUser();
    const { deletion_token: token, ...deletion } = (await send(await portalToken(owner)).expect(202)).body
      .data;
    const { tenantId } = owner;
    const shown = { ...deletion, tenant_id: tenantId, stores: [], receipt: null };
    expect((await get(token).expect(200)).body.data).toEqual(shown);
    await auth.database.inSystemTransaction(async (tx) => {
      await tx.query('DELETE FROM grants WHERE tenant_id = $1', [owner.tenantId]);
      await tx.query('DELETE FROM tenants WHERE tenant_id = $1', [owner.tenantId]);
    });
    expect((await get(token).expect(200)).body.data.status).toBe('deleted');
  });

  test('returns 404 for a forged token', async () => {
    const { tenantId } = await auth.newUser();
    const forged = [tenantId, `${tenantId}.`, `${tenantId}.${'A'.repeat(43)}`, 'x', '.'];
    for (const token of forged) await get(token).expect(404);
  });
});

test('GET /api/v2/auth/tenant returns the tenant and the role of the caller', async () => {
  const user = await auth.newUser('viewer');
  const { body } = await auth.http
    .get('/api/v2/auth/tenant')
    .set('authorization', `Bearer ${await portalToken(user)}`)
    .expect(200);
  expect(body.data).toEqual({
    tenant_id: user.tenantId,
    name: NAME,
    tier: 'free',
    role: 'viewer',
    bootstrap: false,
  });
});
