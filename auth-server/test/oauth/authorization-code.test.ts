import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { API } from '../auth-server.fixture.ts';
import { PASSWORD, REDIRECT, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());

describe('authorization code with PKCE', () => {
  test('issues tokens for the REST API after sign-in and consent', async () => {
    const user = await auth.newUser();
    const browser = auth.browser();
    const verifier = auth.newVerifier();
    const url = auth.authorizeUrl(clientId, {
      code_challenge: auth.challengeOf(verifier),
      scope: 'read write offline_access',
    });
    const signIn = await browser.get(url);
    expect(signIn.html).toContain('to continue to <strong class="break">Test app</strong>');
    const consent = await browser.submit(signIn, { email: user.email, password: PASSWORD });
    expect(consent.status).toBe(200);
    expect(consent.html).toContain('app.example');
    expect(consent.html).toContain('Stay connected');
    const { externalRedirect } = await browser.submit(consent);
    expect(externalRedirect?.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(externalRedirect?.searchParams.get('state')).toBe('the-state');
    expect(externalRedirect?.searchParams.get('iss')).toBe(auth.origin);
    const response = await auth.post('/oauth/token', {
      grant_type: 'authorization_code',
      code: externalRedirect!.searchParams.get('code')!,
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const tokens = (await response.json()) as Record<string, string>;
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_token: expect.any(String),
      scope: 'read write',
    });
    const { caller, audience } = await auth.verifier.verify(tokens['access_token']!);
    expect(audience).toBe(API);
    expect(caller).toEqual({
      tenantId: user.tenantId,
      userId: user.userId,
      clientId,
      grantId: expect.any(String),
      via: 'oauth',
      role: 'owner',
      tier: 'free',
      scopes: ['read', 'write'],
      permissions: ['read', 'write', 'delete'],
      tokenExpiresAtMs: expect.any(Number),
    });
    expect(decodeJwt(tokens['access_token']!).aud).toBe(API);
  });
});

describe('parameters of the authorization request', () => {
  test('grants read and write, without a refresh token, if no scope is requested', async () => {
    const { email } = await auth.newUser();
    const form = await auth.newCode(clientId, email, { scope: undefined });
    const tokens = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    expect(tokens['scope']).toBe('read write');
    expect(tokens['refresh_token']).toBeUndefined();
  });

  test.each([API, `${API}/`, 'HTTP://LOCALHOST:8080'])(
    'issues a token for the API if the requested resource is %s',
    async (resource) => {
      const { email } = await auth.newUser();
      const form = await auth.newCode(clientId, email, { resource });
      const response = await auth.post('/oauth/token', { ...form, resource: `${API}/` });
      const { access_token: token } = (await response.json()) as { access_token: string };
      expect(decodeJwt(token).aud).toBe(API);
    },
  );

  test('rejects an unknown resource with invalid_target', async () => {
    const verifier = auth.newVerifier();
    const url = auth.authorizeUrl(clientId, {
      code_challenge: auth.challengeOf(verifier),
      resource: 'https://evil.example',
    });
    const { externalRedirect } = await auth.browser().get(url);
    expect(externalRedirect?.searchParams.get('error')).toBe('invalid_target');
  });

  test('issues a token for the assistant tools that is not valid for the REST API (threat 12)', async () => {
    const { email } = await auth.newUser();
    const form = await auth.newCode(clientId, email, { resource: `${API}/mcp` });
    const response = await auth.post('/oauth/token', form);
    const { access_token: token } = (await response.json()) as { access_token: string };
    expect(decodeJwt(token).aud).toBe(`${API}/mcp`);
    await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
  });

  test('issues an ID token that is not accepted as an access token (threat 4)', async () => {
    const { email, userId } = await auth.newUser();
    const form = await auth.newCode(clientId, email, { scope: 'openid profile read' });
    const tokens = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    const { payload, protectedHeader } = await jwtVerify(
      tokens['id_token']!,
      createRemoteJWKSet(new URL(`${auth.origin}/oauth/jwks`)),
      { issuer: auth.origin, audience: clientId },
    );
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload.sub).toBe(userId);
    await expect(auth.verifier.verify(tokens['id_token']!)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
  });
});

describe('permissions of the token', () => {
  test('limits a token of a viewer to the read permission', async () => {
    const { email } = await auth.newUser('viewer');
    const form = await auth.newCode(clientId, email);
    const tokens = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    expect((await auth.verifier.verify(tokens['access_token']!)).caller.permissions).toEqual(['read']);
  });

  test('limits a token with the scope read to the read permission', async () => {
    const { email } = await auth.newUser();
    const form = await auth.newCode(clientId, email, { scope: 'read' });
    const tokens = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    const { caller } = await auth.verifier.verify(tokens['access_token']!);
    expect(caller).toMatchObject({ scopes: ['read'], permissions: ['read'] });
  });

  test('issues a token only for a workspace that the user is a member of', async () => {
    const user = await auth.newUser();
    const { tenantId: second } = await auth.newTenant('premium');
    const { tenantId: foreign } = await auth.newTenant();
    await auth
      .admin('post', '/admin/users')
      .send({ tenant_id: second, email: user.email, password: PASSWORD, role: 'viewer' })
      .expect(201);
    const browser = auth.browser();
    const verifier = auth.newVerifier();
    const url = auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(verifier) });
    const signIn = await browser.get(url);
    const consent = await browser.submit(signIn, { email: user.email, password: PASSWORD });
    expect(consent.html).toContain('Choose a workspace');
    const again = await browser.submit(consent, { tenant_id: foreign });
    expect(again.html).toContain('Choose a workspace');
    const { externalRedirect } = await browser.submit(again, { tenant_id: second });
    const response = await auth.post('/oauth/token', {
      grant_type: 'authorization_code',
      code: externalRedirect!.searchParams.get('code')!,
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const { caller } = await auth.verifier.verify(token);
    expect(caller).toMatchObject({ tenantId: second, tier: 'premium', role: 'viewer' });
  });

  test('rejects a refresh after the user was removed from the tenant', async () => {
    const user = await auth.newUser();
    const tokens = await auth.newTokens(clientId, user.email);
    await auth.database.inTransaction(user.tenantId, (tx) =>
      tx.query('DELETE FROM memberships WHERE tenant_id = $1 AND user_id = $2', [user.tenantId, user.userId]),
    );
    const response = await auth.oauthRefresh(clientId, tokens.refresh_token);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('redirect URIs (threat 6)', () => {
  test.each([
    `${REDIRECT}/`,
    'https://APP.example/Callback',
    `${REDIRECT}?x=1`,
    `${REDIRECT}#x`,
    'https://app.example/',
    'https://app.example@evil.example/callback',
    'https://app.example:8443/callback',
    'https://evil.example/callback',
    'http://app.example/callback',
    'javascript:alert(1)',
    undefined,
  ])('shows an error page without a redirect for the unregistered URI %s', async (redirect_uri) => {
    const code_challenge = auth.challengeOf(auth.newVerifier());
    const page = await auth.browser().get(auth.authorizeUrl(clientId, { code_challenge, redirect_uri }));
    expect([page.status, page.externalRedirect]).toEqual([400, null]);
    expect(page.html).toContain('Request failed');
  });

  describe('of a native client with a loopback redirect URI', () => {
    let nativeId: string;
    beforeAll(async () => {
      nativeId = await auth.register({ redirect_uris: ['http://127.0.0.1/callback'] });
    });
    const open = (redirect_uri: string) => {
      const code_challenge = auth.challengeOf(auth.newVerifier());
      return auth.browser().get(auth.authorizeUrl(nativeId, { code_challenge, redirect_uri }));
    };

    test('accepts a port that differs from the registered port', async () => {
      expect((await open('http://127.0.0.1:49152/callback')).html).toContain('name="password"');
    });

    test.each([
      'http://127.0.0.1:9999@evil.example/callback',
      'http://127.0.0.1:49152/other',
      'http://localhost:49152/callback',
      'http://127.0.0.1.evil.example:49152/callback',
      'https://127.0.0.1:49152/callback',
    ])('shows an error page without a redirect for %s', async (redirect) => {
      const page = await open(redirect);
      expect([page.status, page.externalRedirect]).toEqual([400, null]);
    });
  });
});

describe('PKCE (threat 7)', () => {
  test.each([
    ['no code challenge', {}],
    ['the challenge method plain', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['no challenge method', { code_challenge: 'x'.repeat(43), code_challenge_method: undefined }],
  ])('rejects an authorization request with %s', async (_name, parameters) => {
    const { externalRedirect } = await auth.browser().get(auth.authorizeUrl(clientId, parameters));
    expect(externalRedirect?.searchParams.get('error')).toBe('invalid_request');
  });

  test.each([
    ['a wrong', 'x'.repeat(43)],
    ['an empty', ''],
  ])('rejects a token request with %s code_verifier', async (_name, code_verifier) => {
    const { email } = await auth.newUser();
    const form = await auth.newCode(clientId, email);
    const response = await auth.post('/oauth/token', { ...form, code_verifier });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('authorization code replay (threat 8)', () => {
  test('revokes the tokens of the first use of a code when the code is used again', async () => {
    const { email } = await auth.newUser();
    const form = await auth.newCode(clientId, email, { scope: 'read offline_access' });
    const first = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    const second = await auth.post('/oauth/token', form);
    expect(second.status).toBe(400);
    expect(await second.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await auth.oauthRefresh(clientId, first['refresh_token']!)).status).toBe(400);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(first['access_token']!)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
  });

  test('accepts at most one of eight concurrent uses of a code', async () => {
    const { email } = await auth.newUser();
    for (let round = 0; round < 3; round++) {
      const form = await auth.newCode(clientId, email);
      const responses = await Promise.all(Array.from({ length: 8 }, () => auth.post('/oauth/token', form)));
      const statuses = responses.map(({ status }) => status);
      // A second use of the code revokes the grant. The first use then fails if it has not finished.
      expect(statuses.filter((status) => status !== 400).length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status !== 400 && status !== 200)).toEqual([]);
    }
  });

  test('rejects a code that another client sends, without invalidating the code for its own client', async () => {
    const { email } = await auth.newUser();
    const form = await auth.newCode(clientId, email);
    const other = await auth.register();
    expect((await auth.post('/oauth/token', { ...form, client_id: other })).status).toBe(400);
    expect((await auth.post('/oauth/token', form)).status).toBe(200);
  });
});

test('after a key rotation, the verifier accepts tokens that the old key or the new key signed', async () => {
  const { email } = await auth.newUser();
  const old = (await auth.newTokens(clientId, email)).access_token;
  const { body } = await auth.admin('post', '/admin/signing-keys').expect(201);
  const keyId = body.data.key_id as string;
  await auth.admin('post', `/admin/signing-keys/${keyId}/promote`).send({ immediately: true }).expect(200);
  const next = (await auth.newTokens(clientId, email)).access_token;
  expect(decodeProtectedHeader(next).kid).toBe(keyId);
  expect(decodeProtectedHeader(old).kid).not.toBe(keyId);
  auth.clock.ms += 30_000;
  for (const token of [old, next]) expect(await auth.verifier.verify(token)).toBeDefined();
});
