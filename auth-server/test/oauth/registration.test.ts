import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

let auth: StartedOAuthServer;

beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());
beforeEach(() => {
  // Starts a new rate limit window for registrations.
  auth.clock.ms += 61_000;
});

async function register(body: unknown, contentType = 'application/json') {
  const response = await fetch(`${auth.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const SITE = { client_name: 'App', redirect_uris: ['https://app.example/cb'] };

describe('POST /oauth/register', () => {
  test.each(['none', 'client_secret_basic', 'client_secret_post', undefined])(
    'registers a public client without a secret for the authentication method %s',
    async (token_endpoint_auth_method) => {
      const { status, body } = await register({ ...SITE, token_endpoint_auth_method, scope: 'read' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_name: 'App',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: 'web',
      });
      expect(body).not.toHaveProperty('client_secret');
      expect(body['scope']).toBe('openid read write profile offline_access');
    },
  );

  test.each([
    [['http://localhost:3334/cb'], 'native'],
    [['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'], 'native'],
    [['cursor://anysphere.cursor-mcp/oauth/callback'], 'native'],
    [['https://chatgpt.com/connector/oauth/abc'], 'web'],
  ])(
    'registers a client with the redirect URIs %j with the application type %s',
    async (redirect_uris, type) => {
      const { body } = await register({ redirect_uris });
      expect(body['application_type']).toBe(type);
    },
  );

  test('registers a client of the device flow without a redirect URI', async () => {
    const { status, body } = await register({
      client_name: 'CLI',
      grant_types: [DEVICE_CODE, 'refresh_token'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ grant_types: [DEVICE_CODE, 'refresh_token'], response_types: [] });
  });

  test.each([
    ['an http redirect URI', { redirect_uris: ['http://evil.example/cb'] }, 'invalid_redirect_uri'],
    [
      'a redirect URI with a user name',
      { redirect_uris: ['https://a@evil.example/'] },
      'invalid_redirect_uri',
    ],
    ['a redirect URI with a fragment', { redirect_uris: ['https://app.example/#x'] }, 'invalid_redirect_uri'],
    ['a javascript redirect URI', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a relative redirect URI', { redirect_uris: ['nothing'] }, 'invalid_redirect_uri'],
    ['a client without a redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      '11 redirect URIs',
      { redirect_uris: Array(11).fill('https://app.example/cb') },
      'invalid_client_metadata',
    ],
    [
      'redirect URIs that are not an array',
      { redirect_uris: 'https://app.example/cb' },
      'invalid_client_metadata',
    ],
    ['the implicit grant', { ...SITE, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['a client name of 201 characters', { ...SITE, client_name: 'x'.repeat(201) }, 'invalid_client_metadata'],
    ['an array as body', [SITE], 'invalid_client_metadata'],
    ['malformed JSON', '{', 'invalid_client_metadata'],
    ['an empty body', '', 'invalid_client_metadata'],
  ])('rejects %s with 400', async (_name, body, error) => {
    const response = await register(body);
    expect(response).toMatchObject({ status: 400, body: { error } });
  });

  test('rejects a body of more than 16 KiB with 413', async () => {
    expect((await register({ ...SITE, contacts: ['x'.repeat(17_000)] })).status).toBe(413);
  });

  test.each([
    'a\u0000b',
    'a\ud800b',
    'a\u202eb',
    'Lo\u200bci',
    'Loci',
    'LOCI portal',
    'L0c\u0456',
    'The Loc1 app',
  ])('rejects the client name %j with 400', async (client_name) => {
    const { status, body } = await register({ ...SITE, client_name });
    expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
  });

  test.each(['Velocity', 'Locate', 'Claude', '\u65e5\u672c\u8a9e', 'Caf\u00e9 \ud83d\ude00'])(
    'accepts the client name %j',
    async (client_name) => {
      expect((await register({ ...SITE, client_name })).status).toBe(201);
    },
  );

  test.each([
    'ftp://app/cb',
    'ws://app/cb',
    'view-source:https://app.example',
    'data:text/html,x',
    'file:///tmp/x',
  ])('rejects the redirect URI %s with 400, because an application cannot own its scheme', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect([status, body['error']]).toEqual([400, 'invalid_redirect_uri']);
  });
});

describe('anonymous client credentials (threat 10)', () => {
  test.each([[['client_credentials']], [['authorization_code', 'client_credentials']]])(
    'rejects the registration of the grant types %j with invalid_client_metadata',
    async (grant_types) => {
      const { status, body } = await register({ ...SITE, grant_types });
      expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
    },
  );

  test.each(['a registered client', 'loci-portal', 'unknown', 'https://app.example/client.json'])(
    'rejects the grant type client_credentials for the client %s with unauthorized_client',
    async (client) => {
      const response = await auth.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: client === 'a registered client' ? await auth.register() : client,
        scope: 'read write',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'unauthorized_client' });
    },
  );

  test.each([
    ['once', 'grant_type=client_credentials'],
    ['as a duplicate parameter', 'grant_type=refresh_token&grant_type=client_credentials'],
  ])(
    'rejects client_credentials (sent %s) even if the database record of the client allows this grant type',
    async (_name, parameters) => {
      const clientId = await auth.register();
      await auth.database.inSystemTransaction((tx) =>
        tx.query(
          `UPDATE oidc_records SET payload = replace(payload, '"refresh_token"]', '"refresh_token","client_credentials"]')
           WHERE model = 'Client' AND id = $1`,
          [clientId],
        ),
      );
      const response = await fetch(`${auth.origin}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${parameters}&client_id=${clientId}`,
      });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('access_token');
    },
  );

  test('rejects the device flow for a client that was not registered for this flow', async () => {
    const device = await auth.post('/oauth/device_authorization', { client_id: await auth.register() });
    expect(device.status).toBe(400);
    expect(await device.json()).not.toHaveProperty('device_code');
  });

  test('rejects the password grant with unsupported_grant_type', async () => {
    const password = await auth.post('/oauth/token', {
      grant_type: 'password',
      client_id: await auth.register(),
      username: 'a',
      password: 'b',
    });
    expect(await password.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });
});
