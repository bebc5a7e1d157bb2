import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;

beforeAll(async () => {
  auth = await startOAuthServer();
  clientId = await auth.register();
});
afterAll(() => auth.stop());
beforeEach(() => {
  auth.clock.ms += 61_000;
});

const startUrl = () => auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });

describe('sign-in', () => {
  test('a wrong password and an unknown address look the same', async () => {
    const { email } = await auth.newPerson();
    const pages = [];
    for (const who of [email, 'nobody@example.com']) {
      const browser = auth.browser();
      const page = await browser.submit(await browser.get(startUrl()), {
        email: who,
        password: 'wrong password',
      });
      expect(page.status).toBe(401);
      pages.push(page.html.replaceAll(who, 'X').replace(/(csrf" value|action)="[^"]*"/g, ''));
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain('is not right');
  });

  test('upper case and spaces around the address do not matter', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const page = await browser.submit(await browser.get(startUrl()), {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(page.html).toContain('value="approve"');
  });

  test('five failures lock an address, known or not, for a while that grows; the right password waits, too', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const attempt = async (who: string, password: string) =>
      browser.submit(await browser.get(startUrl()), { email: who, password });
    for (const who of [email, 'unknown@example.com']) {
      for (let failure = 0; failure < 5; failure++) expect((await attempt(who, 'wrong')).status).toBe(401);
      const locked = await attempt(who, PASSWORD);
      expect(locked.status).toBe(429);
      expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    }
    auth.clock.ms += 61_000;
    expect((await attempt(email, 'wrong')).status).toBe(401);
    expect(Number((await attempt(email, 'wrong')).headers.get('retry-after'))).toBeGreaterThan(30);
    auth.clock.ms += 61_000;
    expect((await attempt(email, PASSWORD)).html).toContain('value="approve"');
  });

  test('parallel guesses do not slip past the lock', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.submit(page, { email, password: 'wrong' })),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
  });

  test('after twenty failures from one network in a minute: 429, whoever is tried', async () => {
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    const guess = async () => {
      const { email } = await auth.newPerson();
      return (await browser.submit(page, { email, password: 'wrong' })).status;
    };
    const statuses = [];
    for (let guesses = 0; guesses < 21; guesses++) statuses.push(await guess());
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });

  test('cancelling tells the application, and signs nobody in', async () => {
    const browser = auth.browser();
    const { leftTo } = await browser.submit(await browser.get(startUrl()), { action: 'cancel' });
    expect(leftTo?.searchParams.get('error')).toBe('access_denied');
    expect(leftTo?.searchParams.get('state')).toBe('the-state');
  });
});

describe('forms of another site', () => {
  test.each([
    ['no token', { csrf: '' }, {}],
    ['a made-up token', { csrf: 'x'.repeat(43) }, {}],
    ['another origin', {}, { origin: 'https://evil.example' }],
    ['no origin', {}, { origin: 'null' }],
    ['another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('%s: 403, and nobody is signed in', async (_name, fields: Record<string, string>, headers) => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
    const form = { csrf, action: 'sign-in', email, password: PASSWORD, ...fields };
    expect((await browser.post(page.url, form, headers)).status).toBe(403);
    expect((await browser.get('/')).html).not.toContain('You are signed in');
  });

  test('the token of another browser', async () => {
    const { email } = await auth.newPerson();
    const theirs = await auth.browser().get(startUrl());
    const csrf = /name="csrf" value="([^"]+)"/.exec(theirs.html)![1]!;
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    expect((await browser.submit(page, { csrf, email, password: PASSWORD })).status).toBe(403);
  });

  test('a consent cannot be given for somebody else’s interaction', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const consent = await browser.submit(await browser.get(startUrl()), { email, password: PASSWORD });
    const stranger = auth.browser();
    await stranger.get(startUrl());
    expect((await stranger.get(consent.url)).status).toBe(400);
    expect((await stranger.post(consent.url, { action: 'approve' })).status).toBe(400);
  });
});

describe('sessions', () => {
  test('signing in gives a session id that nobody could have planted (session fixation)', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const signIn = await browser.get(startUrl());
    const sessions = () =>
      auth.database.inSystemTransaction((tx) =>
        tx.query<{ id: string }>(`SELECT id FROM oidc_records WHERE model = 'Session'`),
      );
    const before = (await sessions()).map(({ id }) => id);
    await browser.submit(signIn, { email, password: PASSWORD });
    const after = (await sessions()).map(({ id }) => id).filter((id) => !before.includes(id));
    expect(after).toHaveLength(1);
  });

  test('a second application needs no password; a web one that was allowed needs nothing', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    expect((await auth.allow(browser, startUrl(), email)).leftTo?.searchParams.get('code')).toBeTruthy();
    const consent = await browser.get(
      auth.authorizeUrl(await auth.register(), { code_challenge: auth.challengeOf(auth.newVerifier()) }),
    );
    expect(consent.html).toContain('value="approve"');
    expect((await browser.get(startUrl())).leftTo?.searchParams.get('code')).toBeTruthy();
  });

  test('another account: from the consent, and back', async () => {
    const [first, second] = [await auth.newPerson(), await auth.newPerson()];
    const browser = auth.browser();
    const consent = await browser.submit(await browser.get(startUrl()), {
      email: first.email,
      password: PASSWORD,
    });
    const signIn = await browser.submit(consent, { action: 'switch' });
    expect(signIn.html).toContain('name="password"');
    const other = await browser.submit(signIn, { email: second.email, password: PASSWORD });
    expect(other.html).toContain(second.email);
    expect((await browser.submit(other)).leftTo?.searchParams.get('code')).toBeTruthy();
    expect((await browser.get('/')).html).toContain(second.email);
  });

  test('signing in as somebody else with prompt=login replaces the session, without a script', async () => {
    const [first, second] = [await auth.newPerson(), await auth.newPerson()];
    const browser = auth.browser();
    await auth.allow(browser, startUrl(), first.email);
    const url = `${startUrl()}&prompt=login`;
    const page = await browser.submit(await browser.get(url), { email: second.email, password: PASSWORD });
    expect(page.html).not.toContain('<script');
    expect(page.html).toContain(second.email);
  });

  test('signing out ends the session at once; another site cannot do it', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    await auth.allow(browser, startUrl(), email);
    expect((await browser.get('/')).html).toContain('You are signed in');
    expect((await browser.post('/sign-out', {})).status).toBe(403);
    const out = await browser.submit(await browser.get('/sign-out'));
    expect(out.html).toContain('You are signed out');
    expect((await browser.get('/')).html).not.toContain('You are signed in');
    expect((await browser.get(startUrl())).html).toContain('name="password"');
  });
});

describe('pages', () => {
  test('every page is ours alone: no script, no frame, no form-action where a form leads to an application', async () => {
    const { email } = await auth.newPerson();
    const browser = auth.browser();
    const signIn = await browser.get(startUrl());
    const consent = await browser.submit(signIn, { email, password: PASSWORD });
    const device = await browser.get('/oauth/device');
    for (const page of [signIn, consent, device]) {
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('form-action');
      expect(policy).not.toContain('unsafe');
    }
    for (const path of ['/', '/documentation', '/policy', '/terms', '/sign-out', '/nothing-here']) {
      const page = await browser.get(path);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.html).not.toMatch(/<script|javascript:|\son\w+=|style="/);
      expect(page.html).toContain('<html lang="en">');
    }
  });

  test('a name that a client made up is text, whatever is in it', async () => {
    const client = await auth.register({ client_name: '<img src=x onerror=alert(1)> "\u202Egnp.exe' });
    const url = auth.authorizeUrl(client, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    const { html } = await auth.browser().get(url);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;\ufffdgnp.exe');
  });

  test('the documents that the metadata names are there', async () => {
    const metadata = (await (
      await fetch(`${auth.origin}/.well-known/oauth-authorization-server`)
    ).json()) as Record<string, string>;
    for (const field of ['service_documentation', 'op_policy_uri', 'op_tos_uri']) {
      expect((await fetch(metadata[field]!)).status).toBe(200);
    }
  });
});
