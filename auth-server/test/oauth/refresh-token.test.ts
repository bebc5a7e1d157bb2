import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { API } from '../auth-server.fixture.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;
let email: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
  ({ email } = await auth.newPerson());
});
afterAll(() => auth.stop());

const refresh = async (token: string, more: Record<string, string> = {}, client = clientId) => {
  const response = await auth.oauthRefresh(client, token, more);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

describe('rotation', () => {
  test('each refresh gives a new token of the same grant', async () => {
    const first = await auth.newTokens(clientId, email);
    const second = (await refresh(first.refresh_token)).body;
    expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, scope: 'read write' });
    expect(second['refresh_token']).not.toBe(first.refresh_token);
    expect(decodeJwt(second['access_token']!)['gid']).toBe(decodeJwt(first.access_token)['gid']);
    expect((await refresh(second['refresh_token']!)).status).toBe(200);
  });

  test('a resource in another spelling works; an unknown one is refused and burns nothing', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    expect((await refresh(token, { resource: 'https://evil.example' })).body['error']).toBe('invalid_target');
    const next = await refresh(token, { resource: `${API}/` });
    expect(next.status).toBe(200);
    expect(decodeJwt(next.body['access_token']!).aud).toBe(API);
  });

  test('a year-old grant is still refreshed by whoever comes every month', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ days: number }>(
        `SELECT extract(day FROM expires_at - now())::int AS days FROM grants ORDER BY created_at DESC LIMIT 1`,
      ),
    );
    expect(rows[0]!.days).toBeGreaterThanOrEqual(364);
    expect(token).toEqual(expect.any(String));
  });
});

describe('attack 9: reuse and races', () => {
  test('within ten seconds a replay is refused and the family lives; later it dies, access tokens included', async () => {
    const first = await auth.newTokens(clientId, email);
    const second = (await refresh(first.refresh_token)).body;
    expect((await refresh(first.refresh_token)).body['error']).toBe('invalid_grant');
    const third = (await refresh(second['refresh_token']!)).body;
    expect(third['refresh_token']).toEqual(expect.any(String));

    auth.clock.ms += 11_000;
    expect((await refresh(first.refresh_token)).body['error']).toBe('invalid_grant');
    expect((await refresh(third['refresh_token']!)).body['error']).toBe('invalid_grant');
    await auth.denylist.refresh();
    for (const token of [first.access_token, second['access_token']!, third['access_token']!]) {
      await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    }
  });

  test('of eight at once one wins, and its chain lives', async () => {
    for (let round = 0; round < 3; round++) {
      const { refresh_token: token } = await auth.newTokens(clientId, email);
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const { status, body } of answers) if (status !== 200) expect(body['error']).toBe('invalid_grant');
      expect((await refresh(won[0]!.body['refresh_token']!)).status).toBe(200);
    }
  });

  test('another client, more scope, an access token in its place', async () => {
    const tokens = await auth.newTokens(clientId, email, { scope: 'read offline_access' });
    const other = await auth.register();
    expect((await refresh(tokens.refresh_token, {}, other)).body['error']).toBe('invalid_grant');
    expect((await refresh(tokens.refresh_token, { scope: 'read write' })).body['error']).toBe(
      'invalid_scope',
    );
    expect((await refresh(tokens.access_token)).body['error']).toBe('invalid_grant');
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test('the database holds no refresh token and no code', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ row: string }>('SELECT oidc_records::text AS row FROM oidc_records'),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});

describe('revocation', () => {
  test('of a refresh token ends its grant everywhere', async () => {
    const tokens = await auth.newTokens(clientId, email);
    const response = await auth.post('/oauth/revoke', { token: tokens.refresh_token, client_id: clientId });
    expect(response.status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(tokens.access_token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
  });

  test('by another client changes nothing', async () => {
    const tokens = await auth.newTokens(clientId, email);
    await auth.post('/oauth/revoke', { token: tokens.refresh_token, client_id: await auth.register() });
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test('on the account page: the person sees the connection and ends it', async () => {
    const person = await auth.newPerson();
    const app = await auth.register({ client_name: 'Notes <b>app</b>' });
    const tokens = await auth.newTokens(app, person.email);
    const browser = auth.browser();
    const url = auth.authorizeUrl(app, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    await auth.allow(browser, url, person.email);
    const account = await browser.get('/');
    expect(account.html).toContain('Notes &lt;b&gt;app&lt;/b&gt;');
    const gid = decodeJwt(tokens.access_token)['gid'] as string;
    const csrf = /name="csrf" value="([^"]+)"/.exec(account.html)![1]!;
    const after = await browser.post('/connections/end', { csrf, grant_id: gid });
    expect(after.html).not.toContain(gid);
    expect((await auth.oauthRefresh(app, tokens.refresh_token)).status).toBe(400);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(tokens.access_token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
    // Somebody else's connection is not theirs to end.
    const foreign = await auth.newTokens(clientId, email);
    await browser.post('/connections/end', {
      csrf,
      grant_id: decodeJwt(foreign.access_token)['gid'] as string,
    });
    expect((await auth.oauthRefresh(clientId, foreign.refresh_token)).status).toBe(200);
  });
});
