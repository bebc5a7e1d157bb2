import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { API } from '../start-auth-server.ts';
import { REDIRECT, startOAuthServer } from '../start-oauth-server.ts';
import type { StartedOAuthServer } from '../start-oauth-server.ts';

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
    const consent = await browser.submit(signIn, { email: person.email, password: 'correct horse battery' });
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
