import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '@loci/testing';
import type { TestPlatform } from '../test-platform.ts';

const PASSWORD = 'correct horse battery';
const REDIRECT = 'https://app.example/callback';

/** Attack 13 at the gateway, and 12: tokens bound to a key, and tokens for the assistants alone. */
export function describePossession(platform: TestPlatform): void {
  const { authUrl, baseUrl, adminToken } = platform;

  describe('tokens of a person', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let email: string;
    let clientId: string;

    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

    function prove(method: string, address: string, token?: string, change: object = {}): string {
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

    /** Through sign-in and consent, for this resource; bound to our key when `proof` is given. */
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
      const { leftTo } = await browser.submit(consent);
      const response = await fetch(`${authUrl}/oauth/token`, {
        method: 'POST',
        headers: proof === undefined ? {} : { dpop: proof },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: leftTo!.searchParams.get('code')!,
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
      return (await platform.sendPlain({ method: 'GET', path: '/api/v2/memories?page=1', headers })).status;
    };

    beforeAll(async () => {
      const { tenantId } = await platform.createTenant();
      email = `${randomUUID()}@example.com`;
      await platform.sendAuth({
        method: 'POST',
        path: '/admin/users',
        token: adminToken,
        body: { tenant_id: tenantId, email, password: PASSWORD, role: 'member' },
      });
      const registered = await platform.sendAuth({
        method: 'POST',
        path: '/oauth/register',
        body: { client_name: 'App', redirect_uris: [REDIRECT] },
      });
      clientId = registered.body.client_id;
    });

    test('attack 13: a bound token needs a fresh proof of its key, for this call', async () => {
      const token = await newToken(baseUrl, prove('POST', `${authUrl}/oauth/token`));
      const address = `${baseUrl}/api/v2/memories`;
      const proof = prove('GET', address, token);
      expect(await call(`DPoP ${token}`, proof)).toBe(200);
      expect(await call(`DPoP ${token}`, proof)).toBe(401);
      expect(await call(`Bearer ${token}`)).toBe(401);
      expect(await call(`Bearer ${token}`, prove('GET', address, token))).toBe(401);
      expect(await call(`DPoP ${token}`)).toBe(401);
      for (const wrong of [
        prove('POST', address, token),
        prove('GET', `${baseUrl}/api/v2/tags`, token),
        prove('GET', address, 'another token'),
        prove('GET', address, token, { iat: 1 }),
      ]) {
        expect(await call(`DPoP ${token}`, wrong)).toBe(401);
      }
      expect(await call(`DPoP ${token}`, prove('GET', address, token))).toBe(200);
    });

    test('attack 12: a token for the assistants opens no REST, one for the API opens both', async () => {
      const [forAssistants, forApi] = [await newToken(`${baseUrl}/mcp`), await newToken(`${baseUrl}/`)];
      const list = (token: string) =>
        fetch(`${baseUrl}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        });
      expect(await call(`Bearer ${forAssistants}`)).toBe(401);
      expect(await call(`Bearer ${forApi}`)).toBe(200);
      for (const token of [forAssistants, forApi]) {
        const response = await list(token);
        expect(response.status).toBe(200);
        await response.text();
      }
    });

    test('the metadata is the same at the gateway and at the auth server', async () => {
      const path = '/.well-known/oauth-authorization-server';
      const [atGateway, atAuthServer] = await Promise.all([
        platform.sendPlain({ method: 'GET', path }),
        platform.sendAuth({ method: 'GET', path }),
      ]);
      expect(atGateway.status).toBe(200);
      expect(atGateway.body).toEqual(atAuthServer.body);
    });
  });
}
