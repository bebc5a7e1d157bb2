import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

let auth: StartedOAuthServer;

beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());

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
  test('201 with a client id, and no secret, whatever was asked for', async () => {
    for (const method of ['none', 'client_secret_basic', 'client_secret_post', undefined]) {
      const { status, body } = await register({ ...SITE, token_endpoint_auth_method: method, scope: 'read' });
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
    }
  });

  test.each([
    [['http://localhost:3334/cb'], 'native'],
    [['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'], 'native'],
    [['cursor://anysphere.cursor-mcp/oauth/callback'], 'native'],
    [['https://chatgpt.com/connector/oauth/abc'], 'web'],
  ])('%j is %s', async (redirect_uris, type) => {
    const { body } = await register({ redirect_uris });
    expect(body['application_type']).toBe(type);
  });

  test('a device alone needs no redirect', async () => {
    const { status, body } = await register({
      client_name: 'CLI',
      grant_types: [DEVICE_CODE, 'refresh_token'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ grant_types: [DEVICE_CODE, 'refresh_token'], response_types: [] });
  });

  test.each([
    ['plain http', { redirect_uris: ['http://evil.example/cb'] }, 'invalid_redirect_uri'],
    ['a user in the address', { redirect_uris: ['https://a@evil.example/'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example/#x'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['no address', { redirect_uris: ['nothing'] }, 'invalid_redirect_uri'],
    ['no redirect at all', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['too many', { redirect_uris: Array(11).fill('https://app.example/cb') }, 'invalid_client_metadata'],
    ['no list', { redirect_uris: 'https://app.example/cb' }, 'invalid_client_metadata'],
    ['the implicit grant', { ...SITE, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['a name of 201 characters', { ...SITE, client_name: 'x'.repeat(201) }, 'invalid_client_metadata'],
    ['a list', [SITE], 'invalid_client_metadata'],
    ['no JSON', '{', 'invalid_client_metadata'],
    ['nothing', '', 'invalid_client_metadata'],
  ])('400 for %s', async (_name, body, error) => {
    const answer = await register(body);
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  test('413 over 16 kB', async () => {
    expect((await register({ ...SITE, contacts: ['x'.repeat(17_000)] })).status).toBe(413);
  });

  test('NUL characters and lone surrogates in a name do no harm', async () => {
    for (const client_name of ['a\u0000b', 'a\ud800b']) {
      const { status, body } = await register({ ...SITE, client_name });
      expect(status).toBe(201);
      const url = auth.authorizeUrl(body['client_id'] as string, {
        redirect_uri: SITE.redirect_uris[0],
        code_challenge: 'x'.repeat(43),
        state: 'a\u0000',
      });
      expect((await auth.browser().get(url)).status).toBe(200);
    }
  });
});

describe('attack 10: nobody gets a token without a person', () => {
  test('client_credentials cannot be registered', async () => {
    for (const grant_types of [['client_credentials'], ['authorization_code', 'client_credentials']]) {
      const { status, body } = await register({ ...SITE, grant_types });
      expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
    }
  });

  test('client_credentials is refused for every client, whatever its document says', async () => {
    const clientId = await auth.register();
    for (const client_id of [clientId, 'loci-portal', 'unknown', 'https://app.example/client.json']) {
      const response = await auth.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id,
        scope: 'read write',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'unauthorized_client' });
    }
  });

  test('even a client that the database says may use it gets nothing', async () => {
    const clientId = await auth.register();
    await auth.database.inSystemTransaction((tx) =>
      tx.query(
        `UPDATE oidc_records SET payload = replace(payload, '"refresh_token"]', '"refresh_token","client_credentials"]')
         WHERE model = 'Client' AND id = $1`,
        [clientId],
      ),
    );
    // Twice, so that neither our own check nor a second spelling is all there is between them and a token.
    for (const body of [
      `grant_type=client_credentials&client_id=${clientId}`,
      `grant_type=refresh_token&grant_type=client_credentials&client_id=${clientId}`,
    ]) {
      const response = await fetch(`${auth.origin}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('access_token');
    }
  });

  test('a client of another grant cannot use the device flow, and none the password grant', async () => {
    const clientId = await auth.register();
    const device = await auth.post('/oauth/device_authorization', { client_id: clientId });
    expect(device.status).toBe(400);
    expect(await device.json()).not.toHaveProperty('device_code');
    const password = await auth.post('/oauth/token', {
      grant_type: 'password',
      client_id: clientId,
      username: 'a',
      password: 'b',
    });
    expect(await password.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });
});
