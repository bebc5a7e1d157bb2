import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const ABSENT = '00000000-0000-7000-8000-000000000001';

let auth: StartedOAuthServer;
let clientId: string;
beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());

type User = Awaited<ReturnType<StartedOAuthServer['newUser']>>;

const membership = ({ tenantId, userId }: User): string => `/admin/tenants/${tenantId}/users/${userId}`;

async function startAccess(user: User) {
  const { apiKey } = await auth.newKey(user.tenantId, ['read', 'write'], user.userId);
  const keyToken = (await auth.exchange(apiKey).expect(200)).body.data.access_token as string;
  const { access_token: token, refresh_token: refreshToken } = await auth.newTokens(clientId, user.email);
  return { apiKey, keyToken, token, refreshToken };
}

/** Returns whether each credential is still accepted. */
async function acceptedOf(access: Awaited<ReturnType<typeof startAccess>>) {
  await auth.denylist.refresh();
  const isAccepted = (token: string) =>
    auth.verifier.verify(token).then(
      () => true,
      () => false,
    );
  return {
    apiKey: (await auth.exchange(access.apiKey)).status === 200,
    keyToken: await isAccepted(access.keyToken),
    token: await isAccepted(access.token),
    refreshToken: (await auth.oauthRefresh(clientId, access.refreshToken)).status === 200,
  };
}

const ALL = { apiKey: true, keyToken: true, token: true, refreshToken: true };
const NONE = { apiKey: false, keyToken: false, token: false, refreshToken: false };

async function join(user: User, tenantId: string, role = 'member'): Promise<User> {
  await auth.database.inSystemTransaction((tx) =>
    tx.query('INSERT INTO memberships (tenant_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
      tenantId,
      user.userId,
      role,
    ]),
  );
  return { ...user, tenantId };
}

describe('DELETE /admin/tenants/{tenant_id}/users/{user_id}', () => {
  test('revokes the API keys and tokens of the removed user (threat 26)', async () => {
    const user = await auth.newUser('member');
    const access = await startAccess(user);
    expect(await acceptedOf(access)).toEqual(ALL);
    const { body } = await auth.admin('delete', membership(user)).expect(200);
    expect(body.data).toMatchObject({ user_id: user.userId, tenant_id: user.tenantId, role: 'member' });
    expect(await acceptedOf(access)).toEqual(NONE);
  });

  test('keeps the access of the user to other tenants', async () => {
    const user = await auth.newUser();
    const removed = await join(user, (await auth.newTenant()).tenantId);
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    await auth.admin('delete', membership(removed)).expect(200);
    await auth.exchange(apiKey).expect(200);
    await auth.newTokens(clientId, user.email);
  });

  test('deletes the account of a user without another tenant, so that the email address can join again', async () => {
    const user = await auth.newUser();
    await auth.admin('delete', membership(user)).expect(200);
    const again = { tenant_id: user.tenantId, email: user.email, password: 'a different password' };
    const { body } = await auth.admin('post', '/admin/users').send(again).expect(201);
    expect(body.data.user_id).not.toBe(user.userId);
  });

  test('withdraws the open invitations for the email address of the user', async () => {
    const user = await auth.newUser();
    const invitation = { tenant_id: user.tenantId, email: user.email };
    const { body } = await auth.admin('post', '/admin/invitations').send(invitation).expect(201);
    await auth.admin('delete', membership(user)).expect(200);
    expect((await auth.browser().get(body.data.invitation_url)).status).toBe(404);
  });

  test('returns 404 for a user who is not a member', async () => {
    const user = await auth.newUser();
    await auth.admin('delete', membership({ ...user, tenantId: ABSENT })).expect(404);
    await auth.admin('delete', membership({ ...user, userId: ABSENT })).expect(404);
  });

  test('rejects the removal of the service user with 409', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant();
    const path = `/admin/tenants/${tenantId}/users/${serviceUserId}`;
    const { body } = await auth.admin('delete', path).expect(409);
    expect(body.error.message).toContain('service user');
  });
});

describe('PATCH /admin/tenants/{tenant_id}/users/{user_id}', () => {
  test('revokes all tokens, but no API keys, of a user who loses rights (threat 26)', async () => {
    const user = await auth.newUser('member');
    const access = await startAccess(user);
    const { body } = await auth.admin('patch', membership(user)).send({ role: 'viewer' }).expect(200);
    expect(body.data.role).toBe('viewer');
    expect(await acceptedOf(access)).toEqual({ ...NONE, apiKey: true });
    const exchanged = await auth.exchange(access.apiKey).expect(200);
    expect(decodeJwt(exchanged.body.data.access_token)).toMatchObject({
      role: 'viewer',
      permissions: ['read'],
    });
  });

  test('keeps the tokens of a user who gains rights', async () => {
    const user = await auth.newUser('viewer');
    const access = await startAccess(user);
    await auth.admin('patch', membership(user)).send({ role: 'owner' }).expect(200);
    expect(await acceptedOf(access)).toEqual(ALL);
  });

  test('returns 404 for a user who is not a member', async () => {
    const user = await auth.newUser();
    await auth
      .admin('patch', membership({ ...user, userId: ABSENT }))
      .send({ role: 'viewer' })
      .expect(404);
  });

  test('rejects an unknown role with 422', async () => {
    const user = await auth.newUser();
    await auth.admin('patch', membership(user)).send({ role: 'admin' }).expect(422);
  });

  test('rejects a change of the service user with 409', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant();
    const path = `/admin/tenants/${tenantId}/users/${serviceUserId}`;
    await auth.admin('patch', path).send({ role: 'viewer' }).expect(409);
  });
});

describe('POST /admin/users/{user_id}/revoke-access', () => {
  const revoke = (userId: string, body = {}) =>
    auth.admin('post', `/admin/users/${userId}/revoke-access`).send(body);

  test('ends the access of the user by sessions, API keys and tokens (threat 26)', async () => {
    const user = await auth.newUser();
    const access = await startAccess(user);
    const browser = auth.browser();
    const url = auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    await auth.authorize(browser, url, user.email);
    await revoke(user.userId).expect(200);
    expect(await acceptedOf(access)).toEqual(NONE);
    expect((await browser.get('/')).html).not.toContain('You are signed in');
  });

  test('keeps the API keys and their tokens if keep_api_keys is true', async () => {
    const user = await auth.newUser();
    const access = await startAccess(user);
    const { body } = await revoke(user.userId, { keep_api_keys: true }).expect(200);
    expect(body.data).toEqual({ user_id: user.userId, api_keys_kept: true });
    expect(await acceptedOf(access)).toEqual({ ...NONE, apiKey: true, keyToken: true });
  });

  test('returns 404 for an unknown user and for a service user', async () => {
    await revoke(ABSENT).expect(404);
    await revoke((await auth.newTenant()).serviceUserId).expect(404);
  });
});

describe('open invitations', () => {
  const create = async (body: object) =>
    (await auth.admin('post', '/admin/invitations').send(body).expect(201)).body.data;
  const list = async (tenantId: string) =>
    (await auth.admin('get', `/admin/invitations?tenant_id=${tenantId}`).expect(200)).body.data;

  test('are listed by tenant, oldest first, without their links', async () => {
    const { tenantId } = await auth.newTenant();
    const { invitation_url: _url, ...first } = await create({ tenant_id: tenantId, email: 'a@example.com' });
    const { invitation_url: _second, ...second } = await create({ tenant_id: tenantId, role: 'owner' });
    await create({ tenant_id: (await auth.newTenant()).tenantId });
    const { items, pagination } = await list(tenantId);
    expect([items, pagination.total]).toEqual([[first, second], 2]);
  });

  test('are not listed after they were accepted', async () => {
    const { tenantId } = await auth.newTenant();
    const { invitation_url: url } = await create({ tenant_id: tenantId });
    const browser = auth.browser();
    const fields = { email: 'joined@example.com', password: 'long enough', repeated: 'long enough' };
    await browser.submit(await browser.get(url), fields);
    expect((await list(tenantId)).items).toEqual([]);
  });

  test('can be withdrawn once, after which the link returns 404', async () => {
    const { tenantId } = await auth.newTenant();
    const { invitation_id: id, invitation_url: url } = await create({ tenant_id: tenantId });
    await auth.admin('delete', `/admin/invitations/${id}`).expect(200);
    expect((await auth.browser().get(url)).status).toBe(404);
    expect((await list(tenantId)).items).toEqual([]);
    await auth.admin('delete', `/admin/invitations/${id}`).expect(404);
  });
});
