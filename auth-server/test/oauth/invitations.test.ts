import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;

beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());

const NEW = 'a brand new password';

async function invite(body: Record<string, unknown>): Promise<string> {
  const answer = await auth.admin('post', '/admin/invitations').send(body).expect(201);
  return answer.body.data.invitation_url as string;
}

async function accept(url: string, email: string, password = NEW, repeated = password) {
  const browser = auth.browser();
  return { browser, page: await browser.submit(await browser.get(url), { email, password, repeated }) };
}

describe('the first sign-in', () => {
  test('a link into the bootstrap tenant, until somebody has used it', async () => {
    expect(await auth.server.firstSignInLink()).toBeNull();
    const { tenantId } = await auth.server.ensureBootstrap({});
    const old = (await auth.server.firstSignInLink())!;
    const link = (await auth.server.firstSignInLink())!;
    expect(link).toMatch(new RegExp(`^${auth.origin}/welcome/[\\w-]{43}$`));
    expect((await auth.browser().get(old)).status).toBe(404);
    const { browser, page } = await accept(link, 'Ada@Example.com');
    expect(page.html).toContain('You are signed in');
    expect(page.html).toContain('ada@example.com');
    expect((await browser.get(link)).status).toBe(404);
    expect(await auth.server.firstSignInLink()).toBeNull();
    const clientId = await auth.register();
    const url = auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    const consent = await browser.get(url);
    expect(consent.html).toContain('Bootstrap');
    const { body } = await auth.admin('get', `/admin/users?tenant_id=${tenantId}`).expect(200);
    expect(body.data.items.map((user: { role: string }) => user.role)).toEqual(['owner', 'owner']);
  });
});

describe('POST /admin/invitations', () => {
  test('201 with a link that lets one person in, in the role that was named', async () => {
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId, role: 'viewer' });
    const browser = auth.browser();
    const page = await browser.get(url);
    expect(page.html).toContain('Acme');
    for (const [fields, problem] of [
      [{ email: 'no address', password: NEW, repeated: NEW }, 'not an e-mail address'],
      [{ email: 'b@example.com', password: 'short', repeated: 'short' }, 'at least 8 characters'],
      [{ email: 'b@example.com', password: NEW, repeated: 'other' }, 'not the same'],
    ] as const) {
      const refused = await browser.submit(page, fields);
      expect([refused.status, refused.html.includes(problem)]).toEqual([422, true]);
    }
    const done = await browser.submit(page, { email: 'b@example.com', password: NEW, repeated: NEW });
    expect(done.html).toContain('(viewer)');
  });

  test('of two who use a link at once one is let in', async () => {
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId });
    const both = await Promise.all(['c@example.com', 'd@example.com'].map((email) => accept(url, email)));
    expect(both.map(({ page }) => page.status).sort()).toEqual([200, 404]);
  });

  test('who has an account proves it with its password, and is in both tenants', async () => {
    const person = await auth.newPerson();
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId });
    const refused = await accept(url, person.email);
    expect(refused.page.status).toBe(401);
    const { page } = await accept(url, person.email, PASSWORD);
    expect(page.html.match(/\(owner\)|\(member\)/g)).toHaveLength(2);
  });

  test('a link that names the address replaces a forgotten password and ends the old sessions', async () => {
    const person = await auth.newPerson();
    const clientId = await auth.register();
    const start = () => auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) });
    const old = auth.browser();
    await auth.allow(old, start(), person.email);
    const url = await invite({ tenant_id: person.tenantId, email: person.email });
    const { page } = await accept(url, 'ignored@example.com');
    expect(page.html).toContain(person.email);
    expect((await old.get('/')).html).not.toContain('You are signed in');
    const browser = auth.browser();
    const withOld = await browser.submit(await browser.get(start()), {
      email: person.email,
      password: PASSWORD,
    });
    expect(withOld.status).toBe(401);
    const withNew = await browser.submit(withOld, { email: person.email, password: NEW });
    expect(withNew.html).toContain('value="approve"');
  });

  test('it ends after a week; a made-up one is no different', async () => {
    const { tenantId } = await auth.newTenant();
    const url = await invite({ tenant_id: tenantId });
    const strange = await auth.browser().get('/welcome/made-up');
    expect(strange.status).toBe(404);
    auth.clock.ms += 7 * 86_400_000 + 1;
    const late = await auth.browser().get(url);
    expect(late.status).toBe(404);
    expect(late.html).toBe(strange.html);
  });

  test('401 without the ADMIN_TOKEN, 404 for an unknown tenant, 422 for no address', async () => {
    await auth.http.post('/admin/invitations').send({}).expect(401);
    const unknown = '0198b0c1-0000-7000-8000-000000000009';
    await auth.admin('post', '/admin/invitations').send({ tenant_id: unknown }).expect(404);
    const { tenantId } = await auth.newTenant();
    await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId, email: 'x' }).expect(422);
  });

  test('the database holds no link', async () => {
    const { tenantId } = await auth.newTenant();
    const token = new URL(await invite({ tenant_id: tenantId })).pathname.split('/').pop()!;
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ row: string }>('SELECT invitations::text AS row FROM invitations'),
    );
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});

test('the clean-up removes what has expired and leaves what works', async () => {
  const { email } = await auth.newPerson();
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
