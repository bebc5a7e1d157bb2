import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** As `fetch` does not allow: any header, the host included. */
function send(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body = '' } = {},
): Promise<Answer> {
  const { port } = new URL(auth.origin);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: 'localhost', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const DOCUMENTS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

describe('discovery', () => {
  test('what SPEC.md lists, and nothing that we do not do', async () => {
    const metadata = JSON.parse((await send(DOCUMENTS[0]!, {})).body) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: auth.origin,
      authorization_endpoint: `${auth.origin}/oauth/authorize`,
      token_endpoint: `${auth.origin}/oauth/token`,
      device_authorization_endpoint: `${auth.origin}/oauth/device_authorization`,
      registration_endpoint: `${auth.origin}/oauth/register`,
      token_endpoint_auth_methods_supported: ['none'],
      response_types_supported: ['code'],
      grant_types_supported: [
        'authorization_code',
        'client_credentials',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['read', 'write', 'profile', 'offline_access'],
      response_modes_supported: ['query'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: expect.any(String),
      dpop_signing_alg_values_supported: ['RS256', 'ES256'],
    });
  });

  test('a client cannot use a response mode that is not listed', async () => {
    for (const response_mode of ['fragment', 'form_post', 'web_message']) {
      const page = await auth.browser().get(
        auth.authorizeUrl(clientId, {
          code_challenge: auth.challengeOf(auth.newVerifier()),
          response_mode,
        }),
      );
      expect(page.html).not.toContain('name="password"');
    }
  });
});

describe('attack 14: a host that is not ours', () => {
  test.each(['evil.example', 'localhost.evil.example', 'localhost:1', '', 'localhost:8080@evil.example'])(
    'Host %j: 421, on every path but those of our own services',
    async (host) => {
      for (const path of [...DOCUMENTS, '/oauth/jwks', '/oauth/authorize', '/', '/admin/tenants']) {
        const { status, body } = await send(path, { host });
        expect([path, status]).toEqual([path, host === '' ? status : 421]);
        if (host !== '') expect(body).not.toContain('evil');
      }
    },
  );

  test('X-Forwarded-Host and its kin change nothing', async () => {
    const plain = await Promise.all(DOCUMENTS.map((path) => send(path, {})));
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-host': 'evil.example',
    };
    const spoofed = await Promise.all(DOCUMENTS.map((path) => send(path, forwarded)));
    expect(spoofed.map(({ body }) => body)).toEqual(plain.map(({ body }) => body));

    const device = await auth.register({
      redirect_uris: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    });
    const body = new URLSearchParams({ client_id: device }).toString();
    const type = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    };
    const answer = await send(
      '/oauth/device_authorization',
      { ...type, ...forwarded },
      { method: 'POST', body },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('evil');

    const url = auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    const { pathname, search } = new URL(url);
    const page = await send(`${pathname}${search}`, { ...forwarded, accept: 'text/html' });
    expect(page.status).toBe(303);
    expect(page.headers['location']).toMatch(/^\/interaction\//);
    expect(String(page.headers['set-cookie'])).not.toContain('evil');
  });

  test('a browser that comes by the loopback address is sent to the public name', async () => {
    const { port } = new URL(auth.origin);
    const answer = await send('/oauth/device?user_code=X', {
      host: `127.0.0.1:${port}`,
      accept: 'text/html',
    });
    expect(answer.status).toBe(307);
    expect(answer.headers['location']).toBe(`${auth.origin}/oauth/device?user_code=X`);
    const metadata = await send(DOCUMENTS[0]!, { host: `127.0.0.1:${port}` });
    expect((JSON.parse(metadata.body) as { issuer: string }).issuer).toBe(auth.origin);
  });
});

describe('attack 15: other origins', () => {
  const ORIGINS = [
    'null',
    'https://evil.example',
    'http://localhost.evil.example',
    'https://evil-localhost:8081',
  ];

  test('programs in browsers may use the OAuth endpoints, never with cookies', async () => {
    for (const origin of ORIGINS) {
      for (const [path, method] of [
        ...DOCUMENTS.map((one) => [one, 'GET'] as const),
        ['/oauth/jwks', 'GET'] as const,
        ['/oauth/token', 'POST'] as const,
        ['/oauth/register', 'POST'] as const,
      ]) {
        const { headers } = await send(path, { origin, 'content-length': '0' }, { method });
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    }
  });

  test('preflight', async () => {
    const { status, headers } = await send(
      '/oauth/token',
      {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, dpop',
      },
      { method: 'OPTIONS' },
    );
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toContain('dpop');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('pages of people are for no other origin', async () => {
    const { pathname, search } = new URL(auth.authorizeUrl(clientId));
    for (const origin of ORIGINS) {
      for (const path of ['/', '/sign-out', '/oauth/device', `${pathname}${search}`]) {
        const { headers } = await send(path, { origin });
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });
});

describe('attack 21: headers and logs', () => {
  test('a request id is taken only when it can be shown safely', async () => {
    expect((await send('/', { 'x-request-id': 'my-id.1' })).headers['x-request-id']).toBe('my-id.1');
    for (const id of ['a b', '<script>', 'x'.repeat(129), 'é', '"}']) {
      const { headers } = await send('/', { 'x-request-id': Buffer.from(id).toString('latin1') });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('line breaks in what a client sends come back as no header', async () => {
    const state = 'x\r\nset-cookie: evil=1';
    const browser = auth.browser();
    const url = auth.authorizeUrl(clientId, { state });
    const { externalRedirect } = await browser.get(url);
    expect(externalRedirect?.searchParams.get('state')).toBe(state);
    expect(browser.cookies()).not.toContain('evil');
    const { status, headers } = await send(`/oauth/device?user_code=a%0d%0aset-cookie:%20evil=1`, {});
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).not.toContain('evil');
  });

  test('unknown paths and wrong methods', async () => {
    expect((await send('/nothing', { accept: 'application/json' })).status).toBe(404);
    expect((await send('/oauth/token', {})).status).toBe(405);
    const malformed = await send('/oauth/device?user_code=%E0%A4%A', {});
    expect(malformed.status).toBeLessThan(500);
    expect((await send('/%E0%A4%A', {})).status).toBeLessThan(500);
  });
});
