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
  ({ email } = await auth.newUser());
});
afterAll(() => auth.stop());

const refresh = async (token: string, more: Record<string, string> = {}, client = clientId) => {
  const response = await auth.oauthRefresh(client, token, more);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

describe('refreshing an OAuth token', () => {
  test('returns new tokens of the same grant', async () => {
    const first = await auth.newTokens(clientId, email);
    const second = (await refresh(first.refresh_token)).body;
    expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, scope: 'read write' });
    expect(second['refresh_token']).not.toBe(first.refresh_token);
    expect(decodeJwt(second['access_token']!)['gid']).toBe(decodeJwt(first.access_token)['gid']);
    expect((await refresh(second['refresh_token']!)).status).toBe(200);
  });

  test('accepts the resource with a trailing slash', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    const next = await refresh(token, { resource: `${API}/` });
    expect(next.status).toBe(200);
    expect(decodeJwt(next.body['access_token']!).aud).toBe(API);
  });

  test('rejects an unknown resource without invalidating the refresh token', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    expect((await refresh(token, { resource: 'https://evil.example' })).body['error']).toBe('invalid_target');
    expect((await refresh(token)).status).toBe(200);
  });

  test('is possible for at most one year, because the grant then expires', async () => {
    await auth.newTokens(clientId, email);
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ days: number }>(
        `SELECT extract(day FROM expires_at - now())::int AS days FROM grants ORDER BY created_at DESC LIMIT 1`,
      ),
    );
    expect(rows[0]!.days).toBeGreaterThanOrEqual(364);
  });
});

describe('refresh token reuse (threat 9)', () => {
  test('rejects a refresh token that is used again within ten seconds, without revoking its family', async () => {
    const first = await auth.newTokens(clientId, email);
    const second = (await refresh(first.refresh_token)).body;
    expect((await refresh(first.refresh_token)).body['error']).toBe('invalid_grant');
    expect((await refresh(second['refresh_token']!)).status).toBe(200);
  });

  test('revokes the family, including access tokens, if a token is used again after more than ten seconds', async () => {
    const first = await auth.newTokens(clientId, email);
    const second = (await refresh(first.refresh_token)).body;
    auth.clock.ms += 11_000;
    expect((await refresh(first.refresh_token)).body['error']).toBe('invalid_grant');
    expect((await refresh(second['refresh_token']!)).body['error']).toBe('invalid_grant');
    await auth.denylist.refresh();
    for (const token of [first.access_token, second['access_token']!]) {
      await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    }
  });

  test('accepts one of eight concurrent refreshes without revoking the token family', async () => {
    for (let round = 0; round < 3; round++) {
      const { refresh_token: token } = await auth.newTokens(clientId, email);
      const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
      const succeeded = responses.filter(({ status }) => status === 200);
      expect(succeeded).toHaveLength(1);
      for (const { status, body } of responses)
        if (status !== 200) expect(body['error']).toBe('invalid_grant');
      expect((await refresh(succeeded[0]!.body['refresh_token']!)).status).toBe(200);
    }
  });

  test('rejects a refresh token that another client sends', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    expect((await refresh(token, {}, await auth.register())).body['error']).toBe('invalid_grant');
    expect((await refresh(token)).status).toBe(200);
  });

  test('rejects a scope that was not granted with invalid_scope', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email, { scope: 'read offline_access' });
    expect((await refresh(token, { scope: 'read write' })).body['error']).toBe('invalid_scope');
    expect((await refresh(token)).status).toBe(200);
  });

  test('rejects an access token in place of a refresh token', async () => {
    const { access_token: token } = await auth.newTokens(clientId, email);
    expect((await refresh(token)).body['error']).toBe('invalid_grant');
  });

  test('stores no refresh token in plain text', async () => {
    const { refresh_token: token } = await auth.newTokens(clientId, email);
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ row: string }>('SELECT oidc_records::text AS row FROM oidc_records'),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});

describe('revocation of an OAuth token', () => {
  test('revokes the grant of a refresh token, including access tokens', async () => {
    const tokens = await auth.newTokens(clientId, email);
    const response = await auth.post('/oauth/revoke', { token: tokens.refresh_token, client_id: clientId });
    expect(response.status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(tokens.access_token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
  });

  test('ignores a refresh token that another client sends', async () => {
    const tokens = await auth.newTokens(clientId, email);
    await auth.post('/oauth/revoke', { token: tokens.refresh_token, client_id: await auth.register() });
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  describe('on the account page', () => {
    async function signIn(clientName: string) {
      const user = await auth.newUser();
      const app = await auth.register({ client_name: clientName });
      const tokens = await auth.newTokens(app, user.email);
      const browser = auth.browser();
      const url = auth.authorizeUrl(app, { code_challenge: auth.challengeOf(auth.newVerifier()) });
      await auth.authorize(browser, url, user.email);
      const account = await browser.get('/');
      const csrf = /name="csrf" value="([^"]+)"/.exec(account.html)![1]!;
      return { app, tokens, browser, account, csrf };
    }
    const grantOf = (token: string) => decodeJwt(token)['gid'] as string;

    test('lists connections with the escaped name of the application', async () => {
      const { account } = await signIn('Notes <b>app</b>');
      expect(account.html).toContain('Notes &lt;b&gt;app&lt;/b&gt;');
    });

    test('revokes the tokens of an application that the user disconnects', async () => {
      const { app, tokens, browser, csrf } = await signIn('Notes');
      const grant_id = grantOf(tokens.access_token);
      const after = await browser.post('/connections/end', { csrf, grant_id });
      expect(after.html).not.toContain(grant_id);
      expect((await auth.oauthRefresh(app, tokens.refresh_token)).status).toBe(400);
      await auth.denylist.refresh();
      await expect(auth.verifier.verify(tokens.access_token)).rejects.toMatchObject({
        code: 'AUTH_TOKEN_INVALID',
      });
    });

    test('does not disconnect an application of another user', async () => {
      const { browser, csrf } = await signIn('Notes');
      const foreign = await auth.newTokens(clientId, email);
      await browser.post('/connections/end', { csrf, grant_id: grantOf(foreign.access_token) });
      expect((await auth.oauthRefresh(clientId, foreign.refresh_token)).status).toBe(200);
    });
  });
});
