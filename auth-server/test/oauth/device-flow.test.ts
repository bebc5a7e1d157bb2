import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from '@loci/testing';
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
    client_name: 'memory-cli',
    redirect_uris: [],
    grant_types: [DEVICE_CODE, 'refresh_token'],
  });
  ({ email, tenantId } = await auth.newUser());
});
afterAll(() => auth.stop());
beforeEach(() => {
  // Starts a new rate limit window for wrong codes.
  auth.clock.ms += 61_000;
});

interface Codes {
  device_code: string;
  user_code: string;
}

async function startFlow(scope = 'read write offline_access'): Promise<Codes> {
  const response = await auth.post('/oauth/device_authorization', { client_id: clientId, scope });
  expect(response.status).toBe(200);
  return (await response.json()) as Codes;
}

async function poll({ device_code }: Codes) {
  const form = { grant_type: DEVICE_CODE, device_code, client_id: clientId };
  const response = await auth.post('/oauth/token', form);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Moves the expiry of a code to one minute before the current time. */
async function expire({ user_code }: Codes): Promise<void> {
  await auth.database.inSystemTransaction((tx) =>
    tx.query(
      `UPDATE oidc_records SET expires_at = now() - interval '1 minute',
         payload = regexp_replace(payload, '"exp":[0-9]+', '"exp":' || (extract(epoch FROM now())::bigint - 60))
       WHERE model = 'DeviceCode' AND user_code = $1`,
      [user_code.replace('-', '')],
    ),
  );
}

test('the device authorization response contains the codes and the verification URIs', async () => {
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

test('the token endpoint issues tokens to the device after confirmation, sign-in and consent', async () => {
  const codes = await startFlow();
  expect((await poll(codes)).body['error']).toBe('authorization_pending');
  const browser = auth.browser();
  const entry = await browser.get('/oauth/device');
  const confirm = await browser.submit(entry, { user_code: codes.user_code.toLowerCase().replace('-', ' ') });
  expect(confirm.html).toContain(codes.user_code);
  expect(confirm.html).toContain('memory-cli');
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
  const reused = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
  expect(reused.html).toContain('already used');
  expect((await poll(codes)).body['error']).toBe('invalid_grant');
});

test('the token endpoint issues no refresh token to a device without the scope offline_access', async () => {
  const codes = await startFlow('read');
  const browser = auth.browser();
  const confirm = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
  const consent = await browser.submit(await browser.submit(confirm), { email, password: PASSWORD });
  await browser.submit(consent);
  const { body } = await poll(codes);
  expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
});

describe('polling', () => {
  test('returns slow_down to a device that polls again within 5 seconds', async () => {
    const codes = await startFlow();
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
    expect((await poll(codes)).body['error']).toBe('slow_down');
  });

  test('increases the interval by 5 seconds after each slow_down', async () => {
    const codes = await startFlow();
    await poll(codes);
    expect((await poll(codes)).body['error']).toBe('slow_down');
    auth.clock.ms += 6_000;
    expect((await poll(codes)).body['error']).toBe('slow_down');
    auth.clock.ms += 15_000;
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
  });

  test('returns access_denied after the user denied the confirmation', async () => {
    const codes = await startFlow();
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

  test('returns access_denied after the user denied the consent', async () => {
    const codes = await startFlow();
    const browser = auth.browser();
    const confirm = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    const consent = await browser.submit(await browser.submit(confirm), { email, password: PASSWORD });
    await browser.submit(consent, { action: 'deny' });
    expect((await poll(codes)).body['error']).toBe('access_denied');
  });

  test('returns expired_token for an expired code', async () => {
    const codes = await startFlow();
    await expire(codes);
    expect((await poll(codes)).body['error']).toBe('expired_token');
  });
});

describe('the device page', () => {
  test.each([
    ['no cookie', {}],
    ['the cookie of an unknown session', { cookie: 'loci_session=unknown; loci_session.sig=unknown' }],
  ])('responds to a form with %s with 400 and a link to a new form', async (_name, headers) => {
    const { user_code } = await startFlow();
    const response = await auth.post('/oauth/device', { user_code, xsrf: 'guess', confirm: 'yes' }, headers);
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(page).toContain('This form has expired');
    expect(page).toContain('href="/oauth/device"');
  });

  test('responds with 400 to a browser that returns from the sign-in without a session', async () => {
    const page = await auth.browser().get('/oauth/device/unknown');
    expect([page.status, page.html.includes('This form has expired')]).toEqual([400, true]);
  });

  test('reports that a code has expired', async () => {
    const codes = await startFlow();
    await expire(codes);
    const browser = auth.browser();
    const page = await browser.submit(await browser.get('/oauth/device'), { user_code: codes.user_code });
    expect(page.html).toContain('has expired');
  });
});

describe('device phishing (threat 11)', () => {
  test('a link with a code prefills the form without connecting the device', async () => {
    const codes = await startFlow();
    const browser = auth.browser();
    const entry = await browser.get(`/oauth/device?user_code=${codes.user_code}`);
    expect(entry.html).toContain(`value="${codes.user_code}"`);
    expect(entry.html).not.toContain('<script');
    const confirm = await browser.submit(entry);
    expect(confirm.html).toContain('Is this your device?');
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
  });

  test.each(['', 'guess'])('rejects a form with the invalid CSRF token %j', async (xsrf) => {
    const codes = await startFlow();
    const browser = auth.browser();
    await browser.get('/oauth/device');
    const page = await browser.post('/oauth/device', { xsrf, user_code: codes.user_code, confirm: 'yes' });
    expect(page.status).toBe(400);
    expect((await poll(codes)).body['error']).toBe('authorization_pending');
  });

  const enter = async (browser: Browser, user_code: string) =>
    browser.submit(await browser.get('/oauth/device'), { user_code });

  test('does not count correct codes as failed attempts', async () => {
    const codes = await startFlow();
    const browser = auth.browser();
    for (let attempt = 0; attempt < 6; attempt++) {
      expect((await enter(browser, codes.user_code)).status).toBe(200);
    }
  });

  test('rejects every code with 429 for a minute after five wrong codes from a network', async () => {
    const codes = await startFlow();
    const browser = auth.browser();
    for (const letter of 'BCDFG') {
      const page = await enter(browser, `BBBB-BBB${letter}`);
      expect(page.status).toBe(400);
      expect(page.html).toContain('Unknown code');
    }
    const page = await enter(browser, codes.user_code);
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    auth.clock.ms += 60_000;
    expect((await enter(browser, codes.user_code)).status).toBe(200);
  });
});
