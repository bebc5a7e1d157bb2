import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let clientId: string;

beforeAll(async () => {
  auth = await startOAuthServer({ trustedProxies: ['loopback'] });
  clientId = await auth.register();
});
afterAll(() => auth.stop());
beforeEach(() => {
  // Starts new rate limit windows for sign-ins and registrations.
  auth.clock.ms += 61_000;
});

const startUrl = () => auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });

describe('signing in', () => {
  test('shows the same page for a wrong password as for an unknown email address', async () => {
    const { email } = await auth.newUser();
    const pages = [];
    for (const tried of [email, 'no-account@example.com']) {
      const browser = auth.browser();
      const form = await browser.get(startUrl());
      const page = await browser.submit(form, { email: tried, password: 'wrong password' });
      expect(page.status).toBe(401);
      pages.push(
        page.html.replaceAll(tried, 'X').replace(/(csrf" value|return_to" value|action)="[^"]*"/g, ''),
      );
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain('is incorrect');
  });

  test('ignores case and surrounding spaces in the email address', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    const page = await browser.submit(await browser.get(startUrl()), {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(page.html).toContain('value="approve"');
  });

  describe('after five failures', () => {
    async function failFiveTimes(email: string) {
      const browser = auth.browser();
      const attempt = async (password: string) =>
        browser.submit(await browser.get(startUrl()), { email, password });
      for (let failure = 0; failure < 5; failure++) expect((await attempt('wrong')).status).toBe(401);
      return attempt;
    }

    test.each(['an account', 'no account'])(
      'locks an email address with %s for up to 30 seconds, also for the correct password',
      async (kind) => {
        const email = kind === 'an account' ? (await auth.newUser()).email : 'unknown@example.com';
        const attempt = await failFiveTimes(email);
        const locked = await attempt(PASSWORD);
        expect(locked.status).toBe(429);
        expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(30);
      },
    );

    test('locks the email address for longer after another failure', async () => {
      const attempt = await failFiveTimes((await auth.newUser()).email);
      auth.clock.ms += 61_000;
      expect((await attempt('wrong')).status).toBe(401);
      expect(Number((await attempt('wrong')).headers.get('retry-after'))).toBeGreaterThan(30);
    });

    test('accepts the correct password after the lockout has ended', async () => {
      const attempt = await failFiveTimes((await auth.newUser()).email);
      auth.clock.ms += 61_000;
      expect((await attempt(PASSWORD)).html).toContain('value="approve"');
    });
  });

  describe('while others guess passwords of an account', () => {
    const guess = async (email: string, network: string, password = 'wrong') => {
      const browser = auth.browser();
      const page = await browser.get(startUrl());
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
      const form = { csrf, action: 'sign-in', email, password };
      return browser.post(page.url, form, { 'x-forwarded-for': network });
    };
    /** Fails `count` times, at most four times from each network. */
    const failFromManyNetworks = async (email: string, count: number) => {
      for (let failure = 0; failure < count; failure++) {
        expect((await guess(email, `192.0.2.${Math.floor(failure / 4)}`)).status).toBe(401);
      }
    };

    test('a user in another network can sign in', async () => {
      const { email } = await auth.newUser();
      for (let failure = 0; failure < 5; failure++) await guess(email, '192.0.2.1');
      expect((await guess(email, '192.0.2.1', PASSWORD)).status).toBe(429);
      expect((await guess(email, '192.0.2.2', PASSWORD)).html).toContain('value="approve"');
    });

    test('attempts that one network sends while it is locked do not lock other networks', async () => {
      const { email } = await auth.newUser();
      for (let failure = 0; failure < 60; failure++) await guess(email, '192.0.2.1');
      expect((await guess(email, '192.0.2.2', PASSWORD)).html).toContain('value="approve"');
    });

    test('50 failures from many networks lock the account, except for a browser that signed in before', async () => {
      const { email } = await auth.newUser();
      const known = auth.browser();
      await auth.authorize(known, startUrl(), email);
      await known.submit(await known.get('/sign-out'));
      await failFromManyNetworks(email, 50);
      expect((await guess(email, '198.51.100.1', PASSWORD)).status).toBe(429);
      const page = await known.submit(await known.get(startUrl()), { email, password: PASSWORD });
      expect(page.html).not.toContain('Too many attempts');
      expect((await known.get('/')).html).toContain('You are signed in');
    }, 60_000);

    test('a browser that signed in before is locked after five own failures', async () => {
      const { email } = await auth.newUser();
      const known = auth.browser();
      await auth.authorize(known, startUrl(), email);
      await known.submit(await known.get('/sign-out'));
      const attempt = async (password: string) =>
        known.submit(await known.get(startUrl()), { email, password });
      for (let failure = 0; failure < 5; failure++) expect((await attempt('wrong')).status).toBe(401);
      expect((await attempt(PASSWORD)).status).toBe(429);
    });

    test('a browser is not known for the account of another user', async () => {
      const [own, other] = [await auth.newUser(), await auth.newUser()];
      const browser = auth.browser();
      await auth.authorize(browser, startUrl(), own.email);
      await browser.submit(await browser.get('/sign-out'));
      await failFromManyNetworks(other.email, 50);
      const page = await browser.submit(await browser.get(startUrl()), {
        email: other.email,
        password: PASSWORD,
      });
      expect(page.status).toBe(429);
    }, 60_000);
  });

  test('counts parallel guesses, so that they cannot bypass the lockout', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => browser.submit(page, { email, password: 'wrong' })),
    );
    expect(responses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
  });

  test('rejects sign-ins from a network with 429 after 20 failures in a minute', async () => {
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    const guess = async () => {
      const { email } = await auth.newUser();
      return (await browser.submit(page, { email, password: 'wrong' })).status;
    };
    const statuses = [];
    for (let guesses = 0; guesses < 21; guesses++) statuses.push(await guess());
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });

  test('canceling the sign-in redirects to the application with access_denied', async () => {
    const browser = auth.browser();
    const { externalRedirect } = await browser.submit(await browser.get(startUrl()), { action: 'cancel' });
    expect(externalRedirect?.searchParams.get('error')).toBe('access_denied');
    expect(externalRedirect?.searchParams.get('state')).toBe('the-state');
  });
});

describe('forged forms', () => {
  test.each([
    ['no CSRF token', { csrf: '' }, {}],
    ['a guessed CSRF token', { csrf: 'x'.repeat(43) }, {}],
    ['another origin', {}, { origin: 'https://evil.example' }],
    ['an opaque origin', {}, { origin: 'null' }],
    ['another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('rejects a sign-in with %s with 403', async (_name, fields: Record<string, string>, headers) => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
    const form = { csrf, action: 'sign-in', email, password: PASSWORD, ...fields };
    expect((await browser.post(page.url, form, headers)).status).toBe(403);
    expect((await browser.get('/')).html).not.toContain('You are signed in');
  });

  test('rejects a sign-in with the CSRF token of another browser with 403', async () => {
    const { email } = await auth.newUser();
    const otherPage = await auth.browser().get(startUrl());
    const csrf = /name="csrf" value="([^"]+)"/.exec(otherPage.html)![1]!;
    const browser = auth.browser();
    const page = await browser.get(startUrl());
    expect((await browser.submit(page, { csrf, email, password: PASSWORD })).status).toBe(403);
  });

  test('rejects a browser that opens the consent page of another browser with 400', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    const consent = await browser.submit(await browser.get(startUrl()), { email, password: PASSWORD });
    const otherBrowser = auth.browser();
    await otherBrowser.get(startUrl());
    expect((await otherBrowser.get(consent.url)).status).toBe(400);
    expect((await otherBrowser.post(consent.url, { action: 'approve' })).status).toBe(400);
  });
});

describe('sessions', () => {
  test('signing in creates a new session id, which prevents session fixation', async () => {
    const { email } = await auth.newUser();
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

  test('a second application needs consent, but no password', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    await auth.authorize(browser, startUrl(), email);
    const consent = await browser.get(
      auth.authorizeUrl(await auth.register(), { code_challenge: auth.challengeOf(auth.newVerifier()) }),
    );
    expect(consent.html).toContain('value="approve"');
  });

  test('a web application gets a code without another consent page after the user has consented once', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    await auth.authorize(browser, startUrl(), email);
    expect((await browser.get(startUrl())).externalRedirect?.searchParams.get('code')).toBeTruthy();
  });

  test('the user can switch to another account on the consent page', async () => {
    const [first, second] = [await auth.newUser(), await auth.newUser()];
    const browser = auth.browser();
    const consent = await browser.submit(await browser.get(startUrl()), {
      email: first.email,
      password: PASSWORD,
    });
    const signIn = await browser.submit(consent, { action: 'switch' });
    expect(signIn.html).toContain('name="password"');
    const other = await browser.submit(signIn, { email: second.email, password: PASSWORD });
    expect(other.html).toContain(second.email);
    expect((await browser.submit(other)).externalRedirect?.searchParams.get('code')).toBeTruthy();
    expect((await browser.get('/')).html).toContain(second.email);
  });

  test('a sign-in as another user with prompt=login replaces the session, without a script', async () => {
    const [first, second] = [await auth.newUser(), await auth.newUser()];
    const browser = auth.browser();
    await auth.authorize(browser, startUrl(), first.email);
    const url = `${startUrl()}&prompt=login`;
    const page = await browser.submit(await browser.get(url), { email: second.email, password: PASSWORD });
    expect(page.html).not.toContain('<script');
    expect(page.html).toContain(second.email);
  });

  test('signing out ends the session', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    await auth.authorize(browser, startUrl(), email);
    const page = await browser.submit(await browser.get('/sign-out'));
    expect(page.html).toContain('You are signed out');
    expect((await browser.get('/')).html).not.toContain('You are signed in');
    expect((await browser.get(startUrl())).html).toContain('name="password"');
  });

  test('a sign-out without a CSRF token is rejected with 403', async () => {
    const { email } = await auth.newUser();
    const browser = auth.browser();
    await auth.authorize(browser, startUrl(), email);
    expect((await browser.post('/sign-out', {})).status).toBe(403);
    expect((await browser.get('/')).html).toContain('You are signed in');
  });
});

describe('pages', () => {
  test('forms that end in a redirect to an application have a content security policy without form-action', async () => {
    const { email } = await auth.newUser();
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
  });

  test.each(['/', '/documentation', '/policy', '/terms', '/sign-out', '/nothing-here'])(
    '%s has no script and cannot be framed',
    async (path) => {
      const page = await auth.browser().get(path);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.html).not.toMatch(/<script|javascript:|\son\w+=|style="/);
      expect(page.html).toContain('<html lang="en">');
    },
  );

  test('the sign-in page escapes the name of a client', async () => {
    const client = await auth.register({ client_name: '<img src=x onerror=alert(1)> "' });
    const url = auth.authorizeUrl(client, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    const { html } = await auth.browser().get(url);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;');
  });

  test('the pages to which the metadata links return 200', async () => {
    const metadata = (await (
      await fetch(`${auth.origin}/.well-known/oauth-authorization-server`)
    ).json()) as Record<string, string>;
    for (const field of ['service_documentation', 'op_policy_uri', 'op_tos_uri']) {
      expect((await fetch(metadata[field]!)).status).toBe(200);
    }
  });
});
