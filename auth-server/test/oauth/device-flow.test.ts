import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PORTAL } from '../auth-server.fixture.ts';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

let auth: StartedOAuthServer;
let clientId: string;
let email: string;
let tenantId: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register({
    client_name: 'loci-cli',
    redirect_uris: [],
    grant_types: [DEVICE_CODE, 'refresh_token'],
  });
  ({ email, tenantId } = await auth.newPerson());
});
afterAll(() => auth.stop());
beforeEach(() => {
  // Each test has its own minute of wrong codes.
  auth.clock.ms += 61_000;
});

interface Codes {
  device_code: string;
  user_code: string;
}

async function begin(scope = 'read write offline_access'): Promise<Codes> {
  const response = await auth.post('/oauth/device_authorization', { client_id: clientId, scope });
  expect(response.status).toBe(200);
  return (await response.json()) as Codes;
}

async function poll({ device_code }: Codes) {
  const form = { grant_type: DEVICE_CODE, device_code, client_id: clientId };
  const response = await auth.post('/oauth/token', form);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

test('what the device is told', async () => {
  const response = await auth.post('/oauth/device_authorization', { client_id: clientId });
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toEqual({
    device_code: expect.any(String),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${PORTAL}/device`,
    verification_uri_complete: `${PORTAL}/device?user_code=${String(body['user_code'])}`,
    expires_in: 900,
    interval: 5,
  });
});

test('code, confirmation, sign-in, consent, tokens', async () => {
  const codes = await begin();
  expect((await poll(codes)).body['error']).toBe('authorization_pending');
  const browser = auth.browser();
  const entry = await browser.get('/oauth/device');
  const confirm = await browser.submit(entry, { user_code: codes.user_code.toLowerCase().replace('-', ' ') });
  expect(confirm.html).toContain(codes.user_code);
  expect(confirm.html).toContain('loci-cli');
  const signIn = await browser.submit(confirm);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  expect(consent.html).toContain('the device that shows the code');
  const done = await browser.submit(consent);
  expect([done.status, done.html.includes('is connected to Loci')]).toEqual([200, true]);
  const { status, body } = await poll(codes);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, scope: 'read write' });
  expect((await auth.verifier.verify(body['access_token']!)).caller).toMatchObject({
    tenantId,
    via: 'oauth',
  });
  expect((await auth.oauthRefresh(clientId, body['refresh_token']!)).status).toBe(200);
  const again = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
  expect(again.html).toContain('used already');
  expect((await poll(codes)).body['error']).toBe('invalid_grant');
});

test('without offline_access there is no refresh token', async () => {
  const codes = await begin('read');
  const browser = auth.browser();
  const confirm = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
  const consent = await browser.submit(await browser.submit(confirm), { email, password: PASSWORD });
  await browser.submit(consent);
  const { body } = await poll(codes);
  expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
});

describe('polling', () => {
  test('too early is slow_down, again and again; in time is not', async () => {
    const codes = await begin();
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
    expect((await poll(codes)).body['error']).toBe('slow_down');
    auth.clock.ms += 6_000;
    expect((await poll(codes)).body['error']).toBe('slow_down');
    auth.clock.ms += 15_000;
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
  });

  test('denied on the confirmation: access_denied', async () => {
    const codes = await begin();
    const browser = auth.browser();
    const confirm = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    const denied = await browser.post('/oauth/device', {
      xsrf: /name="xsrf" value="([^"]+)"/.exec(confirm.html)![1]!,
      user_code: codes.user_code,
      abort: 'yes',
    });
    expect([denied.status, denied.html.includes('You denied access')]).toEqual([200, true]);
    expect((await poll(codes)).body['error']).toBe('access_denied');
  });

  test('denied on the consent: access_denied', async () => {
    const codes = await begin();
    const browser = auth.browser();
    const confirm = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    const consent = await browser.submit(await browser.submit(confirm), { email, password: PASSWORD });
    await browser.submit(consent, { action: 'deny' });
    expect((await poll(codes)).body['error']).toBe('access_denied');
  });

  test('expired: expired_token, and the page says so', async () => {
    const codes = await begin();
    await auth.database.inSystemTransaction((tx) =>
      tx.query(
        `UPDATE oidc_records SET expires_at = now() - interval '1 minute',
           payload = regexp_replace(payload, '"exp":[0-9]+', '"exp":' || (extract(epoch FROM now())::bigint - 60))
         WHERE model = 'DeviceCode' AND user_code = $1`,
        [codes.user_code.replace('-', '')],
      ),
    );
    expect((await poll(codes)).body['error']).toBe('expired_token');
    const browser = auth.browser();
    const page = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    expect(page.html).toContain('has expired');
  });
});

describe('attack 11: device phishing', () => {
  test('a complete link shows the code, and connects nothing by itself', async () => {
    const codes = await begin();
    const browser = auth.browser();
    const entry = await browser.get(`/oauth/device?user_code=${codes.user_code}`);
    expect(entry.html).toContain(`value="${codes.user_code}"`);
    expect(entry.html).not.toContain('<script');
    const confirm = await browser.submit(entry);
    expect(confirm.html).toContain('Is this your device?');
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
  });

  test('a form of another site is not taken for ours', async () => {
    const codes = await begin();
    const browser = auth.browser();
    await browser.get('/oauth/device');
    for (const xsrf of ['', 'guess']) {
      const page = await browser.post('/oauth/device', { xsrf, user_code: codes.user_code, confirm: 'yes' });
      expect(page.status).toBe(400);
    }
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
  });

  test('after five wrong codes in a minute: 429, also for the right one; honest entries do not count', async () => {
    const codes = await begin();
    const browser = auth.browser();
    for (let honest = 0; honest < 6; honest++) {
      const page = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
      expect(page.status).toBe(200);
    }
    for (let guess = 0; guess < 5; guess++) {
      const page = await browser.submit(await browser.get('/oauth/device'), {
        user_code: `BBBB-BBB${'BCDFG'[guess]}`,
      });
      expect(page.status).toBe(400);
      expect(page.html).toContain('We do not know this code');
    }
    const page = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    auth.clock.ms += 60_000;
    const later = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    expect(later.status).toBe(200);
  });
});
