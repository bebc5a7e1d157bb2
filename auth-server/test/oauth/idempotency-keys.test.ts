import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { overlapRequests } from '@loci/testing';
import { PORTAL } from '../auth-server.fixture.ts';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());

type User = Awaited<ReturnType<StartedOAuthServer['newUser']>>;
type Method = 'post' | 'patch' | 'delete';
type WriteRequest = [method: Method, path: string, body?: object];

const PATH = '/api/v2/auth';

const portalToken = async ({ email }: User): Promise<string> =>
  (await auth.newTokens(PORTAL_CLIENT_ID, email, { redirect_uri: `${PORTAL}/callback` })).access_token;

const send = (token: string, [method, path, body = {}]: WriteRequest, key: string) =>
  auth.http[method](path).set('authorization', `Bearer ${token}`).set('idempotency-key', key).send(body);

/** Creates an owner, a member of the same tenant, and a token of the owner. */
async function setUp() {
  const owner = await auth.newUser();
  const member = await auth.newUser('member');
  await auth.database.inSystemTransaction((tx) =>
    tx.query('UPDATE memberships SET tenant_id = $2 WHERE user_id = $1', [member.userId, owner.tenantId]),
  );
  const token = await portalToken(owner);
  const create = async (path: string, body: object): Promise<Record<string, string>> =>
    (await auth.http.post(path).set('authorization', `Bearer ${token}`).send(body).expect(201)).body.data;
  return { owner, member, token, create };
}

type Prepared = Awaited<ReturnType<typeof setUp>>;

const KEY = { name: 'Laptop', permissions: ['read'] };
const INVITATION = { role: 'member' };

/** A valid request of each operation with the scope `write`. */
const REQUESTS: Record<string, (prepared: Prepared) => WriteRequest | Promise<WriteRequest>> = {
  'post /api/v2/auth/api-keys': () => ['post', `${PATH}/api-keys`, KEY],
  'delete /api/v2/auth/api-keys/:key_id': async ({ create }) => [
    'delete',
    `${PATH}/api-keys/${(await create(`${PATH}/api-keys`, KEY))['key_id']}`,
  ],
  'patch /api/v2/auth/members/:user_id': ({ member }) => [
    'patch',
    `${PATH}/members/${member.userId}`,
    { role: 'viewer' },
  ],
  'delete /api/v2/auth/members/:user_id': ({ member }) => ['delete', `${PATH}/members/${member.userId}`],
  'post /api/v2/auth/members/:user_id/revoke-access': ({ member }) => [
    'post',
    `${PATH}/members/${member.userId}/revoke-access`,
  ],
  'post /api/v2/auth/invitations': () => ['post', `${PATH}/invitations`, INVITATION],
  'delete /api/v2/auth/invitations/:invitation_id': async ({ create }) => [
    'delete',
    `${PATH}/invitations/${(await create(`${PATH}/invitations`, INVITATION))['invitation_id']}`,
  ],
  'post /api/v2/auth/tenant/delete': () => [
    'post',
    `${PATH}/tenant/delete`,
    { name: 'Acme', password: PASSWORD },
  ],
  'post /api/v2/erasures': ({ member: { userId } }) => [
    'post',
    '/api/v2/erasures',
    { user_id: userId, confirm: userId },
  ],
};

/** Fields with the ID of the object in responses with a secret. */
const SECRETS: Record<string, (data: Record<string, string>, prepared: Prepared) => string> = {
  'post /api/v2/auth/api-keys': ({ key_id: id }) => id!,
  'post /api/v2/auth/invitations': ({ invitation_id: id }) => id!,
  'post /api/v2/auth/tenant/delete': (_data, { owner }) => owner.tenantId,
};

/** Returns all stored responses of a tenant. */
const storedResponses = (tenantId: string): Promise<string[]> =>
  auth.database.inSystemTransaction(async (tx) => {
    const rows = await tx.query<{ response: string }>(
      'SELECT response FROM idempotency_keys WHERE tenant_id = $1',
      [tenantId],
    );
    return rows.map(({ response }) => response);
  });

describe('requests with an idempotency key', () => {
  test('are tested for every operation with the scope write', () => {
    const writes = auth.server.routes.filter(({ scope }) => scope === 'write');
    expect(writes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(REQUESTS).sort(),
    );
  });

  test.each(Object.keys(REQUESTS).filter((name) => !(name in SECRETS)))(
    'return the stored response for a repetition of %s',
    async (name) => {
      const prepared = await setUp();
      const request = await REQUESTS[name]!(prepared);
      const first = await send(prepared.token, request, 'k');
      expect(first.status).toBeLessThan(300);
      const second = await send(prepared.token, request, 'k');
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect([second.status, second.body.data]).toEqual([first.status, first.body.data]);
    },
  );

  test.each(Object.keys(SECRETS))('return 409 and store no secret for a repetition of %s', async (name) => {
    const prepared = await setUp();
    const request = await REQUESTS[name]!(prepared);
    const first = await send(prepared.token, request, 'k');
    expect(first.status).toBeLessThan(300);
    const identifier = SECRETS[name]!(first.body.data, prepared);
    const [stored, ...others] = await storedResponses(prepared.owner.tenantId);
    expect(others).toEqual([]);
    expect(JSON.parse(stored!)).toEqual({ status: first.status, data: { id: identifier } });
    const second = await send(prepared.token, request, 'k');
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({ code: 'RES_ALREADY_EXISTS', details: { identifier } });
  });

  test.each([
    ['API key', 'api_keys', ['post', `${PATH}/api-keys`, KEY]],
    ['invitation', 'invitations', ['post', `${PATH}/invitations`, INVITATION]],
  ] satisfies [string, string, WriteRequest][])(
    'create one %s if 5 requests with one key run at the same time',
    async (_what, table, request) => {
      const { owner, token } = await setUp();
      const hold = (tx: Transaction) => tx.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      const responses = await overlapRequests(auth, { count: 5, hold }, () => send(token, request, 'k'));
      expect(responses.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`).sort()).toEqual([
        '201 ',
        ...Array<string>(4).fill('409 BIZ_REQUEST_IN_PROGRESS'),
      ]);
      const created = await auth.database.inSystemTransaction((tx) =>
        tx.query(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [owner.tenantId]),
      );
      expect(created).toHaveLength(1);
    },
  );

  test('return 404 after the member was removed, and the stored responses are removed', async () => {
    const { owner, member, token } = await setUp();
    const path = `${PATH}/members/${member.userId}`;
    const change = () => send(token, ['patch', path, { role: 'viewer' }], 'k');
    expect((await change()).status).toBe(200);
    expect((await storedResponses(owner.tenantId))[0]).toContain(member.email);
    await auth.http.delete(path).set('authorization', `Bearer ${token}`).expect(200);
    expect(await storedResponses(owner.tenantId)).toEqual(['']);
    const { status, body } = await change();
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('count a wrong password although the request is rejected (threat 30)', async () => {
    const { token } = await setUp();
    const wrong = { name: 'Acme', password: 'not the password' };
    const attempt = (index: number) => send(token, ['post', `${PATH}/tenant/delete`, wrong], `k${index}`);
    for (let index = 0; index < 10; index += 1) await attempt(index);
    expect((await attempt(10)).body.error.code).toBe('BIZ_RATE_LIMIT_EXCEEDED');
  });
});
