import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createJwksCache, createAccessTokenVerifier } from '@loci/access-token';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK } from 'jose';
import * as client from 'openid-client';
import { API } from '../auth-server.fixture.ts';
import { PASSWORD, REDIRECT, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

/** A client library that was written by others, against the real server. */
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

describe('openid-client', () => {
  test('discovers, registers, gets a code, redeems and refreshes it', async () => {
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

  test('attack 11: another state, another issuer, none: the client refuses', async () => {
    const config = await site();
    for (const [name, value] of [
      ['state', 'another'],
      ['iss', 'https://evil.example'],
      ['iss', null],
    ] as const) {
      const { callback, checks } = await authorize(config);
      if (value === null) callback.searchParams.delete(name);
      else callback.searchParams.set(name, value);
      await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toThrow();
    }
  });

  test('the device flow', async () => {
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

describe('attack 13: tokens bound to a key', () => {
  const jtiStore = {
    record: (id: string, expiresAtMs: number) => auth.client.recordDpopJti(id, expiresAtMs),
  };

  /** An API that asks for a proof, as the gateway does. */
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
      const possession = {
        proof: request.headers['dpop'] as string | undefined,
        method: request.method!,
        path: request.url!,
      };
      verifier.verify(token!, scheme === 'DPoP' ? possession : undefined).then(
        () => response.end('in'),
        () => response.writeHead(401).end(),
      );
    });
    return { url, verifier, close: () => server.close() };
  }

  test('code and refresh with a proof; the API takes the token with a proof and not as Bearer', async () => {
    const config = await site();
    const keys = await client.randomDPoPKeyPair('ES256');
    const DPoP = client.getDPoPHandle(config, keys);
    const { callback, checks } = await authorize(config);
    const tokens = await client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP });
    await expect(auth.verifier.verify(next.access_token)).rejects.toMatchObject({
      code: 'AUTH_TOKEN_INVALID',
    });

    const api = await startApi();
    const url = new URL(`${api.url}/api/v2/memories?page=1`);
    const call = () =>
      client.fetchProtectedResource(config, next.access_token, url, 'GET', null, undefined, { DPoP });
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(200);
    const bearer = await fetch(url, { headers: { authorization: `Bearer ${next.access_token}` } });
    expect(bearer.status).toBe(401);
    api.close();
  });

  test('a bound refresh token is worth nothing without the key', async () => {
    const config = await site();
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const { callback, checks } = await authorize(config);
    const tokens = await client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP });
    await expect(client.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP: other }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await client.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP })).toBeDefined();
  });

  test('a proof counts once at the token endpoint, of eight at once, too', async () => {
    const clientId = await auth.register();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const prove = async (claims: Record<string, unknown> = {}) =>
      new SignJWT({ jti: `p-${Math.random()}`, htm: 'POST', htu: `${auth.origin}/oauth/token`, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
        .setIssuedAt()
        .sign(privateKey);
    const redeem = async (proof: string) =>
      (await auth.post('/oauth/token', await auth.newCode(clientId, email), { dpop: proof })).status;
    const proof = await prove();
    expect(await redeem(proof)).toBe(200);
    expect(await redeem(proof)).toBe(400);
    const shared = await prove();
    const forms = await Promise.all(Array.from({ length: 4 }, () => auth.newCode(clientId, email)));
    const answers = await Promise.all(forms.map((form) => auth.post('/oauth/token', form, { dpop: shared })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const wrong of [{ htm: 'GET' }, { htu: 'https://evil.example/oauth/token' }]) {
      expect(await redeem(await prove(wrong))).toBe(400);
    }
  });

  test('used proofs are remembered for all gateways, atomically', async () => {
    const expiresAtMs = Date.now() + 60_000;
    const shown = await Promise.all(Array.from({ length: 8 }, () => jtiStore.record('one', expiresAtMs)));
    expect(shown.filter(Boolean)).toHaveLength(1);
    expect(await jtiStore.record('another', expiresAtMs)).toBe(true);
  });
});
