import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from '@loci/testing';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const NEW_PASSWORD = 'a brand new password';

let auth: StartedOAuthServer;
let clientId: string;
beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());
beforeEach(() => {
  // Starts a new rate limit window for sign-ins.
  auth.clock.ms += 61_000;
});

const startUrl = () => auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });

async function signIn(email: string): Promise<Browser> {
  const browser = auth.browser();
  await auth.authorize(browser, startUrl(), email);
  return browser;
}

async function change(browser: Browser, fields: Record<string, string> = {}) {
  const form = await browser.get('/password');
  return browser.submit(form, {
    current: PASSWORD,
    password: NEW_PASSWORD,
    repeated: NEW_PASSWORD,
    ...fields,
  });
}

describe('changing the password on the account page', () => {
  test('replaces the password without signing out the browser that sent the form', async () => {
    const { email } = await auth.newUser();
    const browser = await signIn(email);
    expect((await change(browser)).html).toContain('Your password is changed');
    expect((await browser.get('/')).html).toContain('You are signed in');
    const other = auth.browser();
    const withOld = await other.submit(await other.get(startUrl()), { email, password: PASSWORD });
    expect(withOld.status).toBe(401);
    const withNew = await other.submit(withOld, { email, password: NEW_PASSWORD });
    expect(withNew.html).toContain('value="approve"');
  });

  test('ends the access of other sessions, of applications and of API keys (threat 26)', async () => {
    const user = await auth.newUser();
    const [browser, other] = [await signIn(user.email), await signIn(user.email)];
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    const tokens = await auth.newTokens(clientId, user.email);
    expect((await change(browser)).status).toBe(200);
    expect((await other.get('/')).html).not.toContain('You are signed in');
    expect((await auth.oauthRefresh(clientId, tokens.refresh_token)).status).toBe(400);
    await auth.exchange(apiKey).expect(401);
  });

  test('keeps the API keys if the user chooses to keep them', async () => {
    const user = await auth.newUser();
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    await change(await signIn(user.email), { keep_keys: 'yes' });
    await auth.exchange(apiKey).expect(200);
  });

  test.each([
    ['a wrong current password with 401', { current: 'wrong' }, 401, 'current password is incorrect'],
    ['a short password with 422', { password: 'short', repeated: 'short' }, 422, 'at least 8 characters'],
    ['a common password with 422', { password: 'Sunshine1', repeated: 'Sunshine1' }, 422, 'too common'],
    ['different passwords with 422', { repeated: 'other' }, 422, 'do not match'],
    ['a form without a CSRF token with 403', { csrf: '' }, 403, 'Try again'],
  ])('rejects %s', async (_what, fields: Record<string, string>, status, message) => {
    const user = await auth.newUser();
    const browser = await signIn(user.email);
    const page = await change(browser, fields);
    expect([page.status, page.html.includes(message)]).toEqual([status, true]);
    const other = auth.browser();
    const form = await other.get(startUrl());
    expect((await other.submit(form, { email: user.email, password: PASSWORD })).status).toBe(200);
  });

  test('counts a wrong current password as a failed sign-in', async () => {
    const browser = await signIn((await auth.newUser()).email);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await change(browser, { current: 'wrong' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('redirects a browser without a session to the start page', async () => {
    for (const path of ['/password', '/sign-out-everywhere']) {
      expect((await auth.browser().get(path)).url).toBe(`${auth.origin}/`);
    }
  });
});

describe('signing out everywhere', () => {
  test('ends the access of all sessions, applications and API keys (threat 26)', async () => {
    const user = await auth.newUser();
    const [browser, other] = [await signIn(user.email), await signIn(user.email)];
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    const page = await browser.submit(await browser.get('/sign-out-everywhere'));
    expect(page.html).toContain('You are signed out');
    for (const one of [browser, other]) {
      expect((await one.get('/')).html).not.toContain('You are signed in');
    }
    await auth.exchange(apiKey).expect(401);
  });

  test('keeps the API keys if the user chooses to keep them', async () => {
    const user = await auth.newUser();
    const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
    const browser = await signIn(user.email);
    await browser.submit(await browser.get('/sign-out-everywhere'), { keep_keys: 'yes' });
    await auth.exchange(apiKey).expect(200);
  });
});
