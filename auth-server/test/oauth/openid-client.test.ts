import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createJwksCache, createAccessTokenVerifier } from '@loci/access-token';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK } from 'jose';
import * as client from 'openid-client';
import { API } from '../auth-server.fixture.ts';
import { PASSWORD, REDIRECT, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let email: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  ({ email } = await auth.newUser());
});
afterAll(() => auth.stop());

const LOOPBACK = { execute: [client.allowInsecureRequests] };

const registered = (metadata: Record<string, unknown>): Promise<client.Configuration> =>
  client.dynamicClientRegistration(
    new URL(auth.origin),
    { client_name: 'openid-client', token_endpoint_auth_method: 'none', ...metadata },
    client.None(),
    { ...LOOPBACK, algorithm: 'oauth2' },
  );

const site = () =>
  registered({ redirect_uris: [REDIRECT], grant_types: ['authorization_code', 'refresh_token'] });

async function authorize(config: client.Configuration, more: Record<string, string> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'read write offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...more,
  });
  const { externalRedirect } = await auth.authorize(auth.browser(), url.href, email);
  return { callback: externalRedirect!, checks: { pkceCodeVerifier, expectedState } };
}

describe('the client library openid-client', () => {
  test('completes discovery, registration, code exchange, refresh and revocation', async () => {
    const config = await site();
    expect(config.serverMetadata().issuer).toBe(auth.origin);
    const { callback, checks } = await authorize(config);
    const tokens = await client.authorizationCodeGrant(config, callback, checks);
    expect((await auth.verifier.verify(tokens.access_token)).audience).toBe(API);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    await client.tokenRevocation(config, next.refresh_token!);
    await expect(client.refreshTokenGrant(config, next.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test.each<[string, string, string | null]>([
    ['another state', 'state', 'another'],
    ['another issuer', 'iss', 'https://evil.example'],
    ['no issuer', 'iss', null],
  ])('rejects a callback with %s (threat 11)', async (_name, parameter, value) => {
    const config = await site();
    const { callback, checks } = await authorize(config);
    if (value === null) callback.searchParams.delete(parameter);
    else callback.searchParams.set(parameter, value);
    await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toThrow();
  });

  test('completes the device flow', async () => {
    const config = await registered({
      redirect_uris: [],
      response_types: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    });
    const device = await client.initiateDeviceAuthorization(config, { scope: 'read offline_access' });
    expect(device.interval).toBe(5);
    const browser = auth.browser();
    const confirm = await browser.submit(await browser.get('/oauth/device'), { user_code: device.user_code });
    const consent = await browser.submit(await browser.submit(confirm), { email, password: PASSWORD });
    await browser.submit(consent);
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 });
    expect((await auth.verifier.verify(tokens.access_token)).caller.scopes).toEqual(['read']);
    expect(tokens.refresh_token).toEqual(expect.any(String));
  });
});

describe('DPoP (threat 13)', () => {
  const jtiStore = {
    record: (id: string, expiresAtMs: number) => auth.client.recordDpopJti(id, expiresAtMs),
  };

  /** Starts an API that verifies tokens and proofs like the gateway. */
  async function startApi() {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const verifier = createAccessTokenVerifier({
      issuer: auth.origin,
      audiences: [API],
      keys: createJwksCache({ fetchJwks: () => auth.client.jwks() }),
      denylist: auth.denylist,
      dpop: { baseUrl: url, jtiStore },
    });
    server.on('request', (request, response) => {
      const [scheme, token] = (request.headers.authorization ?? '').split(' ');
      const dpopRequest = {
        proof: request.headers['dpop'] as string | undefined,
        method: request.method!,
        path: request.url!,
      };
      verifier.verify(token!, scheme === 'DPoP' ? dpopRequest : undefined).then(
        () => response.end('ok'),
        () => response.writeHead(401).end(),
      );
    });
    return { url, verifier, close: () => server.close() };
  }

  async function newBoundTokens() {
    const config = await site();
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const { callback, checks } = await authorize(config);
    const tokens = await client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP });
    return { config, DPoP, tokens };
  }

  test('issues a bound token for a code that is sent with a proof', async () => {
    const { tokens } = await newBoundTokens();
    expect(tokens.token_type).toBe('dpop');
    await expect(auth.verifier.verify(tokens.access_token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });
  });

  test('accepts a bound token with a new proof for every request', async () => {
    const { config, DPoP, tokens } = await newBoundTokens();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP });
    const api = await startApi();
    const url = new URL(`${api.url}/api/v2/memories?page=1`);
    const call = () =>
      client.fetchProtectedResource(config, next.access_token, url, 'GET', null, undefined, { DPoP });
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(200);
    api.close();
  });

  test('rejects a bound token that is sent as Bearer', async () => {
    const { tokens } = await newBoundTokens();
    const api = await startApi();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(`${api.url}/api/v2/memories`, { headers })).status).toBe(401);
    api.close();
  });

  test('rejects a bound refresh token without a proof', async () => {
    const { config, tokens } = await newBoundTokens();
    const refresh = client.refreshTokenGrant(config, tokens.refresh_token!);
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('rejects a proof of another key without invalidating the bound refresh token', async () => {
    const { config, DPoP, tokens } = await newBoundTokens();
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP: other }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP })).toBeDefined();
  });

  describe('at the token endpoint', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let clientId: string;
    beforeAll(async () => {
      clientId = await auth.register();
    });
    const prove = async (claims: Record<string, unknown> = {}) =>
      new SignJWT({ jti: randomUUID(), htm: 'POST', htu: `${auth.origin}/oauth/token`, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
        .setIssuedAt()
        .sign(privateKey);
    const redeemCode = async (dpop: string) =>
      (await auth.post('/oauth/token', await auth.newCode(clientId, email), { dpop })).status;

    test('rejects a proof that was already used', async () => {
      const proof = await prove();
      expect(await redeemCode(proof)).toBe(200);
      expect(await redeemCode(proof)).toBe(400);
    });

    test('accepts one of four concurrent requests with the same proof', async () => {
      const dpop = await prove();
      const forms = await Promise.all(Array.from({ length: 4 }, () => auth.newCode(clientId, email)));
      const responses = await Promise.all(forms.map((form) => auth.post('/oauth/token', form, { dpop })));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    });

    test.each([
      ['another method', { htm: 'GET' }],
      ['another URL', { htu: 'https://evil.example/oauth/token' }],
    ])('rejects a proof for %s', async (_name, claims) => {
      expect(await redeemCode(await prove(claims))).toBe(400);
    });
  });

  test('records a proof once when gateways report the proof concurrently', async () => {
    const expiresAtMs = Date.now() + 60_000;
    const recorded = await Promise.all(Array.from({ length: 8 }, () => jtiStore.record('one', expiresAtMs)));
    expect(recorded.filter(Boolean)).toHaveLength(1);
    expect(await jtiStore.record('another', expiresAtMs)).toBe(true);
  });
});
