import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;

beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());

const NEW_PASSWORD = 'a brand new password';

async function invite(body: Record<string, unknown>): Promise<string> {
  const response = await auth.admin('post', '/admin/invitations').send(body).expect(201);
  return response.body.data.invitation_url as string;
}

async function accept(url: string, email: string, password = NEW_PASSWORD, repeated = password) {
  const browser = auth.browser();
  return { browser, page: await browser.submit(await browser.get(url), { email, password, repeated }) };
}

describe('the link for the first sign-in', () => {
  let first: StartedOAuthServer;
  beforeAll(async () => {
    first = await startOAuthServer();
  });
  afterAll(() => first.stop());

  test('does not exist before the bootstrap tenant is created', async () => {
    expect(await first.server.firstSignInLink()).toBeNull();
  });

  test('is invalidated by the next call of firstSignInLink', async () => {
    await first.server.ensureBootstrap({});
    const old = (await first.server.firstSignInLink())!;
    const link = (await first.server.firstSignInLink())!;
    expect(link).toMatch(new RegExp(`^${first.origin}/welcome/[\\w-]{43}$`));
    expect((await first.browser().get(old)).status).toBe(404);
    expect((await first.browser().get(link)).status).toBe(200);
  });

  test('signs in one user as an owner of the bootstrap tenant', async () => {
    const { tenantId } = await first.server.ensureBootstrap({});
    const link = (await first.server.firstSignInLink())!;
    const browser = first.browser();
    const form = await browser.get(link);
    const fields = { email: 'Ada@Example.com', password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    const page = await browser.submit(form, fields);
    expect(page.html).toContain('You are signed in');
    expect(page.html).toContain('ada@example.com');
    expect((await browser.get(link)).status).toBe(404);
    expect(await first.server.firstSignInLink()).toBeNull();
    const { body } = await first.admin('get', `/admin/users?tenant_id=${tenantId}`).expect(200);
    expect(body.data.items.map((user: { role: string }) => user.role)).toEqual(['owner', 'owner']);
    const url = first.authorizeUrl(await first.register(), {
      code_challenge: first.challengeOf(first.newVerifier()),
    });
    expect((await browser.get(url)).html).toContain('Bootstrap');
  });
});

describe('POST /admin/invitations', () => {
  test('creates a link with which a user joins the tenant in the given role', async () => {
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId, role: 'viewer' });
    const browser = auth.browser();
    const page = await browser.get(url);
    expect(page.html).toContain('Acme');
    const fields = { email: 'b@example.com', password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect((await browser.submit(page, fields)).html).toContain('(viewer)');
  });

  test.each([
    ['a malformed email address', { email: 'no address' }, 'Enter a valid email address'],
    ['a common password', { password: 'Baseball1', repeated: 'Baseball1' }, 'too common'],
    ['a short password', { password: 'short', repeated: 'short' }, 'at least 8 characters'],
    ['different passwords', { repeated: 'other' }, 'do not match'],
  ])('rejects a form with %s with 422', async (_name, change, problem) => {
    const { tenantId } = await auth.newTenant();
    const browser = auth.browser();
    const page = await browser.get(await invite({ tenant_id: tenantId }));
    const fields = { email: 'e@example.com', password: NEW_PASSWORD, repeated: NEW_PASSWORD, ...change };
    const rejected = await browser.submit(page, fields);
    expect([rejected.status, rejected.html.includes(problem)]).toEqual([422, true]);
  });

  test('accepts one of two concurrent uses of a link', async () => {
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId });
    const both = await Promise.all(['c@example.com', 'd@example.com'].map((email) => accept(url, email)));
    expect(both.map(({ page }) => page.status).sort()).toEqual([200, 404]);
  });

  test('adds an existing account to the tenant if the form contains the password of the account', async () => {
    const user = await auth.newUser();
    const { tenantId } = await auth.newTenant();
    const { page } = await accept(await invite({ tenant_id: tenantId }), user.email, PASSWORD);
    expect(page.html.match(/\(owner\)|\(member\)/g)).toHaveLength(2);
  });

  test('returns 401 if the password of an existing account is wrong', async () => {
    const user = await auth.newUser();
    const { tenantId } = await auth.newTenant();
    const { page } = await accept(await invite({ tenant_id: tenantId }), user.email);
    expect(page.status).toBe(401);
  });

  describe('attempts with the addresses of other accounts (threat 27)', () => {
    test('end the invitation after five failures', async () => {
      const { tenantId } = await auth.newTenant();
      const url = await invite({ tenant_id: tenantId });
      for (let attempt = 1; attempt < 5; attempt++) {
        expect((await accept(url, (await auth.newUser()).email)).page.status).toBe(401);
      }
      expect((await accept(url, (await auth.newUser()).email)).page.status).toBe(404);
      expect((await auth.browser().get(url)).status).toBe(404);
      const { body } = await auth.admin('get', `/admin/invitations?tenant_id=${tenantId}`).expect(200);
      expect(body.data.items).toEqual([]);
    });

    test('are limited to five, even if the attempts run in parallel', async () => {
      const url = await invite({ tenant_id: (await auth.newTenant()).tenantId });
      const browser = auth.browser();
      const form = await browser.get(url);
      const emails = await Promise.all(Array.from({ length: 8 }, () => auth.newUser()));
      const fields = { password: NEW_PASSWORD, repeated: NEW_PASSWORD };
      await Promise.all(emails.map(({ email }) => browser.submit(form, { email, ...fields })));
      const [row] = await auth.database.inSystemTransaction((tx) =>
        tx.query<{ most: number }>('SELECT max(failed_attempts)::int AS most FROM invitations'),
      );
      expect(row!.most).toBe(5);
    });

    test('are not counted if the correct password follows', async () => {
      const { email } = await auth.newUser();
      const url = await invite({ tenant_id: (await auth.newTenant()).tenantId });
      for (let attempt = 1; attempt < 5; attempt++) await accept(url, email);
      expect((await accept(url, email, PASSWORD)).page.html).toContain('You are signed in');
    });

    test('return a message that does not reveal whether the address has an account', async () => {
      const { email } = await auth.newUser();
      const { page } = await accept(await invite({ tenant_id: (await auth.newTenant()).tenantId }), email);
      expect(page.html).toContain('You cannot join with this email address and password.');
      expect(page.html).not.toMatch(/address already has|has an account/);
    });
  });

  describe('an invitation with the email address of an account', () => {
    const startUrl = (clientId: string) =>
      auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });

    test('ignores the email address of the form', async () => {
      const user = await auth.newUser();
      const url = await invite({ tenant_id: user.tenantId, email: user.email });
      const { page } = await accept(url, 'ignored@example.com');
      expect(page.html).toContain(user.email);
    });

    test('ends the existing sessions of the user', async () => {
      const user = await auth.newUser();
      const browser = auth.browser();
      await auth.authorize(browser, startUrl(await auth.register()), user.email);
      await accept(await invite({ tenant_id: user.tenantId, email: user.email }), user.email);
      expect((await browser.get('/')).html).not.toContain('You are signed in');
    });

    test('revokes the tokens of connected applications (threat 26)', async () => {
      const user = await auth.newUser();
      const clientId = await auth.register();
      const tokens = await auth.newTokens(clientId, user.email);
      await accept(await invite({ tenant_id: user.tenantId, email: user.email }), user.email);
      expect((await auth.oauthRefresh(clientId, tokens.refresh_token)).status).toBe(400);
      await auth.denylist.refresh();
      await expect(auth.verifier.verify(tokens.access_token)).rejects.toThrow('Its grant was revoked.');
    });

    test('revokes the API keys of the user and their tokens (threat 26)', async () => {
      const user = await auth.newUser();
      const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
      const token = (await auth.exchange(apiKey).expect(200)).body.data.access_token;
      await accept(await invite({ tenant_id: user.tenantId, email: user.email }), user.email);
      await auth.exchange(apiKey).expect(401);
      await auth.denylist.refresh();
      await expect(auth.verifier.verify(token)).rejects.toThrow('Its grant was revoked.');
    });

    test('keeps the API keys and their tokens if the user chooses to keep them', async () => {
      const user = await auth.newUser();
      const { apiKey } = await auth.newKey(user.tenantId, ['read'], user.userId);
      const token = (await auth.exchange(apiKey).expect(200)).body.data.access_token;
      const browser = auth.browser();
      const form = await browser.get(await invite({ tenant_id: user.tenantId, email: user.email }));
      const fields = { password: NEW_PASSWORD, repeated: NEW_PASSWORD, keep_keys: 'yes' };
      expect((await browser.submit(form, fields)).status).toBe(200);
      await auth.exchange(apiKey).expect(200);
      await auth.denylist.refresh();
      await expect(auth.verifier.verify(token)).resolves.toBeTruthy();
    });

    test('does not revoke the access of other users of the tenant', async () => {
      const user = await auth.newUser();
      const other = await auth.newUser('member', user.tenantId);
      const { apiKey } = await auth.newKey(user.tenantId, ['read'], other.userId);
      const clientId = await auth.register();
      const tokens = await auth.newTokens(clientId, other.email);
      await accept(await invite({ tenant_id: user.tenantId, email: user.email }), user.email);
      await auth.exchange(apiKey).expect(200);
      expect((await auth.oauthRefresh(clientId, tokens.refresh_token)).status).toBe(200);
    });

    test('a sign-in that started before the password was replaced cannot be completed', async () => {
      const user = await auth.newUser();
      const browser = auth.browser();
      const form = await browser.get(startUrl(await auth.register()));
      const consent = await browser.submit(form, { email: user.email, password: PASSWORD });
      expect(consent.html).toContain('value="approve"');
      await accept(await invite({ tenant_id: user.tenantId, email: user.email }), user.email);
      const approved = await browser.submit(consent);
      expect([approved.status, approved.externalRedirect]).toEqual([400, null]);
    });

    test('explains that the password replaces the password of an existing account', async () => {
      const { tenantId } = await auth.newTenant();
      const withEmail = await auth
        .browser()
        .get(await invite({ tenant_id: tenantId, email: 'new@example.com' }));
      expect(withEmail.html).toContain('this password replaces the old one');
      const withoutEmail = await auth.browser().get(await invite({ tenant_id: tenantId }));
      expect(withoutEmail.html).toContain('enter its password');
      expect(withoutEmail.html).not.toContain('Keep my API keys');
    });

    test('replaces the password', async () => {
      const { email, tenantId } = await auth.newUser();
      await accept(await invite({ tenant_id: tenantId, email }), email);
      const browser = auth.browser();
      const form = await browser.get(startUrl(await auth.register()));
      const withOld = await browser.submit(form, { email, password: PASSWORD });
      expect(withOld.status).toBe(401);
      const withNew = await browser.submit(withOld, { email, password: NEW_PASSWORD });
      expect(withNew.html).toContain('value="approve"');
    });
  });

  test('shows the same 404 page for an expired link as for an unknown link', async () => {
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId });
    const unknown = await auth.browser().get('/welcome/unknown');
    expect(unknown.status).toBe(404);
    auth.clock.ms += 7 * 86_400_000 + 1;
    const expired = await auth.browser().get(url);
    expect(expired.status).toBe(404);
    // The form for the language contains the path.
    const withoutPath = (html: string): string => html.replace(/return_to" value="[^"]*"/, '');
    expect(withoutPath(expired.html)).toBe(withoutPath(unknown.html));
  });

  test('rejects a request without the ADMIN_TOKEN with 401', async () => {
    await auth.http.post('/admin/invitations').send({}).expect(401);
  });

  test('returns 404 for an unknown tenant', async () => {
    const tenantId = '0198b0c1-0000-7000-8000-000000000009';
    await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId }).expect(404);
  });

  test('rejects a malformed email address with 422', async () => {
    const { tenantId } = await auth.newTenant();
    await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId, email: 'x' }).expect(422);
  });

  test('stores no invitation token in plain text', async () => {
    const { tenantId } = await auth.newTenant();
    const token = new URL(await invite({ tenant_id: tenantId })).pathname.split('/').pop()!;
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ row: string }>('SELECT invitations::text AS row FROM invitations'),
    );
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});

test('the job clean-sign-in-records deletes unused clients, but not clients with a grant', async () => {
  const { email } = await auth.newUser();
  const clientId = await auth.register();
  const unused = await auth.register();
  const tokens = await auth.newTokens(clientId, email);
  const [job] = auth.server.jobs.filter(({ name }) => name === 'clean-sign-in-records');
  await job!.run(new AbortController().signal);
  const next = (await (await auth.oauthRefresh(clientId, tokens.refresh_token)).json()) as typeof tokens;
  auth.clock.ms += 91 * 86_400_000;
  await job!.run(new AbortController().signal);
  const models = await auth.database.inSystemTransaction((tx) =>
    tx.query<{ model: string; id: string }>(`SELECT model, id FROM oidc_records ORDER BY model`),
  );
  const clients = models.filter(({ model }) => model === 'Client').map(({ id }) => id);
  expect(clients).toContain(clientId);
  expect(clients).not.toContain(unused);
  expect(new Set(models.map(({ model }) => model))).toEqual(new Set(['Client', 'Grant']));
  expect(next.refresh_token).toEqual(expect.any(String));
});
