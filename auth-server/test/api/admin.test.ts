import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const ABSENT = '00000000-0000-0000-0000-000000000001';

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

describe('admin authorization', () => {
  const paths = [
    '/admin/tenants',
    '/ADMIN/tenants',
    '/admin/users',
    '/admin/api-keys',
    '/admin/signing-keys',
  ];

  test.each(paths)(
    '%s rejects a request without a credential with 401 before it validates the body',
    async (path) => {
      const { body } = await auth.http.post(path).send({ nonsense: true }).expect(401);
      expect(body).toMatchObject({ status: 'error', error: { code: 'AUTH_UNAUTHORIZED' } });
    },
  );

  test.each(['x', 'admin-token-of-the-test', 'admin-token-of-the-tests1'])(
    'rejects the wrong ADMIN_TOKEN %s with 401',
    async (wrong) => {
      const request = auth.http.get('/admin/tenants').set('authorization', `Bearer ${wrong}`);
      expect((await request.expect(401)).body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
    },
  );

  test('returns 404 for an unknown path with the ADMIN_TOKEN', async () => {
    expect((await auth.admin('get', '/admin/nothing').expect(404)).body.error.code).toBe('RES_NOT_FOUND');
  });
});

describe('tenants', () => {
  const createTenant = async () => {
    const request = auth.admin('post', '/admin/tenants').send({ name: ' Acme ', tier: 'premium' });
    return (await request.expect(201)).body.data;
  };

  test('creates a tenant with a trimmed name', async () => {
    expect(await createTenant()).toMatchObject({ name: 'Acme', tier: 'premium' });
  });

  test('creates an owner without an email address as the service user of a tenant', async () => {
    const tenant = await createTenant();
    const users = await auth.admin('get', `/admin/users?tenant_id=${tenant.tenant_id}`).expect(200);
    expect(users.body.data).toMatchObject({
      items: [{ user_id: tenant.service_user_id, email: null, role: 'owner' }],
      pagination: { total: 1 },
    });
  });

  test('changes the tier of a tenant without changing its name', async () => {
    const { tenant_id: id } = await createTenant();
    const changed = await auth.admin('patch', `/admin/tenants/${id}`).send({ tier: 'standard' }).expect(200);
    expect(changed.body.data).toMatchObject({ name: 'Acme', tier: 'standard' });
    const listed = await auth.admin('get', '/admin/tenants?per_page=100').expect(200);
    expect(listed.body.data.items).toContainEqual(changed.body.data);
  });

  test.each([
    ['without a name', {}, 'VAL_FIELD_REQUIRED'],
    ['with a blank name', { name: '  ' }, 'VAL_FIELD_INVALID'],
    ['with a name of 201 characters', { name: 'x'.repeat(201) }, 'VAL_FIELD_TOO_LONG'],
    ['with an unknown tier', { name: 'x', tier: 'gold' }, 'VAL_ENUM_INVALID'],
  ])('rejects a tenant %s with 422', async (_what, body, code) => {
    const response = await auth.admin('post', '/admin/tenants').send(body).expect(422);
    expect(response.body.error.code).toBe(code);
  });

  test('returns 404 when an unknown tenant is changed', async () => {
    const { body } = await auth.admin('patch', `/admin/tenants/${ABSENT}`).send({ tier: 'free' }).expect(404);
    expect(body.error).toMatchObject({ code: 'RES_NOT_FOUND', details: { resource_type: 'tenant' } });
  });

  test('rejects a tenant change without fields with 422', async () => {
    const { tenantId } = await auth.newTenant();
    await auth.admin('patch', `/admin/tenants/${tenantId}`).send({}).expect(422);
  });

  test('rejects a malformed tenant id with 422 VAL_UUID_INVALID', async () => {
    const { body } = await auth.admin('patch', '/admin/tenants/x').send({ tier: 'free' }).expect(422);
    expect(body.error.code).toBe('VAL_UUID_INVALID');
  });
});

describe('users', () => {
  const newUser = (tenantId: string, overrides: object = {}) => ({
    tenant_id: tenantId,
    email: 'Ada@Example.com',
    password: 'correct horse',
    role: 'member',
    ...overrides,
  });
  const addUser = (tenantId: string, overrides: object = {}) =>
    auth.admin('post', '/admin/users').send(newUser(tenantId, overrides));

  test('returns a new user with a normalized email address, but without the password', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await addUser(tenantId, { email: 'Grace@Example.com' }).expect(201);
    expect(body.data).toMatchObject({ email: 'grace@example.com', role: 'member' });
    expect(JSON.stringify(body)).not.toContain('horse');
  });

  test('rejects a user who is already a member of the tenant with 409', async () => {
    const { tenantId } = await auth.newTenant();
    await addUser(tenantId).expect(201);
    const { body } = await addUser(tenantId).expect(409);
    expect(body.error).toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: { resource_type: 'user', identifier: 'ada@example.com' },
    });
  });

  test('adds an existing user to another tenant if the password matches', async () => {
    const [one, two] = [await auth.newTenant(), await auth.newTenant()];
    const first = await addUser(one.tenantId).expect(201);
    const second = await addUser(two.tenantId).expect(201);
    expect(second.body.data.user_id).toBe(first.body.data.user_id);
  });

  test('returns 409 if the password of an existing user differs', async () => {
    const [one, two] = [await auth.newTenant(), await auth.newTenant()];
    await addUser(one.tenantId).expect(201);
    await addUser(two.tenantId, { password: 'another password' }).expect(409);
  });

  test('returns 404 for an unknown tenant', async () => {
    const { body } = await addUser(ABSENT, { email: 'unknown@example.com' }).expect(404);
    expect(body.error.details).toEqual({ resource_type: 'tenant', resource_id: ABSENT });
  });

  test.each([
    ['with a malformed email address', { email: 'not an address' }, 'VAL_FIELD_INVALID'],
    ['with a password that is too short', { password: 'short' }, 'VAL_FIELD_INVALID'],
    ['with a common password', { email: 'new@example.com', password: 'sunshine' }, 'VAL_FIELD_INVALID'],
    ['without a password', { password: undefined }, 'VAL_FIELD_REQUIRED'],
    ['with an unknown role', { role: 'king' }, 'VAL_ENUM_INVALID'],
    ['with a malformed tenant id', { tenant_id: 'x' }, 'VAL_UUID_INVALID'],
  ])('rejects a user %s with 422', async (_what, overrides, code) => {
    const { body } = await addUser(ABSENT, overrides).expect(422);
    expect(body.error.code).toBe(code);
  });
});

describe('API keys', () => {
  const createKey = (body: object) => auth.admin('post', '/admin/api-keys').send(body);

  test('creates a key for the service user with each requested permission once', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant();
    const permissions = ['delete', 'read', 'read'];
    const { body } = await createKey({ tenant_id: tenantId, name: 'CI', permissions }).expect(201);
    expect(body.data).toMatchObject({
      api_key: expect.stringMatching(/^loci_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/),
      user_id: serviceUserId,
      permissions: ['read', 'delete'],
      revoked_at: null,
    });
  });

  test('lists keys without their secrets', async () => {
    const { tenantId } = await auth.newTenant();
    const created = await createKey({ tenant_id: tenantId, name: 'CI', permissions: ['read'] }).expect(201);
    const { api_key: apiKey, ...key } = created.body.data;
    const listed = await auth.admin('get', `/admin/api-keys?tenant_id=${tenantId}`).expect(200);
    expect(listed.body.data.items).toEqual([key]);
    // The secret itself can contain `_`.
    const secret = apiKey.slice(apiKey.indexOf('_', 'loci_'.length) + 1);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
  });

  test('stores no API key, refresh token or private key in plain text (threat 25)', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId);
    const tokens = (await auth.exchange(apiKey).expect(200)).body.data;
    const rows = await auth.database.inSystemTransaction(async (tx) => [
      ...(await tx.query('SELECT row_to_json(k)::text AS text FROM api_keys k')),
      ...(await tx.query('SELECT row_to_json(r)::text AS text FROM refresh_tokens r')),
      ...(await tx.query('SELECT row_to_json(s)::text AS text FROM signing_keys s')),
    ]);
    const dump = JSON.stringify(rows);
    const secret = apiKey.slice(apiKey.indexOf('_', 5) + 1);
    const forms = (value: string) => [value, Buffer.from(value).toString('hex')];
    for (const form of [...forms(secret), ...forms(tokens.refresh_token)]) expect(dump).not.toContain(form);
    const P256_PKCS8_PREFIX = '308187020100301306072a8648ce3d0201';
    expect(dump).not.toContain(P256_PKCS8_PREFIX);
  });

  test('rejects an unknown permission with 422 VAL_ENUM_INVALID', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await createKey({ tenant_id: tenantId, name: 'x', permissions: ['admin'] }).expect(422);
    expect(body.error.code).toBe('VAL_ENUM_INVALID');
  });

  test.each([[[]], [undefined]])('rejects the permissions %j with 422', async (permissions) => {
    const { tenantId } = await auth.newTenant();
    await createKey({ tenant_id: tenantId, name: 'x', permissions }).expect(422);
  });

  test('returns 404 for a key of an unknown tenant', async () => {
    await createKey({ tenant_id: ABSENT, name: 'x', permissions: ['read'] }).expect(404);
  });

  test('returns 404 for a key of a user who is not a member of the tenant', async () => {
    const { tenantId } = await auth.newTenant();
    const { serviceUserId } = await auth.newTenant();
    const key = { tenant_id: tenantId, user_id: serviceUserId, name: 'x', permissions: ['read'] };
    const { body } = await createKey(key).expect(404);
    expect(body.error.details.resource_type).toBe('user');
  });

  test('returns 404 when an unknown key is revoked', async () => {
    await auth.admin('delete', `/admin/api-keys/${ABSENT}`).expect(404);
  });

  test('returns the same response when a key is revoked again', async () => {
    const { tenantId } = await auth.newTenant();
    const { keyId } = await auth.newKey(tenantId);
    const first = await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    auth.clock.ms += 1_000;
    const second = await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    expect(first.body.data.revoked_at).not.toBeNull();
    expect(second.body.data).toEqual(first.body.data);
  });
});
