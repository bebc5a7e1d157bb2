import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const ABSENT = '00000000-0000-0000-0000-000000000001';

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

describe('the ADMIN_TOKEN', () => {
  const paths = [
    '/admin/tenants',
    '/ADMIN/tenants',
    '/admin/users',
    '/admin/api-keys',
    '/admin/signing-keys',
  ];

  test.each(paths)('without it: 401 AUTH_UNAUTHORIZED at %s, before the body is looked at', async (path) => {
    const { body } = await auth.http.post(path).send({ nonsense: true }).expect(401);
    expect(body).toMatchObject({ status: 'error', error: { code: 'AUTH_UNAUTHORIZED' } });
  });

  test.each(['x', 'admin-token-of-the-test', 'admin-token-of-the-tests1'])('not %s', async (wrong) => {
    const request = auth.http.get('/admin/tenants').set('authorization', `Bearer ${wrong}`);
    expect((await request.expect(401)).body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
  });

  test('a path of the admin API that does not exist is 404 with it', async () => {
    expect((await auth.admin('get', '/admin/nothing').expect(404)).body.error.code).toBe('RES_NOT_FOUND');
  });
});

describe('tenants', () => {
  test('are made with a service user, listed and moved to another tier', async () => {
    const created = await auth.admin('post', '/admin/tenants').send({ name: ' Acme ', tier: 'premium' });
    expect(created.status).toBe(201);
    const tenant = created.body.data;
    expect(tenant).toMatchObject({ name: 'Acme', tier: 'premium' });
    const changed = await auth
      .admin('patch', `/admin/tenants/${tenant.tenant_id}`)
      .send({ tier: 'standard' })
      .expect(200);
    expect(changed.body.data).toMatchObject({ name: 'Acme', tier: 'standard' });
    const listed = await auth.admin('get', '/admin/tenants?per_page=100').expect(200);
    expect(listed.body.data.items).toContainEqual(changed.body.data);
    const users = await auth.admin('get', `/admin/users?tenant_id=${tenant.tenant_id}`).expect(200);
    expect(users.body.data).toMatchObject({
      items: [{ user_id: tenant.service_user_id, email: null, role: 'owner' }],
      pagination: { total: 1 },
    });
  });

  test.each([
    [{}, 'VAL_FIELD_REQUIRED'],
    [{ name: '  ' }, 'VAL_FIELD_INVALID'],
    [{ name: 'x'.repeat(201) }, 'VAL_FIELD_TOO_LONG'],
    [{ name: 'x', tier: 'gold' }, 'VAL_ENUM_INVALID'],
  ])('422 for %j', async (body, code) => {
    const answer = await auth.admin('post', '/admin/tenants').send(body).expect(422);
    expect(answer.body.error.code).toBe(code);
  });

  test('changing one that is not there, or nothing', async () => {
    const absent = await auth.admin('patch', `/admin/tenants/${ABSENT}`).send({ tier: 'free' }).expect(404);
    expect(absent.body.error).toMatchObject({ code: 'RES_NOT_FOUND', details: { resource_type: 'tenant' } });
    const { tenantId } = await auth.newTenant();
    await auth.admin('patch', `/admin/tenants/${tenantId}`).send({}).expect(422);
    expect(
      (await auth.admin('patch', '/admin/tenants/x').send({ tier: 'free' }).expect(422)).body.error.code,
    ).toBe('VAL_UUID_INVALID');
  });
});

describe('users', () => {
  const person = (tenantId: string, overrides: object = {}) => ({
    tenant_id: tenantId,
    email: 'Ada@Example.com',
    password: 'correct horse',
    role: 'member',
    ...overrides,
  });

  test('join a tenant once; the same person joins another with the same password', async () => {
    const one = await auth.newTenant();
    const two = await auth.newTenant();
    const first = await auth.admin('post', '/admin/users').send(person(one.tenantId)).expect(201);
    expect(first.body.data).toMatchObject({ email: 'ada@example.com', role: 'member' });
    expect(JSON.stringify(first.body)).not.toContain('horse');
    const again = await auth.admin('post', '/admin/users').send(person(one.tenantId)).expect(409);
    expect(again.body.error).toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: { resource_type: 'user', identifier: 'ada@example.com' },
    });
    const other = person(two.tenantId, { password: 'another password' });
    await auth.admin('post', '/admin/users').send(other).expect(409);
    const joined = await auth.admin('post', '/admin/users').send(person(two.tenantId)).expect(201);
    expect(joined.body.data.user_id).toBe(first.body.data.user_id);
  });

  test('need a tenant', async () => {
    const body = person(ABSENT, { email: 'nobody@example.com' });
    const absent = await auth.admin('post', '/admin/users').send(body).expect(404);
    expect(absent.body.error.details).toEqual({ resource_type: 'tenant', resource_id: ABSENT });
  });

  test.each([
    [{ email: 'not an address' }, 'VAL_FIELD_INVALID'],
    [{ password: 'short' }, 'VAL_FIELD_INVALID'],
    [{ password: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ role: 'king' }, 'VAL_ENUM_INVALID'],
    [{ tenant_id: 'x' }, 'VAL_UUID_INVALID'],
  ])('422 for %j', async (change, code) => {
    const answer = await auth.admin('post', '/admin/users').send(person(ABSENT, change)).expect(422);
    expect(answer.body.error.code).toBe(code);
  });
});

describe('API keys', () => {
  test('are shown once, listed without their secret, and belong to the service user by default', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant();
    const made = await auth
      .admin('post', '/admin/api-keys')
      .send({ tenant_id: tenantId, name: 'CI', permissions: ['delete', 'read', 'read'] })
      .expect(201);
    const { api_key: text, ...key } = made.body.data;
    expect(text).toMatch(/^loci_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/);
    expect(key).toMatchObject({ user_id: serviceUserId, permissions: ['read', 'delete'], revoked_at: null });
    const listed = await auth.admin('get', `/admin/api-keys?tenant_id=${tenantId}`).expect(200);
    expect(listed.body.data.items).toEqual([key]);
    expect(JSON.stringify(listed.body)).not.toContain(text.split('_')[2]);
  });

  test('nothing of a key but its hash is in the database (attack 25)', async () => {
    const { tenantId } = await auth.newTenant();
    const { text } = await auth.newKey(tenantId);
    const tokens = (await auth.exchange(text).expect(200)).body.data;
    const rows = await auth.database.inSystemTransaction(async (tx) => [
      ...(await tx.query('SELECT row_to_json(k)::text AS text FROM api_keys k')),
      ...(await tx.query('SELECT row_to_json(r)::text AS text FROM refresh_tokens r')),
      ...(await tx.query('SELECT row_to_json(s)::text AS text FROM signing_keys s')),
    ]);
    const dump = JSON.stringify(rows);
    const secret = text.slice(text.indexOf('_', 5) + 1);
    const forms = (value: string) => [value, Buffer.from(value).toString('hex')];
    for (const form of [...forms(secret), ...forms(tokens.refresh_token)]) expect(dump).not.toContain(form);
    // Every PKCS #8 key of this kind begins so.
    expect(dump).not.toContain('308187020100301306072a8648ce3d0201');
  });

  test('422 and 404', async () => {
    const { tenantId } = await auth.newTenant();
    const other = await auth.newTenant();
    const post = (body: object) => auth.admin('post', '/admin/api-keys').send(body);
    const good = { tenant_id: tenantId, name: 'x', permissions: ['read'] };
    expect((await post({ ...good, permissions: ['admin'] }).expect(422)).body.error.code).toBe(
      'VAL_ENUM_INVALID',
    );
    await post({ ...good, permissions: [] }).expect(422);
    await post({ ...good, permissions: undefined }).expect(422);
    await post({ ...good, tenant_id: ABSENT }).expect(404);
    // Somebody else's service user is no member here.
    const foreign = await post({ ...good, user_id: other.serviceUserId }).expect(404);
    expect(foreign.body.error.details.resource_type).toBe('user');
    await auth.admin('delete', `/admin/api-keys/${ABSENT}`).expect(404);
  });

  test('are revoked, twice with the same answer', async () => {
    const { tenantId } = await auth.newTenant();
    const { keyId } = await auth.newKey(tenantId);
    const once = await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    auth.clock.ms += 1_000;
    const twice = await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    expect(once.body.data.revoked_at).not.toBeNull();
    expect(twice.body.data).toEqual(once.body.data);
  });
});
