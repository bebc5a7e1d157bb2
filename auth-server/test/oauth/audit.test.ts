import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { PORTAL } from '../auth-server.fixture.ts';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const PLATFORM = '00000000-0000-0000-0000-000000000000';

let auth: StartedOAuthServer;
let clientId: string;
beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());
beforeEach(() => {
  // Starts a new rate limit window for sign-ins.
  auth.clock.ms += 61_000;
});

interface Row {
  tenant_id: string;
  user_id: string;
  via: string;
  operation: string;
  action: string;
  object_type: string;
  object_ids: string[];
}

/** Runs an operation and returns the audit entries that it added, in any tenant. */
async function entriesOf(operation: () => Promise<unknown>): Promise<Row[]> {
  const read = () =>
    auth.database.inSystemTransaction((tx) =>
      tx.query<Row & { id: string }>('SELECT * FROM audit_log ORDER BY at, id'),
    );
  const before = new Set((await read()).map(({ id }) => id));
  await operation();
  return (await read()).filter(({ id }) => !before.has(id));
}

const summaryOf = ({ tenant_id, user_id, via, operation, action, object_type, object_ids }: Row) => ({
  tenant_id,
  user_id,
  via,
  operation,
  change: `${action} ${object_type}`,
  object_ids,
});

const byOperator = (operation: string, change: string, tenant_id: string, object_ids: unknown) => ({
  tenant_id,
  user_id: 'operator',
  via: 'operator',
  operation,
  change,
  object_ids,
});

const post = (path: string, body: object = {}, status = 200) =>
  auth.admin('post', path).send(body).expect(status);

describe('each change with the admin API adds one entry', () => {
  let tenantId: string;
  beforeAll(async () => {
    ({ tenantId } = await auth.newTenant());
  });

  const newKey = async (): Promise<string> => (await auth.newKey(tenantId)).keyId;
  const newMember = async (): Promise<string> => {
    const user = {
      tenant_id: tenantId,
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
      role: 'member',
    };
    return (await post('/admin/users', user, 201)).body.data.user_id;
  };
  const newInvitation = async (): Promise<string> =>
    (await post('/admin/invitations', { tenant_id: tenantId, role: 'member' }, 201)).body.data.invitation_id;
  const newSigningKey = async (): Promise<string> =>
    (await post('/admin/signing-keys', {}, 201)).body.data.key_id;

  test.each<[string, string, (id: string) => Promise<unknown>, (() => Promise<string>) | null]>([
    ['POST /admin/api-keys', 'create api_key', newKey, null],
    [
      'DELETE /admin/api-keys/{key_id}',
      'delete api_key',
      (id) => auth.admin('delete', `/admin/api-keys/${id}`).expect(200),
      newKey,
    ],
    ['POST /admin/users', 'create member', newMember, null],
    [
      'PATCH /admin/tenants/{tenant_id}/users/{user_id}',
      'update member',
      (id) =>
        auth.admin('patch', `/admin/tenants/${tenantId}/users/${id}`).send({ role: 'viewer' }).expect(200),
      newMember,
    ],
    [
      'DELETE /admin/tenants/{tenant_id}/users/{user_id}',
      'delete member',
      (id) => auth.admin('delete', `/admin/tenants/${tenantId}/users/${id}`).expect(200),
      newMember,
    ],
    [
      'POST /admin/users/{user_id}/revoke-access',
      'update member',
      (id) => post(`/admin/users/${id}/revoke-access`),
      newMember,
    ],
    ['POST /admin/invitations', 'create invitation', newInvitation, null],
    [
      'DELETE /admin/invitations/{invitation_id}',
      'delete invitation',
      (id) => auth.admin('delete', `/admin/invitations/${id}`).expect(200),
      newInvitation,
    ],
    [
      'PATCH /admin/tenants/{tenant_id}',
      'update tenant',
      () => auth.admin('patch', `/admin/tenants/${tenantId}`).send({ name: 'Renamed' }).expect(200),
      () => Promise.resolve(tenantId),
    ],
  ])('%s: %s', async (operation, change, run, create) => {
    const id = create === null ? '' : await create();
    let result: unknown;
    const entries = await entriesOf(async () => {
      result = await run(id);
    });
    const changed = create === null ? result : id;
    expect(entries.map(summaryOf)).toEqual([byOperator(operation, change, tenantId, [changed])]);
  });

  test('POST and DELETE /admin/tenants', async () => {
    let id = '';
    const created = await entriesOf(async () => {
      id = (await auth.newTenant()).tenantId;
    });
    expect(created.map(summaryOf)).toEqual([byOperator('POST /admin/tenants', 'create tenant', id, [id])]);
    const deleted = await entriesOf(() => auth.admin('delete', `/admin/tenants/${id}`).expect(202));
    expect(deleted.map(summaryOf)).toEqual([
      byOperator('DELETE /admin/tenants/{tenant_id}', 'delete tenant', id, [id]),
    ]);
  });

  test('the creation and the removal of signing keys by Loci, as changes of the system', async () => {
    const removed = await newSigningKey();
    await auth.database.inSystemTransaction((tx) =>
      tx.query(
        'UPDATE signing_keys SET promoted_at = published_at, retires_at = published_at WHERE key_id = $1',
        [removed],
      ),
    );
    const [job] = auth.server.jobs.filter(({ name }) => name === 'remove-retired-signing-keys');
    await job!.run(new AbortController().signal);
    const entries = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ operation: string }>(
        `SELECT operation, action, user_id, object_ids FROM audit_log
         WHERE tenant_id = $1 AND via = 'system' ORDER BY at`,
        [PLATFORM],
      ),
    );
    expect(entries).toEqual([
      expect.objectContaining({ operation: 'start create-signing-key', action: 'create', user_id: 'system' }),
      {
        operation: 'job remove-retired-signing-keys',
        action: 'delete',
        user_id: 'system',
        object_ids: [removed],
      },
    ]);
  });

  test('changes of signing keys, in the tenant of the platform', async () => {
    let id = '';
    const published = await entriesOf(async () => {
      id = await newSigningKey();
    });
    const promoted = await entriesOf(() => post(`/admin/signing-keys/${id}/promote`, { immediately: true }));
    const other = await newSigningKey();
    const retired = await entriesOf(() => auth.admin('delete', `/admin/signing-keys/${other}`).expect(200));
    expect([...published, ...promoted, ...retired].map(summaryOf)).toEqual([
      byOperator('POST /admin/signing-keys', 'create signing_key', PLATFORM, [id]),
      byOperator('POST /admin/signing-keys/{key_id}/promote', 'update signing_key', PLATFORM, [id]),
      byOperator('DELETE /admin/signing-keys/{key_id}', 'delete signing_key', PLATFORM, [other]),
    ]);
  });

  test('reads, rejected changes and repeated revocations add no entry', async () => {
    const key = await newKey();
    await auth.admin('delete', `/admin/api-keys/${key}`).expect(200);
    const entries = await entriesOf(async () => {
      await auth.admin('get', '/admin/tenants').expect(200);
      await auth.admin('delete', `/admin/api-keys/${randomUUID()}`).expect(404);
      await auth.admin('delete', `/admin/api-keys/${key}`).expect(200);
      await auth.http.delete(`/admin/api-keys/${key}`).set('authorization', 'Bearer wrong-token').expect(401);
    });
    expect(entries).toEqual([]);
  });
});

describe('GET /admin/audit', () => {
  const get = async (query: string) =>
    (await auth.admin('get', `/admin/audit?${query}`).expect(200)).body.data;

  test('returns the entries of a tenant, page by page', async () => {
    const { tenantId } = await auth.newTenant();
    const keys = [(await auth.newKey(tenantId)).keyId, (await auth.newKey(tenantId)).keyId];
    const first = await get(`tenant_id=${tenantId}&limit=1`);
    expect(first.items.map((entry: Row) => entry.object_ids)).toEqual([[keys[1]]]);
    const second = await get(`tenant_id=${tenantId}&limit=2&cursor=${first.next_cursor}`);
    expect(second.items.map((entry: Row) => entry.object_ids)).toEqual([[keys[0]], [tenantId]]);
    expect(second.next_cursor).toBeNull();
  });

  test('returns the entries on signing keys by default', async () => {
    const { body } = await post('/admin/signing-keys', {}, 201);
    const { items } = await get('limit=1');
    expect(items).toEqual([
      expect.objectContaining({ object_type: 'signing_key', object_ids: [body.data.key_id] }),
    ]);
  });

  test('rejects a request without the admin token', async () => {
    await auth.http.get('/admin/audit').expect(401);
  });
});

describe('changes of users add one entry with the user', () => {
  const ofUser = (operation: string, change: string, user: { tenantId: string; userId: string }) => ({
    tenant_id: user.tenantId,
    user_id: user.userId,
    via: 'session',
    operation,
    change,
    object_ids: expect.any(Array),
  });

  test('connecting an application', async () => {
    const user = await auth.newUser();
    const entries = await entriesOf(() => auth.newTokens(clientId, user.email));
    expect(entries.map(summaryOf)).toEqual([
      {
        ...ofUser('POST /interaction/{uid}/consent', 'create connection', user),
        operation: expect.any(String),
      },
    ]);
    expect(entries[0]).toMatchObject({ client_id: clientId });
  });

  test('changing the password and ending all access', async () => {
    const user = await auth.newUser();
    const browser = auth.browser();
    const challenge = auth.challengeOf(auth.newVerifier());
    await auth.authorize(browser, auth.authorizeUrl(clientId, { code_challenge: challenge }), user.email);
    const changed = await entriesOf(async () => {
      const form = await browser.get('/password');
      const fields = {
        current: PASSWORD,
        password: 'a brand new password',
        repeated: 'a brand new password',
      };
      expect((await browser.submit(form, fields)).html).toContain('Your password is changed');
    });
    const ended = await entriesOf(async () => {
      await browser.submit(await browser.get('/sign-out-everywhere'), {});
    });
    expect([...changed, ...ended].map(summaryOf)).toEqual([
      { ...ofUser('POST /password', 'update member', user), object_ids: [user.userId] },
      { ...ofUser('POST /sign-out-everywhere', 'update member', user), object_ids: [user.userId] },
    ]);
  });

  test('accepting an invitation', async () => {
    const { tenantId } = await auth.newTenant();
    const { body } = await post('/admin/invitations', { tenant_id: tenantId, role: 'member' }, 201);
    const { pathname } = new URL(body.data.invitation_url as string);
    const browser = auth.browser();
    const form = await browser.get(pathname);
    const fields = { email: `${randomUUID()}@example.com`, password: PASSWORD, repeated: PASSWORD };
    const entries = await entriesOf(() => browser.submit(form, fields));
    const userId = entries[0]?.user_id ?? '';
    expect(entries.map(summaryOf)).toEqual([
      { ...ofUser('POST /welcome/{token}', 'create member', { tenantId, userId }), object_ids: [userId] },
    ]);
  });

  test('changes in the portal', async () => {
    const owner = await auth.newUser('owner');
    const member = await auth.newUser('member', owner.tenantId);
    const { access_token: token } = await auth.newTokens(PORTAL_CLIENT_ID, owner.email, {
      redirect_uri: `${PORTAL}/callback`,
    });
    const call = async (method: 'post' | 'patch' | 'delete', path: string, body: object = {}) =>
      (await auth.http[method](path).set('authorization', `Bearer ${token}`).send(body)).body.data;
    const entries = await entriesOf(async () => {
      const key = await call('post', '/api/v2/auth/api-keys', { name: 'Laptop', permissions: ['read'] });
      await call('delete', `/api/v2/auth/api-keys/${key.key_id}`);
      await call('patch', `/api/v2/auth/members/${member.userId}`, { role: 'viewer' });
      await call('patch', `/api/v2/auth/members/${member.userId}`, { role: 'viewer' });
      await call('post', `/api/v2/auth/members/${member.userId}/revoke-access`);
      const invitation = await call('post', '/api/v2/auth/invitations', { role: 'member' });
      await call('delete', `/api/v2/auth/invitations/${invitation.invitation_id}`);
      await call('delete', `/api/v2/auth/members/${member.userId}`);
      await call('post', '/api/v2/auth/tenant/delete', { name: 'Acme', password: PASSWORD });
    });
    expect(entries.map(summaryOf)).toEqual(
      [
        ['POST /api/v2/auth/api-keys', 'create api_key'],
        ['DELETE /api/v2/auth/api-keys/{key_id}', 'delete api_key'],
        ['PATCH /api/v2/auth/members/{user_id}', 'update member'],
        ['POST /api/v2/auth/members/{user_id}/revoke-access', 'update member'],
        ['POST /api/v2/auth/invitations', 'create invitation'],
        ['DELETE /api/v2/auth/invitations/{invitation_id}', 'delete invitation'],
        ['DELETE /api/v2/auth/members/{user_id}', 'delete member'],
        ['POST /api/v2/auth/tenant/delete', 'delete tenant'],
      ].map(([operation, change]) => ({ ...ofUser(operation!, change!, owner), via: 'oauth' })),
    );
  });
});
