import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());

interface HttpResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with any headers, including `Host`, which `fetch` does not allow. */
function send(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body = '' } = {},
): Promise<HttpResponse> {
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
  test('the metadata contains the documented endpoints and methods', async () => {
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

  test.each(['fragment', 'form_post', 'web_message'])(
    'rejects the response mode %s, which is not in the metadata',
    async (response_mode) => {
      const page = await auth.browser().get(
        auth.authorizeUrl(clientId, {
          code_challenge: auth.challengeOf(auth.newVerifier()),
          response_mode,
        }),
      );
      expect(page.html).not.toContain('name="password"');
    },
  );
});

describe('an issuer with https', () => {
  let secure: StartedAuthServer;
  let cookies: string[];
  let headers: Record<string, string>;

  beforeAll(async () => {
    secure = await startAuthServer({ issuer: 'https://auth.example' });
    const { tenantId } = await secure.newTenant();
    const { body } = await secure
      .admin('post', '/admin/invitations')
      .send({ tenant_id: tenantId, email: 'user@example.com' });
    const path = new URL(body.data.invitation_url as string).pathname;
    const form = await secure.http.get(path).set('host', 'auth.example');
    const formCookie = form.get('set-cookie')![0]!;
    const accepted = await secure.http
      .post(path)
      .set({ host: 'auth.example', cookie: formCookie.split(';')[0]! })
      .type('form')
      .send({
        csrf: /name="csrf" value="([^"]+)"/.exec(form.text)![1],
        password: PASSWORD,
        repeated: PASSWORD,
      });
    headers = accepted.headers;
    cookies = [formCookie, ...accepted.get('set-cookie')!];
  });
  afterAll(() => secure.stop());

  test('sets cookies that browsers send only over TLS and only to this host', () => {
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-loci_form',
      '__Host-loci_known',
      '__Host-loci_session',
      '__Host-loci_session.sig',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/(;|$)/i);
      expect(cookie).toMatch(/; secure(;|$)/i);
      expect(cookie).not.toMatch(/domain/i);
    }
  });

  test('recognizes a signed-in browser by its cookies', async () => {
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const page = await secure.http.get('/').set({ host: 'auth.example', cookie });
    expect(page.text).toContain('You are signed in');
  });

  test('sends a Strict-Transport-Security header with a max-age of one year', () => {
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('unknown hosts (threat 14)', () => {
  const PATHS = [...DOCUMENTS, '/oauth/jwks', '/oauth/authorize', '/', '/admin/tenants'];

  test.each(['evil.example', 'localhost.evil.example', 'localhost:1', 'localhost:8080@evil.example'])(
    'rejects the host %s with 421 on every public path',
    async (host) => {
      for (const path of PATHS) {
        const { status, body } = await send(path, { host });
        expect([path, status]).toEqual([path, 421]);
        expect(body).not.toContain('evil');
      }
    },
  );

  const FORWARDED = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
    'x-original-host': 'evil.example',
  };

  test('the metadata ignores X-Forwarded-Host and similar headers', async () => {
    const plain = await Promise.all(DOCUMENTS.map((path) => send(path, {})));
    const spoofed = await Promise.all(DOCUMENTS.map((path) => send(path, FORWARDED)));
    expect(spoofed.map(({ body }) => body)).toEqual(plain.map(({ body }) => body));
  });

  test('the device authorization response ignores X-Forwarded-Host and similar headers', async () => {
    const device = await auth.register({
      redirect_uris: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    });
    const body = new URLSearchParams({ client_id: device }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      ...FORWARDED,
    };
    const response = await send('/oauth/device_authorization', headers, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(response.body).not.toContain('evil');
  });

  test('the redirect to the sign-in page ignores X-Forwarded-Host and similar headers', async () => {
    const url = auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    const { pathname, search } = new URL(url);
    const page = await send(`${pathname}${search}`, { ...FORWARDED, accept: 'text/html' });
    expect(page.status).toBe(303);
    expect(page.headers['location']).toMatch(/^\/interaction\//);
    expect(String(page.headers['set-cookie'])).not.toContain('evil');
  });

  test('redirects a browser that uses a loopback address to the public URL', async () => {
    const { port } = new URL(auth.origin);
    const response = await send('/oauth/device?user_code=X', {
      host: `127.0.0.1:${port}`,
      accept: 'text/html',
    });
    expect(response.status).toBe(307);
    expect(response.headers['location']).toBe(`${auth.origin}/oauth/device?user_code=X`);
  });

  test('serves metadata with the public issuer to requests at a loopback address', async () => {
    const { port } = new URL(auth.origin);
    const { body } = await send(DOCUMENTS[0]!, { host: `127.0.0.1:${port}` });
    expect((JSON.parse(body) as { issuer: string }).issuer).toBe(auth.origin);
  });
});

describe('cross-origin requests (threat 15)', () => {
  const ORIGINS = [
    'null',
    'https://evil.example',
    'http://localhost.evil.example',
    'https://evil-localhost:8081',
  ];

  test('OAuth endpoints allow every origin without credentials', async () => {
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

  test('OAuth endpoints answer a preflight request without allowing credentials', async () => {
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

  test('pages for users do not allow requests from other origins', async () => {
    const { pathname, search } = new URL(auth.authorizeUrl(clientId));
    for (const origin of ORIGINS) {
      for (const path of ['/', '/sign-out', '/oauth/device', `${pathname}${search}`]) {
        const { headers } = await send(path, { origin });
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });
});

describe('header and log injection (threat 21)', () => {
  test('returns the request id of the client if the id consists of safe characters', async () => {
    expect((await send('/', { 'x-request-id': 'my-id.1' })).headers['x-request-id']).toBe('my-id.1');
  });

  test.each([
    ['a space', 'a b'],
    ['angle brackets', '<script>'],
    ['129 characters', 'x'.repeat(129)],
    ['a non-ASCII letter', 'é'],
    ['a quotation mark', '"}'],
  ])('replaces a request id with %s', async (_what, id) => {
    const { headers } = await send('/', { 'x-request-id': Buffer.from(id).toString('latin1') });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('encodes line breaks in the state of an authorization request', async () => {
    const state = 'x\r\nset-cookie: evil=1';
    const browser = auth.browser();
    const { externalRedirect } = await browser.get(auth.authorizeUrl(clientId, { state }));
    expect(externalRedirect?.searchParams.get('state')).toBe(state);
    expect(browser.cookies()).not.toContain('evil');
  });

  test('does not add a header if a user code contains line breaks', async () => {
    const { status, headers } = await send(`/oauth/device?user_code=a%0d%0aset-cookie:%20evil=1`, {});
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).not.toContain('evil');
  });
});

describe('unknown and malformed requests', () => {
  test('returns 404 for an unknown path', async () => {
    expect((await send('/nothing', { accept: 'application/json' })).status).toBe(404);
  });

  test('returns 405 for GET /oauth/token', async () => {
    expect((await send('/oauth/token', {})).status).toBe(405);
  });

  test.each(['/oauth/device?user_code=%E0%A4%A', '/%E0%A4%A'])(
    'does not return a 5xx status for the malformed path %s',
    async (path) => {
      expect((await send(path, {})).status).toBeLessThan(500);
    },
  );
});
