import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '@loci/testing';
import type { Browser, Visit } from '@loci/testing';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const PASSWORD = 'correct horse battery';

/** What a person sees in the portal, and that nobody else does. */
export function describePortal(platform: TestPlatform): void {
  const { portalUrl, authUrl, adminToken } = platform;

  describe('the portal', () => {
    let tenant: Tenant;
    let email: string;

    async function newPerson(role: string): Promise<string> {
      const address = `${randomUUID()}@example.com`;
      const answer = await platform.sendAuth({
        method: 'POST',
        path: '/admin/users',
        token: adminToken,
        body: { tenant_id: tenant.tenantId, email: address, password: PASSWORD, role },
      });
      expect(answer.status).toBe(201);
      return address;
    }

    const newBrowser = (): Browser => openBrowser(portalUrl, authUrl);

    async function open(browser: Browser, path: string, as = email): Promise<Visit> {
      const page = await browser.get(path);
      return page.html.includes('name="password"')
        ? browser.submit(page, { email: as, password: PASSWORD })
        : page;
    }

    const store = async (body: object): Promise<string> => {
      const { id } = (await tenant.data('POST', '/api/v2/memories', body)) as { id: string };
      return id;
    };

    beforeAll(async () => {
      tenant = await platform.createTenant();
      email = await newPerson('owner');
    });

    test('a citation leads to the memory, by way of the sign-in, without a consent page', async () => {
      const id = await store({
        content: 'Ada <b>prefers</b> tea.',
        tags: ['tea'],
        metadata: { conversation_id: 'c' },
      });
      const next = await store({ content: 'She drinks it black.', metadata: { conversation_id: 'c' } });
      const other = await store({ content: 'Grace prefers coffee.' });
      await tenant.data('POST', '/api/v2/relationships', {
        from_id: id,
        to_id: other,
        relationship_type: 'disputes',
      });
      const page = await open(newBrowser(), `/memories/${id}`);
      expect([page.status, page.url]).toEqual([200, `${portalUrl}/memories/${id}`]);
      expect(page.html).toContain('Ada &lt;b&gt;prefers&lt;/b&gt; tea.');
      expect(page.html).toContain('In the same conversation');
      expect(page.html).toContain(`/memories/${next}`);
      expect(page.html).toContain('disputes');
      expect(page.html).toContain('Grace prefers coffee.');
    });

    test('search finds what was stored', async () => {
      const id = await store({ content: 'The lighthouse keeper collects barometers.' });
      const browser = newBrowser();
      await open(browser, '/');
      await eventually(async () => {
        expect((await browser.get('/?q=barometers')).html).toContain(`/memories/${id}`);
      });
      expect((await browser.get('/?q=%3Cscript%3Ealert(1)%3C/script%3E')).html).not.toContain('<script>');
    });

    test('a citation of a document leads to its passage, between those around it', async () => {
      const text = Array.from(
        { length: 30 },
        (_, line) => `Line ${line} speaks of harbours and their lights.`,
      );
      const form = new FormData();
      form.set('file', new Blob([text.join('\n\n')], { type: 'text/plain' }), 'harbours.txt');
      const upload = await fetch(`${platform.baseUrl}/api/v2/documents/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}` },
        body: form,
      });
      const { data } = (await upload.json()) as { data: { metadata: { chunk_ids: string[] } } };
      const [, passage] = data.metadata.chunk_ids;
      const browser = newBrowser();
      await open(browser, '/');
      await eventually(async () => {
        const page = await browser.get(`/memories/${passage}`);
        expect(page.status).toBe(200);
        expect(page.html).toContain('harbours.txt');
        expect(page.html).toContain(`Passage 2 of ${data.metadata.chunk_ids.length}`);
        expect(page.html).toContain('Line 0 speaks');
      });
    });

    test('nothing of another tenant is there, and what is not there looks the same', async () => {
      const stranger = await platform.createTenant();
      const foreign = (await stranger.data('POST', '/api/v2/memories', { content: 'Secret.' })) as {
        id: string;
      };
      const browser = newBrowser();
      await open(browser, '/');
      const theirs = await browser.get(`/memories/${foreign.id}`);
      const absent = await browser.get(`/memories/${randomUUID()}`);
      expect([theirs.status, absent.status]).toEqual([404, 404]);
      expect(theirs.html).toBe(absent.html);
      expect((await browser.get('/memories/no-id')).status).toBe(404);
    });

    test('keys: made, shown once, working, revoked', async () => {
      const browser = newBrowser();
      const page = await open(browser, '/keys');
      const made = await browser.submit(withoutSignOut(page), { name: 'import', permissions: 'read' });
      const key = /loci_[0-9a-f]{12}_[\w-]{43}/.exec(made.html)![0];
      expect((await browser.get('/keys')).html).not.toContain(key);
      const exchange = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: key });
      expect(exchange.status).toBe(200);
      const listed = await browser.get('/keys');
      const action = /\/keys\/[0-9a-f-]+\/revoke/.exec(listed.html)![0];
      const csrf = /name="csrf" value="([^"]+)"/.exec(listed.html)![1]!;
      const revoked = await browser.post(action, { csrf });
      expect(revoked.html).toContain('The key is revoked');
      const again = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: key });
      expect(again.status).toBe(401);
    });

    test('a key cannot make a key, nor can any application but the portal', async () => {
      for (const [method, path] of [
        ['GET', '/api/v2/auth/api-keys'],
        ['POST', '/api/v2/auth/api-keys'],
        ['DELETE', `/api/v2/auth/api-keys/${randomUUID()}`],
      ] as const) {
        const body = method === 'POST' ? { name: 'more', permissions: ['read'] } : undefined;
        const { status, body: answer } = await platform.sendPlain({
          method,
          path,
          token: tenant.token,
          body,
        });
        expect([status, answer.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
      }
    });

    test('a member sees their own keys alone, a viewer makes none', async () => {
      const member = newBrowser();
      const page = await open(member, '/keys', await newPerson('member'));
      expect(page.html).toContain('There are none.');
      const viewer = newBrowser();
      const viewed = await open(viewer, '/keys', await newPerson('viewer'));
      expect(viewed.status).toBe(200);
      expect(viewed.html).not.toContain('Make the key');
    });

    test('another site can neither make a key nor sign anybody out', async () => {
      const browser = newBrowser();
      await open(browser, '/keys');
      const forged = { name: 'evil', permissions: 'read' };
      expect((await browser.post('/keys', forged)).status).toBe(403);
      expect((await browser.post('/sign-out', {})).status).toBe(403);
      expect((await browser.get('/keys')).html).not.toContain('evil');
    });

    test('the browser holds no token, and the session ends with the sign-out', async () => {
      const browser = newBrowser();
      const page = await open(browser, '/');
      expect(page.html).not.toContain('eyJ');
      expect(browser.cookies().sort()).toEqual(
        expect.arrayContaining(['loci_portal', 'loci_portal_form', 'loci_session']),
      );
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
      const out = await browser.post('/sign-out', { csrf });
      expect(out.url).toBe(`${authUrl}/sign-out`);
      await browser.submit(out);
      expect((await browser.get('/')).html).toContain('name="password"');
    });

    test('a callback that was not begun here, or by another browser, signs nobody in', async () => {
      const browser = newBrowser();
      for (const path of ['/callback', '/callback?code=x&state=y', '/callback?error=access_denied&state=y']) {
        expect((await browser.get(path)).status).toBe(400);
      }
    });

    test('a sign-in returns to a page of ours and to nowhere else', async () => {
      for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
        const page = await open(newBrowser(), `/sign-in?return_to=${encodeURIComponent(target)}`);
        expect(page.url).toBe(`${portalUrl}/`);
      }
    });

    test('/device leads to the auth server, with the code and nothing else', async () => {
      const page = await newBrowser().get('/device?user_code=ABCD-EFGH&x=1');
      expect(page.url).toBe(`${authUrl}/oauth/device?user_code=ABCD-EFGH`);
      expect(page.html).toContain('ABCD-EFGH');
    });

    test('no script, no frame, no other place for its forms', async () => {
      const page = await open(newBrowser(), '/keys');
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`form-action 'self' ${authUrl}`);
      expect(page.html).not.toMatch(/<script|javascript:|\son\w+=|style="/);
    });

    test('attack 14: another host is refused', async () => {
      const response = await fetch(portalUrl, {
        headers: { 'x-forwarded-host': 'evil.example' },
        redirect: 'manual',
      });
      expect(response.headers.get('location')).toMatch(/^\/sign-in/);
    });
  });
}

/** The page without the form of its header, so that its main form comes first. */
const withoutSignOut = (page: Visit): Visit => ({
  ...page,
  html: page.html.replace(/<form[^>]*action="\/sign-out"[\s\S]*?<\/form>/, ''),
});
