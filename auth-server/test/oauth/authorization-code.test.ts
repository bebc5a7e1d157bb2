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
  test('sign-in, consent, code, tokens: one kind of token, for the API alone', async () => {
    const person = await auth.newPerson();
    const browser = auth.browser();
    const verifier = auth.newVerifier();
    const url = auth.authorizeUrl(clientId, {
      code_challenge: auth.challengeOf(verifier),
      scope: 'read write offline_access',
    });
    const signIn = await browser.get(url);
    expect(signIn.html).toContain('to continue to <strong class="break">Test app</strong>');
    const consent = await browser.submit(signIn, { email: person.email, password: PASSWORD });
    expect(consent.status).toBe(200);
    expect(consent.html).toContain('app.example');
    expect(consent.html).toContain('Stay connected');
    const { leftTo } = await browser.submit(consent);
    expect(leftTo?.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(leftTo?.searchParams.get('state')).toBe('the-state');
    expect(leftTo?.searchParams.get('iss')).toBe(auth.origin);
    const response = await auth.post('/oauth/token', {
      grant_type: 'authorization_code',
      code: leftTo!.searchParams.get('code')!,
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
      tenantId: person.tenantId,
      userId: person.userId,
      clientId,
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

describe('what clients leave out or write otherwise', () => {
  test('no scope: the usual ones', async () => {
    const { email } = await auth.newPerson();
    const form = await auth.newCode(clientId, email, { scope: undefined });
    const answer = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    expect(answer['scope']).toBe('read write');
    expect(answer['refresh_token']).toBeUndefined();
  });

  test('a resource with a trailing slash or in capital letters is ours; another one is refused', async () => {
    const { email } = await auth.newPerson();
    for (const resource of [API, `${API}/`, 'HTTP://LOCALHOST:8080']) {
      const form = await auth.newCode(clientId, email, { resource });
      const response = await auth.post('/oauth/token', { ...form, resource: `${API}/` });
      const { access_token: token } = (await response.json()) as { access_token: string };
      expect(decodeJwt(token).aud).toBe(API);
    }
    const verifier = auth.newVerifier();
    const url = auth.authorizeUrl(clientId, {
      code_challenge: auth.challengeOf(verifier),
      resource: 'https://evil.example',
    });
    const { leftTo } = await auth.browser().get(url);
    expect(leftTo?.searchParams.get('error')).toBe('invalid_target');
  });

  test('a token for the assistants works nowhere else (attack 12)', async () => {
    const { email } = await auth.newPerson();
    const form = await auth.newCode(clientId, email, { resource: `${API}/mcp` });
    const response = await auth.post('/oauth/token', form);
    const { access_token: token } = (await response.json()) as { access_token: string };
    expect(decodeJwt(token).aud).toBe(`${API}/mcp`);
    await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
  });

  test('openid: an ID token, signed with the same keys, that is no access token (attack 4)', async () => {
    const { email, userId } = await auth.newPerson();
    const form = await auth.newCode(clientId, email, { scope: 'openid profile read' });
    const answer = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    const { payload, protectedHeader } = await jwtVerify(
      answer['id_token']!,
      createRemoteJWKSet(new URL(`${auth.origin}/oauth/jwks`)),
      { issuer: auth.origin, audience: clientId },
    );
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload.sub).toBe(userId);
    await expect(auth.verifier.verify(answer['id_token']!)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
  });
});

describe('who may do what', () => {
  test('a viewer gets a token that only reads, whatever was granted', async () => {
    const { email } = await auth.newPerson('viewer');
    const form = await auth.newCode(clientId, email);
    const answer = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    expect((await auth.verifier.verify(answer['access_token']!)).caller.permissions).toEqual(['read']);
  });

  test('read alone gives no permission to write', async () => {
    const { email } = await auth.newPerson();
    const form = await auth.newCode(clientId, email, { scope: 'read' });
    const answer = (await (await auth.post('/oauth/token', form)).json()) as Record<string, string>;
    const { caller } = await auth.verifier.verify(answer['access_token']!);
    expect(caller).toMatchObject({ scopes: ['read'], permissions: ['read'] });
  });

  test('a person of two workspaces chooses one, and nobody can choose for them', async () => {
    const person = await auth.newPerson();
    const { tenantId: second } = await auth.newTenant('premium');
    const { tenantId: foreign } = await auth.newTenant();
    await auth
      .admin('post', '/admin/users')
      .send({ tenant_id: second, email: person.email, password: PASSWORD, role: 'viewer' })
      .expect(201);
    const browser = auth.browser();
    const verifier = auth.newVerifier();
    const url = auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(verifier) });
    const signIn = await browser.get(url);
    const consent = await browser.submit(signIn, { email: person.email, password: PASSWORD });
    expect(consent.html).toContain('Into which workspace?');
    const again = await browser.submit(consent, { tenant_id: foreign });
    expect(again.html).toContain('Into which workspace?');
    const { leftTo } = await browser.submit(again, { tenant_id: second });
    const response = await auth.post('/oauth/token', {
      grant_type: 'authorization_code',
      code: leftTo!.searchParams.get('code')!,
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const { caller } = await auth.verifier.verify(token);
    expect(caller).toMatchObject({ tenantId: second, tier: 'premium', role: 'viewer' });
  });

  test('who leaves the tenant gets no token any more', async () => {
    const person = await auth.newPerson();
    const tokens = await auth.newTokens(clientId, person.email);
    await auth.database.inTransaction(person.tenantId, (tx) =>
      tx.query('DELETE FROM memberships WHERE tenant_id = $1 AND user_id = $2', [
        person.tenantId,
        person.userId,
      ]),
    );
    const response = await auth.oauthRefresh(clientId, tokens.refresh_token);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });
});

test('attack 6: a redirect that was not registered gets a page and no redirect', async () => {
  const browser = auth.browser();
  const code_challenge = auth.challengeOf(auth.newVerifier());
  for (const redirect of [
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
  ]) {
    const page = await browser.get(auth.authorizeUrl(clientId, { code_challenge, redirect_uri: redirect }));
    expect([redirect, page.status, page.leftTo]).toEqual([redirect, 400, null]);
    expect(page.html).toContain('This did not work');
  }
});

test('attack 6: of an app on the own machine the port may vary, and nothing else', async () => {
  const native = await auth.register({ redirect_uris: ['http://127.0.0.1/callback'] });
  const code_challenge = auth.challengeOf(auth.newVerifier());
  const ask = (redirect_uri: string) =>
    auth.browser().get(auth.authorizeUrl(native, { code_challenge, redirect_uri }));
  expect((await ask('http://127.0.0.1:49152/callback')).html).toContain('name="password"');
  for (const redirect of [
    'http://127.0.0.1:9999@evil.example/callback',
    'http://127.0.0.1:49152/other',
    'http://localhost:49152/callback',
    'http://127.0.0.1.evil.example:49152/callback',
    'https://127.0.0.1:49152/callback',
  ]) {
    const page = await ask(redirect);
    expect([redirect, page.status, page.leftTo]).toEqual([redirect, 400, null]);
  }
});

test('attack 7: no PKCE, plain PKCE, a wrong verifier', async () => {
  const { email } = await auth.newPerson();
  for (const parameters of [
    {},
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: undefined },
  ]) {
    const { leftTo } = await auth.browser().get(auth.authorizeUrl(clientId, parameters));
    expect(leftTo?.searchParams.get('error')).toBe('invalid_request');
  }
  const form = await auth.newCode(clientId, email);
  for (const change of [{ code_verifier: auth.newVerifier() }, { code_verifier: '' }]) {
    const response = await auth.post('/oauth/token', { ...form, ...change });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  }
});

describe('attack 8: a code counts once', () => {
  test('its second use is refused and ends what came from the first', async () => {
    const { email } = await auth.newPerson();
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

  test('of eight at once one wins', async () => {
    const { email } = await auth.newPerson();
    for (let round = 0; round < 3; round++) {
      const form = await auth.newCode(clientId, email);
      const answers = await Promise.all(Array.from({ length: 8 }, () => auth.post('/oauth/token', form)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    }
  });

  test('another client cannot use it, and does not spoil it', async () => {
    const { email } = await auth.newPerson();
    const form = await auth.newCode(clientId, email);
    const other = await auth.register();
    expect((await auth.post('/oauth/token', { ...form, client_id: other })).status).toBe(400);
    expect((await auth.post('/oauth/token', form)).status).toBe(200);
  });
});

test('after a rotation of the signing key new tokens carry the new key, and old ones still count', async () => {
  const { email } = await auth.newPerson();
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
