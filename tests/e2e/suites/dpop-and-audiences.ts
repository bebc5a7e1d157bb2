import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '@loci/testing';
import type { TestPlatform } from '../test-platform.ts';

const PASSWORD = 'correct horse battery';
const REDIRECT = 'https://app.example/callback';

/**
 * Defines the tests of DPoP-bound access tokens and of token audiences.
 *
 * @see docs/reference/authentication.md#dpop
 */
export function describeDpopAndAudiences(platform: TestPlatform): void {
  const { authUrl, baseUrl, adminToken } = platform;

  describe('OAuth access tokens', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let email: string;
    let clientId: string;

    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

    /** Creates a DPoP proof. `change` overrides its claims. */
    function createProof(method: string, address: string, token?: string, change: object = {}): string {
      const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
      const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
      const ath = token && { ath: createHash('sha256').update(token).digest('base64url') };
      const claims = {
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
        htm: method,
        htu: address,
        ...ath,
      };
      const signed = `${encode(header)}.${encode({ ...claims, ...change })}`;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${signed}.${signature.toString('base64url')}`;
    }

    /** Signs in, consents and returns a token for a resource. With `proof`, the token is bound to the key. */
    async function newToken(resource: string, proof?: string): Promise<string> {
      const verifier = randomBytes(32).toString('base64url');
      const url = new URL('/oauth/authorize', authUrl);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT,
        scope: 'read write',
        resource,
        state: 'x',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      const browser = openBrowser(authUrl);
      const consent = await browser.submit(await browser.get(url.href), { email, password: PASSWORD });
      const { externalRedirect } = await browser.submit(consent);
      const response = await fetch(`${authUrl}/oauth/token`, {
        method: 'POST',
        headers: proof === undefined ? {} : { dpop: proof },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: externalRedirect!.searchParams.get('code')!,
          client_id: clientId,
          redirect_uri: REDIRECT,
          code_verifier: verifier,
        }),
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { access_token: string }).access_token;
    }

    const call = async (authorization: string, proof?: string): Promise<number> => {
      const headers = { authorization, ...(proof === undefined ? {} : { dpop: proof }) };
      return (await platform.sendUnchecked({ method: 'GET', path: '/api/v2/memories?page=1', headers }))
        .status;
    };

    beforeAll(async () => {
      const { tenantId } = await platform.createTenant();
      email = `${randomUUID()}@example.com`;
      await platform.sendToAuthServer({
        method: 'POST',
        path: '/admin/users',
        token: adminToken,
        body: { tenant_id: tenantId, email, password: PASSWORD, role: 'member' },
      });
      const registered = await platform.sendToAuthServer({
        method: 'POST',
        path: '/oauth/register',
        body: { client_name: 'App', redirect_uris: [REDIRECT] },
      });
      clientId = registered.body.client_id;
    });

    describe('threat 13: DPoP downgrade and replay', () => {
      const address = `${baseUrl}/api/v2/memories`;
      let token: string;
      beforeAll(async () => {
        token = await newToken(baseUrl, createProof('POST', `${authUrl}/oauth/token`));
      });

      test('a bound token is accepted with a proof', async () => {
        expect(await call(`DPoP ${token}`, createProof('GET', address, token))).toBe(200);
      });

      test('a proof is accepted only once', async () => {
        const proof = createProof('GET', address, token);
        expect([await call(`DPoP ${token}`, proof), await call(`DPoP ${token}`, proof)]).toEqual([200, 401]);
      });

      test('a bound token is rejected without a proof', async () => {
        expect(await call(`DPoP ${token}`)).toBe(401);
      });

      test('a bound token is rejected as a bearer token, with and without a proof', async () => {
        expect(await call(`Bearer ${token}`)).toBe(401);
        expect(await call(`Bearer ${token}`, createProof('GET', address, token))).toBe(401);
      });

      test.each<[string, () => string]>([
        ['another method', () => createProof('POST', address, token)],
        ['another URL', () => createProof('GET', `${baseUrl}/api/v2/tags`, token)],
        ['another token', () => createProof('GET', address, 'another token')],
        ['an old issue time', () => createProof('GET', address, token, { iat: 1 })],
      ])('a proof with %s is rejected', async (_, proof) => {
        expect(await call(`DPoP ${token}`, proof())).toBe(401);
      });
    });

    describe('threat 12: confused deputy', () => {
      const listTools = async (token: string): Promise<number> => {
        const response = await fetch(`${baseUrl}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        });
        await response.text();
        return response.status;
      };

      test('a token for the assistant tools is accepted only at /mcp', async () => {
        const token = await newToken(`${baseUrl}/mcp`);
        expect([await listTools(token), await call(`Bearer ${token}`)]).toEqual([200, 401]);
      });

      test('a token for the API is accepted at /mcp and by the REST API', async () => {
        const token = await newToken(`${baseUrl}/`);
        expect([await listTools(token), await call(`Bearer ${token}`)]).toEqual([200, 200]);
      });
    });

    test('gateway and authorization server return the same metadata', async () => {
      const path = '/.well-known/oauth-authorization-server';
      const [atGateway, atAuthServer] = await Promise.all([
        platform.sendUnchecked({ method: 'GET', path }),
        platform.sendToAuthServer({ method: 'GET', path }),
      ]);
      expect(atGateway.status).toBe(200);
      expect(atGateway.body).toEqual(atAuthServer.body);
    });
  });
}
