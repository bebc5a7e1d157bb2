import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { PORTAL } from '../auth-server.fixture.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const DAY_MS = 86_400_000;

let auth: StartedOAuthServer;
let clientId: string;
beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register({ client_name: 'Notes' });
});
afterAll(() => auth.stop());

const PATH = '/api/v2/auth/connections';

const portalToken = async (email: string): Promise<string> =>
  (await auth.newTokens(PORTAL_CLIENT_ID, email, { redirect_uri: `${PORTAL}/callback` })).access_token;

const list = async (token: string, query = '') =>
  (await auth.http.get(`${PATH}${query}`).set('authorization', `Bearer ${token}`).expect(200)).body.data;

const end = (token: string, id: string) =>
  auth.http.delete(`${PATH}/${id}`).set('authorization', `Bearer ${token}`);

/** Creates an owner and a member of one tenant, each with a portal session and a connected application. */
async function setUp() {
  const owner = await auth.newUser();
  const member = await auth.newUser('member', owner.tenantId);
  const ownerToken = await portalToken(owner.email);
  const memberToken = await portalToken(member.email);
  await auth.newTokens(clientId, owner.email);
  const { refresh_token: refreshToken } = await auth.newTokens(clientId, member.email);
  return { owner, member, ownerToken, memberToken, refreshToken };
}

describe('GET /api/v2/auth/connections', () => {
  test('lists the applications of all members to an owner, newest first, with scopes and last use', async () => {
    const { owner, member, ownerToken } = await setUp();
    const { items, pagination } = await list(ownerToken);
    expect(items.map((item: { email: string }) => item.email)).toEqual([member.email, owner.email]);
    expect(pagination.total).toBe(2);
    expect(items[0]).toEqual({
      connection_id: expect.any(String),
      client_id: clientId,
      name: 'Notes',
      user_id: member.userId,
      email: member.email,
      scopes: ['offline_access', 'read', 'write'],
      browser: null,
      operating_system: null,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      first_tool_call_at: null,
    });
  });

  test('lists only their own applications to members', async () => {
    const { owner, member, memberToken } = await setUp();
    const { items } = await list(memberToken);
    expect(items.map((item: { user_id: string }) => item.user_id)).toEqual([member.userId]);
    await auth.http
      .get(`${PATH}?user_id=${owner.userId}`)
      .set('authorization', `Bearer ${memberToken}`)
      .expect(404);
  });

  test('lists the portal sessions of one user, until a session has expired', async () => {
    const { member, ownerToken } = await setUp();
    const query = `?kind=portal&user_id=${member.userId}`;
    expect((await list(ownerToken, query)).items).toHaveLength(1);
    await auth.database.inSystemTransaction((tx) =>
      tx.query('UPDATE grants SET created_at = $2 WHERE user_id = $1', [
        member.userId,
        new Date(Date.now() - 15 * DAY_MS),
      ]),
    );
    expect((await list(ownerToken, query)).items).toEqual([]);
  });

  test('shows the time of the first tool call that a gateway has reported', async () => {
    const { ownerToken, member } = await setUp();
    const callOf = async () =>
      (await list(ownerToken, `?user_id=${member.userId}`)).items[0] as {
        connection_id: string;
        first_tool_call_at: string | null;
      };
    const { connection_id: grantId } = await callOf();
    const calledAtMs = Date.parse('2026-11-20T10:00:00.000Z');
    await auth.client.recordFirstToolCalls([
      { grantId, calledAtMs },
      { grantId: 'unknown', calledAtMs },
    ]);
    expect((await callOf()).first_tool_call_at).toBe('2026-11-20T10:00:00.000Z');
    await auth.client.recordFirstToolCalls([{ grantId, calledAtMs: calledAtMs + 60_000 }]);
    expect((await callOf()).first_tool_call_at).toBe('2026-11-20T10:00:00.000Z');
  });

  test('limits a first tool call of a gateway whose clock is ahead to the current time', async () => {
    const { ownerToken, member } = await setUp();
    const query = `?user_id=${member.userId}`;
    const grantId = (await list(ownerToken, query)).items[0].connection_id as string;
    await auth.client.recordFirstToolCalls([{ grantId, calledAtMs: Date.now() + DAY_MS }]);
    const { first_tool_call_at: calledAt } = (await list(ownerToken, query)).items[0];
    expect(Date.parse(calledAt)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

  /** Signs in to the portal with a browser. Returns the new session as the user sees it. */
  async function signInWith(userAgent: string, id = PORTAL_CLIENT_ID) {
    const user = await auth.newUser();
    const token = await portalToken(user.email);
    const browser = auth.browser();
    browser.useUserAgent(userAgent);
    const redirect_uri = id === PORTAL_CLIENT_ID ? `${PORTAL}/callback` : undefined;
    const code_challenge = auth.challengeOf(auth.newVerifier());
    const url = auth.authorizeUrl(id, { code_challenge, ...(redirect_uri && { redirect_uri }) });
    const { externalRedirect } = await auth.authorize(browser, url, user.email);
    expect(externalRedirect?.searchParams.get('code')).toBeTruthy();
    const { items } = await list(token, id === PORTAL_CLIENT_ID ? '?kind=portal' : '');
    return { item: items[0], userId: user.userId, token };
  }

  const storedGrants = (userId: string) =>
    auth.database.inSystemTransaction((tx) =>
      tx.query<{ browser: string | null; operating_system: string | null }>(
        'SELECT * FROM grants WHERE user_id = $1 ORDER BY created_at DESC',
        [userId],
      ),
    );

  test('names the browser and the operating system of a portal session', async () => {
    const { item } = await signInWith(FIREFOX);
    expect(item).toMatchObject({ browser: 'Firefox', operating_system: 'Linux' });
  });

  test('stores no browser for another application', async () => {
    const { item } = await signInWith(FIREFOX, clientId);
    expect(item).toMatchObject({ browser: null, operating_system: null });
  });

  test.each([
    ['markup', '<img src=x onerror=alert(1)>/1.0 (x) marker-of-the-client'],
    ['SQL', "'); DROP TABLE grants; --/1.0 (x) marker-of-the-client"],
    ['8,000 characters', `${'a/'.repeat(4_000)} marker-of-the-client`],
    ['a name that the client chose', 'Sign in again at evil.example/1.0 (x) marker-of-the-client'],
  ])('stores nothing of a User-Agent header with %s', async (_, userAgent) => {
    const { item, userId } = await signInWith(userAgent);
    expect(item).toMatchObject({ browser: null, operating_system: null });
    expect(JSON.stringify(await storedGrants(userId))).not.toMatch(/marker|evil|onerror|DROP|a\/a/);
  });

  test('removes the browser of a session that has ended or expired', async () => {
    const ended = await signInWith(FIREFOX);
    expect((await storedGrants(ended.userId))[0]).toMatchObject({ browser: 'Firefox' });
    await end(ended.token, ended.item.connection_id).expect(200);
    expect((await storedGrants(ended.userId))[0]).toMatchObject({ browser: null, operating_system: null });
    const expired = await signInWith(FIREFOX);
    const job = auth.server.jobs.find(({ name }) => name === 'clean-expired-grants')!;
    await job.run(new AbortController().signal);
    expect((await storedGrants(expired.userId))[0]).toMatchObject({ browser: 'Firefox' });
    await auth.database.inSystemTransaction((tx) =>
      tx.query("UPDATE grants SET created_at = now() - interval '15 days' WHERE user_id = $1", [
        expired.userId,
      ]),
    );
    await job.run(new AbortController().signal);
    expect((await storedGrants(expired.userId))[0]).toMatchObject({ browser: null, operating_system: null });
  });

  test('has pages without repeated or missing connections', async () => {
    const { ownerToken } = await setUp();
    const all = (await list(ownerToken)).items;
    const first = await list(ownerToken, '?per_page=1');
    const second = await list(ownerToken, `?per_page=1&cursor=${first.pagination.next_cursor}`);
    expect([...first.items, ...second.items]).toEqual(all);
  });

  test('threat 1: tenant crossing: lists nothing of another tenant', async () => {
    const { ownerToken } = await setUp();
    const other = await setUp();
    const { items } = await list(ownerToken, `?user_id=${other.member.userId}`);
    expect(items).toEqual([]);
  });

  test('rejects a token of an application', async () => {
    const { owner } = await setUp();
    const { access_token: token } = await auth.newTokens(clientId, owner.email);
    await auth.http.get(PATH).set('authorization', `Bearer ${token}`).expect(403);
  });
});

describe('DELETE /api/v2/auth/connections/{connection_id}', () => {
  test('ends the access of an application, as its owner or as an owner of the tenant (threat 26)', async () => {
    for (const role of ['memberToken', 'ownerToken'] as const) {
      const access = await setUp();
      const [connection] = (await list(access.memberToken)).items;
      const { body } = await end(access[role], connection.connection_id).expect(200);
      expect(body.data).toEqual({ connection_id: connection.connection_id, ended: true });
      expect((await list(access.memberToken)).items).toEqual([]);
      expect((await auth.oauthRefresh(clientId, access.refreshToken)).status).toBe(400);
      await end(access[role], connection.connection_id).expect(200);
    }
  });

  test('ends a portal session', async () => {
    const { member, ownerToken, memberToken } = await setUp();
    const [session] = (await list(ownerToken, `?kind=portal&user_id=${member.userId}`)).items;
    await end(ownerToken, session.connection_id).expect(200);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(memberToken)).rejects.toThrow();
  });

  test('returns 404 for a connection of another user to a member, and of another tenant to an owner', async () => {
    const { ownerToken, memberToken } = await setUp();
    const other = await setUp();
    const own = (await list(ownerToken)).items;
    const ofOwner = own.at(-1).connection_id;
    await end(memberToken, ofOwner).expect(404);
    await end(other.ownerToken, ofOwner).expect(404);
    await end(ownerToken, 'unknown').expect(404);
    expect((await list(ownerToken)).items).toEqual(own);
  });
});
