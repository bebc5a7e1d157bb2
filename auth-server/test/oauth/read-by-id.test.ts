import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { PORTAL } from '../auth-server.fixture.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;
beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register({ client_name: 'Notes' });
});
afterAll(() => auth.stop());

const portalToken = async (email: string): Promise<string> =>
  (await auth.newTokens(PORTAL_CLIENT_ID, email, { redirect_uri: `${PORTAL}/callback` })).access_token;

const send = (method: 'get' | 'delete', path: string, token: string) =>
  auth.http[method](`/api/v2/auth/${path}`).set('authorization', `Bearer ${token}`);

/** Creates an owner, two members of the same tenant, and the owner of another tenant. */
async function setUp() {
  const owner = await auth.newUser();
  const member = await auth.newUser('member', owner.tenantId);
  const other = await auth.newUser('member', owner.tenantId);
  const stranger = await auth.newUser();
  const [ownerToken, memberToken, otherToken, strangerToken] = await Promise.all(
    [owner, member, other, stranger].map(({ email }) => portalToken(email)),
  );
  const { access_token: appToken } = await auth.newTokens(clientId, member.email);
  return {
    member,
    ownerToken: ownerToken!,
    memberToken: memberToken!,
    otherToken: otherToken!,
    strangerToken: strangerToken!,
    appToken,
  };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Objects of the member, and their paths. */
const OBJECTS = [
  [
    'an API key',
    async ({ member }: Setup) => {
      const { keyId } = await auth.newKey(member.tenantId, ['read'], member.userId);
      return `api-keys/${keyId}`;
    },
    { permissions: ['read'] },
  ],
  [
    'a connected application',
    async ({ memberToken }: Setup) => {
      const { body } = await send('get', 'connections', memberToken).expect(200);
      return `connections/${body.data.items[0].connection_id}`;
    },
    { name: 'Notes' },
  ],
  [
    'a portal session',
    async ({ memberToken }: Setup) => {
      const { body } = await send('get', 'connections?kind=portal', memberToken).expect(200);
      return `connections/${body.data.items[0].connection_id}`;
    },
    { client_id: PORTAL_CLIENT_ID },
  ],
] as const;

describe.each(OBJECTS)('reading %s by ID', (_name, pathOf, expected) => {
  test('is possible for its user and for owners, until it has ended', async () => {
    const setup = await setUp();
    const path = await pathOf(setup);
    for (const token of [setup.ownerToken, setup.memberToken]) {
      const { body } = await send('get', path, token).expect(200);
      expect(body.data).toMatchObject({ ...expected, user_id: setup.member.userId });
    }
    await send('delete', path, setup.ownerToken).expect(200);
    await send('get', path, setup.ownerToken).expect(404);
  });

  test('returns the same 404 to other members, other tenants and for an unknown ID', async () => {
    const setup = await setUp();
    const path = await pathOf(setup);
    for (const token of [setup.otherToken, setup.strangerToken]) {
      const { body } = await send('get', path, token).expect(404);
      expect(body.error.code).toBe('RES_NOT_FOUND');
    }
    await send('get', path.replace(/[^/]+$/, randomUUID()), setup.ownerToken).expect(404);
  });

  test('is rejected with 403 for an application other than the portal', async () => {
    const setup = await setUp();
    await send('get', await pathOf(setup), setup.appToken).expect(403);
  });
});

test('returns a revoked API key only to callers that ask for it', async () => {
  const { member, ownerToken, otherToken } = await setUp();
  const { keyId } = await auth.newKey(member.tenantId, ['read'], member.userId);
  const path = `api-keys/${keyId}`;
  await send('delete', path, ownerToken).expect(200);
  await send('get', path, ownerToken).expect(404);
  const { body } = await send('get', `${path}?include_revoked=true`, ownerToken).expect(200);
  expect(body.data).toMatchObject({ key_id: keyId, revoked_at: expect.any(String) });
  await send('get', `${path}?include_revoked=true`, otherToken).expect(404);
});

describe('GET /api/v2/auth/members/{user_id}', () => {
  test('returns a member to owners only', async () => {
    const { member, ownerToken, memberToken, strangerToken } = await setUp();
    const { body } = await send('get', `members/${member.userId}`, ownerToken).expect(200);
    expect(body.data).toMatchObject({ user_id: member.userId, email: member.email, role: 'member' });
    await send('get', `members/${member.userId}`, memberToken).expect(403);
    await send('get', `members/${member.userId}`, strangerToken).expect(404);
    await send('get', `members/${randomUUID()}`, ownerToken).expect(404);
  });
});
