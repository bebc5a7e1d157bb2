import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const HOUR_MS = 3_600_000;

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

const createKey = (tenantId: string, body: object = {}) =>
  auth
    .admin('post', '/admin/api-keys')
    .send({ tenant_id: tenantId, name: 'CI', permissions: ['read'], ...body });
const inOneHour = (): string => new Date(auth.clock.ms + HOUR_MS).toISOString();
const find = async (tenantId: string) =>
  (await auth.admin('get', `/admin/api-keys?tenant_id=${tenantId}`).expect(200)).body.data.items[0];

describe('the expiry of an API key', () => {
  test('limits the lifetime of its access tokens', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey(tenantId, { expires_at: inOneHour() }).expect(201);
    const { access_token: token, expires_in: expiresIn } = (
      await auth.exchange(body.data.api_key).expect(200)
    ).body.data;
    const { exp, iat } = decodeJwt(token);
    expect(exp! - iat!).toBe(expiresIn);
    expect(expiresIn).toBeGreaterThan(3_590);
    expect(expiresIn).toBeLessThanOrEqual(3_601);
  });

  test('prevents new access tokens, by exchange or by refresh', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey(tenantId, { expires_at: inOneHour() }).expect(201);
    const tokens = (await auth.exchange(body.data.api_key).expect(200)).body.data;
    auth.clock.ms += HOUR_MS + 1_000;
    const exchanged = await auth.exchange(body.data.api_key).expect(401);
    expect(exchanged.body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
    await auth.refresh(tokens.refresh_token).expect(401);
  });

  test('must be in the future', async () => {
    const { tenantId } = await auth.newTenant();
    const expiresAt = new Date(auth.clock.ms - 1).toISOString();
    const { body } = await createKey(tenantId, { expires_at: expiresAt }).expect(422);
    expect(body.error.field_errors).toHaveProperty('expires_at');
  });

  test('is null for a key that does not expire', async () => {
    const { tenantId } = await auth.newTenant();
    expect((await createKey(tenantId).expect(201)).body.data.expires_at).toBeNull();
  });
});

describe('the last use of an API key', () => {
  test('is updated at most once a minute', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey(tenantId).expect(201);
    expect((await find(tenantId)).last_used_at).toBeNull();
    await auth.exchange(body.data.api_key).expect(200);
    const first = (await find(tenantId)).last_used_at;
    expect(Math.abs(Date.parse(first) - auth.clock.ms)).toBeLessThan(10_000);
    await auth.exchange(body.data.api_key).expect(200);
    expect((await find(tenantId)).last_used_at).toBe(first);
    auth.clock.ms += 61_000;
    await auth.exchange(body.data.api_key).expect(200);
    expect((await find(tenantId)).last_used_at > first).toBe(true);
  });

  test('is updated when a client refreshes an access token', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey(tenantId).expect(201);
    const tokens = (await auth.exchange(body.data.api_key).expect(200)).body.data;
    const exchanged = (await find(tenantId)).last_used_at;
    auth.clock.ms += 61_000;
    await auth.refresh(tokens.refresh_token).expect(200);
    expect((await find(tenantId)).last_used_at > exchanged).toBe(true);
  });

  test('is updated by concurrent exchanges without a deadlock', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey(tenantId).expect(201);
    const exchanges = Array.from({ length: 8 }, () => auth.exchange(body.data.api_key));
    expect((await Promise.all(exchanges)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});

describe('the name of an API key', () => {
  test('is unique among the active keys of its owner', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey(tenantId).expect(201);
    const rejected = await createKey(tenantId).expect(409);
    expect(rejected.body.error.code).toBe('RES_ALREADY_EXISTS');
    await auth.admin('delete', `/admin/api-keys/${body.data.key_id}`).expect(200);
    await createKey(tenantId).expect(201);
  });

  test('can be used by another owner', async () => {
    const { tenantId } = await auth.newTenant();
    await createKey(tenantId).expect(201);
    const user = { tenant_id: tenantId, email: 'o@example.com', password: 'long enough' };
    const { body } = await auth.admin('post', '/admin/users').send(user).expect(201);
    await createKey(tenantId, { user_id: body.data.user_id }).expect(201);
  });
});
