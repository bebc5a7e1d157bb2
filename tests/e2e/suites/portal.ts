import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '@loci/testing';
import type { Browser, Visit } from '@loci/testing';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const PASSWORD = 'correct horse battery';

/** Defines the tests of the portal pages in a browser session. @see services/portal/README.md */
export function describePortal(platform: TestPlatform): void {
  const { portalUrl, authUrl, adminToken } = platform;

  describe('the portal', () => {
    let tenant: Tenant;
    let email: string;

    /** Creates a user and returns the email address. */
    async function createUser(role: string): Promise<string> {
      const address = `${randomUUID()}@example.com`;
      const response = await platform.sendToAuthServer({
        method: 'POST',
        path: '/admin/users',
        token: adminToken,
        body: { tenant_id: tenant.tenantId, email: address, password: PASSWORD, role },
      });
      expect(response.status).toBe(201);
      return address;
    }

    const newBrowser = (): Browser => openBrowser(portalUrl, authUrl);

    /** Opens a page and signs in if necessary. */
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
      email = await createUser('owner');
    });

    test('a citation URL opens a memory, its conversation and its relationships after sign-in', async () => {
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
      expect(page.html).toContain('Disputes');
      expect(page.html).toContain('Grace prefers coffee.');
    });

    test('search finds a stored memory', async () => {
      const id = await store({ content: 'The lighthouse keeper collects barometers.' });
      const browser = newBrowser();
      await open(browser, '/');
      await eventually(async () => {
        expect((await browser.get('/?q=barometers')).html).toContain(`/memories/${id}`);
      });
    });

    test('search explains how it found a result', async () => {
      await store({ content: 'The cartographer keeps a sextant in her study.' });
      const browser = newBrowser();
      await open(browser, '/');
      await eventually(async () => {
        const { html } = await browser.get('/?q=sextant');
        expect(html).toContain('Why this result');
        expect(html).toContain('It contains: sextant.');
        expect(html).toMatch(/aria-label="Words"><\/meter>\s*\d+% of the score, rank 1\s/);
        expect(html).toMatch(/aria-label="Meaning"><\/meter>\s*\d+% of the score, rank \d/);
      });
    });

    describe('contradictions', () => {
      const report = async (): Promise<{ first: string; second: string; id: string }> => {
        const [first, second] = [
          await store({ content: `The ferry ${randomUUID()} leaves at noon.` }),
          await store({ content: 'The ferry leaves at midnight.' }),
        ];
        const { id } = await tenant.data('POST', '/api/v2/memories/contradictions', {
          source_memory_id: first,
          target_memory_id: second,
          contradiction_type: 'direct',
          confidence: 0.9,
        });
        return { first, second, id: id as string };
      };

      test('are shown with both texts, and a decision keeps one memory and links to it', async () => {
        const { first, second } = await report();
        const browser = newBrowser();
        const page = await open(browser, `/memories/${second}`);
        expect(page.html).toContain('<h2 id="contradictions">Contradictions</h2>');
        expect(page.html).toContain(`href="/memories/${first}"`);
        const done = await browser.submit(withoutSignOut(page), { resolution: 'choose_memory_1' });
        expect([done.url, done.status]).toEqual([`${portalUrl}/memories/${second}`, 200]);
        expect(done.html).toContain('The contradiction is resolved.');
        expect(done.html).not.toContain('<h2 id="contradictions">');
        expect(done.html).toMatch(new RegExp(`inactive[^]*href="/memories/${first}"\\s*>Open the memory`));
        expect(await tenant.data('GET', `/api/v2/memories/${first}`)).toMatchObject({ is_active: true });
      });

      test('report that another decision was faster', async () => {
        const { first, id } = await report();
        const browser = newBrowser();
        const page = await open(browser, `/memories/${first}`);
        await tenant.data('POST', `/api/v2/memories/contradictions/${id}/resolve`, {
          resolution: 'keep_both',
        });
        const done = await browser.submit(withoutSignOut(page), { resolution: 'choose_memory_1' });
        expect(done.status).toBe(200);
        expect(done.html).toContain('The contradiction was not resolved.');
      });

      test('threat 11: request forgery: a form without a form token decides nothing', async () => {
        const { first, id } = await report();
        const browser = newBrowser();
        await open(browser, '/');
        const path = `/memories/${first}/contradictions/${id}`;
        expect((await browser.post(path, { resolution: 'choose_memory_1' })).status).toBe(403);
        const { contradictions } = await tenant.data('GET', `/api/v2/memories/${first}/contradictions`);
        expect(contradictions).toMatchObject([{ resolution_status: 'unresolved' }]);
      });

      test('offer no decision to a viewer', async () => {
        const { first } = await report();
        const { html } = await open(newBrowser(), `/memories/${first}`, await createUser('viewer'));
        expect(html).toContain('<h2 id="contradictions">');
        expect(html).not.toContain('Keep this memory');
      });
    });

    describe('the inbox', () => {
      /** Stores two memories that contradict each other, in another tenant, and waits for the suggestion. */
      const suggest = async (): Promise<{
        owner: string;
        older: string;
        newer: string;
        data: Tenant['data'];
      }> => {
        const other = await platform.createTenant();
        const owner = `${randomUUID()}@example.com`;
        await platform.sendToAuthServer({
          method: 'POST',
          path: '/admin/users',
          token: adminToken,
          body: { tenant_id: other.tenantId, email: owner, password: PASSWORD, role: 'owner' },
        });
        const create = async (content: string): Promise<string> =>
          ((await other.data('POST', '/api/v2/memories', { content })) as { id: string }).id;
        const older = await create('The launch is on June 12.');
        const newer = await create('The launch is on June 19.');
        await eventually(async () => {
          expect((await other.data('GET', '/api/v2/suggestions')).items).toHaveLength(1);
        });
        return { owner, older, newer, data: other.data };
      };

      test('shows both memories of a pair, marks what differs, and keeps the chosen one', async () => {
        const { owner, older, newer, data } = await suggest();
        const browser = newBrowser();
        const page = await open(browser, '/inbox', owner);
        expect(page.html).toContain('A contradiction');
        expect(page.html).toContain('The launch is on June <del>12</del>.');
        expect(page.html).toContain('The launch is on June <ins>19</ins>.');
        const done = await browser.submit(withoutSignOut(page), { decision: 'keep-newer', confirmed: 'yes' });
        expect(done.html).toContain('The newer memory stays.');
        expect(done.html).toContain('Nothing to decide.');
        expect(await data('GET', `/api/v2/memories/${newer}`)).toMatchObject({ is_active: true });
        expect(await data('GET', `/api/v2/memories/${older}`)).toMatchObject({ is_active: false });
        const { html } = await browser.get(`/memories/${older}`);
        expect(html).toContain(`href="/memories/${newer}"`);
      });

      test('asks for a confirmation before a decision that replaces a memory', async () => {
        const { owner, older, newer, data } = await suggest();
        const browser = newBrowser();
        const page = await open(browser, '/inbox', owner);
        const question = await browser.submit(withoutSignOut(page), { decision: 'keep-older' });
        expect(question.html).toContain('Keep only the older memory?');
        expect(await data('GET', `/api/v2/memories/${newer}`)).toMatchObject({ is_active: true });
        const done = await browser.submit(withoutSignOut(question));
        expect(done.html).toContain(`href="/memories/${older}"`);
        expect(await data('GET', `/api/v2/memories/${newer}`)).toMatchObject({ is_active: false });
      });

      test('keeps both memories, and does not suggest them again', async () => {
        const { owner, older, newer, data } = await suggest();
        const browser = newBrowser();
        const page = await open(browser, '/inbox', owner);
        const done = await browser.submit(withoutSignOut(page), { decision: 'keep-both' });
        expect(done.html).toContain('Both memories stay.');
        for (const id of [older, newer])
          expect(await data('GET', `/api/v2/memories/${id}`)).toMatchObject({ is_active: true });
        expect((await data('GET', '/api/v2/suggestions?status=dismissed')).items).toHaveLength(1);
      });

      test('threat 11: request forgery: forms without a form token decide, store and save nothing', async () => {
        const { owner, older, newer, data } = await suggest();
        const browser = newBrowser();
        await open(browser, '/inbox', owner);
        const [{ id }] = (await data('GET', '/api/v2/suggestions')).items;
        const decision = { decision: 'keep-newer', confirmed: 'yes', older, newer };
        for (const [path, fields] of [
          [`/inbox/suggestions/${id}`, decision],
          ['/home/memories', { content: 'Forged.' }],
          ['/searches', { name: 'Forged', q: 'forged' }],
          [`/searches/${id}/delete`, {}],
        ] as const) {
          expect((await browser.post(path, fields)).status).toBe(403);
        }
        expect((await data('GET', '/api/v2/suggestions')).items).toHaveLength(1);
        expect((await data('GET', '/api/v2/saved-searches')).items).toEqual([]);
        expect((await data('GET', '/api/v2/memories')).items).toHaveLength(2);
      });

      test('reports that the pair was decided in the meantime', async () => {
        const { owner, data } = await suggest();
        const browser = newBrowser();
        const page = await open(browser, '/inbox', owner);
        const { items } = await data('GET', '/api/v2/suggestions');
        await data('POST', `/api/v2/suggestions/${items[0].id}/resolve`, { action: 'dismiss' });
        const decision = { decision: 'keep-older', confirmed: 'yes' };
        const done = await browser.submit(withoutSignOut(page), decision);
        expect(done.html).toContain('Nothing was changed.');
      });
    });

    describe('the list of memories', () => {
      const TAG = 'lighthouse-log';
      const idsOf = ({ html }: Visit): string[] =>
        [...html.matchAll(/class="content" href="\/memories\/([^"]+)"/g)].map(([, id]) => id!);

      test('shows the memories of a tag, a type or a period, in the chosen order', async () => {
        const low = await store({
          content: 'Fog.',
          tags: [TAG],
          importance: 0.1,
          occurred_at: '2001-05-01T08:00:00Z',
        });
        const high = await store({ content: 'Storm.', tags: [TAG], importance: 0.9, memory_type: 'insight' });
        await store({ content: 'A memory with another tag.', tags: ['other'] });
        const browser = newBrowser();
        await open(browser, '/');
        const list = async (query: string) => idsOf(await browser.get(`/memories?tag=${TAG}&${query}`));
        await eventually(async () => {
          expect(await list('')).toEqual([high, low]);
        });
        expect(await list('sort=created_at')).toEqual([low, high]);
        expect(await list('sort=-importance')).toEqual([high, low]);
        expect(await list('type=insight')).toEqual([high]);
        expect(await list('from=2001-05-01&to=2001-05-01')).toEqual([low]);
        const { html } = await browser.get(`/memories?tag=${TAG}`);
        expect(html).toContain('2 memories.');
        expect(html).toContain(`href="/memories?type=insight"`);
        expect(html).toContain(`href="/memories?tag=${TAG}"`);
      });

      test('has pages without repeated or missing memories', async () => {
        const ids: string[] = [];
        for (let number = 0; number < 30; number++)
          ids.push(await store({ content: `Entry ${number}.`, tags: ['paged'] }));
        const browser = newBrowser();
        await open(browser, '/');
        const first = await browser.get('/memories?tag=paged');
        expect(first.html).not.toContain('First page');
        const next = /href="([^"]+)">Next page/.exec(first.html)![1]!.replaceAll('&amp;', '&');
        const second = await browser.get(next);
        expect(second.html).toContain('First page');
        expect(second.html).not.toContain('Next page');
        expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.reverse());
      });

      test('threat 1: tenant crossing: shows nothing of another tenant', async () => {
        const other = await platform.createTenant();
        await other.data('POST', '/api/v2/memories', { content: 'Foreign.', tags: ['foreign-log'] });
        const browser = newBrowser();
        const { html } = await open(browser, '/memories?tag=foreign-log');
        expect(html).toContain('No memories.');
      });

      test('escapes the tag of the URL', async () => {
        const browser = newBrowser();
        const { html } = await open(browser, '/memories?tag=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
        expect(html).not.toContain('<script>');
      });
    });

    test('the pages show the event time of a memory and the time at which it was stored', async () => {
      const conversation = { conversation_id: randomUUID() };
      const storeAt = (content: string, occurred_at: string) =>
        store({ content, occurred_at, metadata: conversation });
      const later = await storeAt('The bridge opened to traffic.', '2019-05-02T09:00:00Z');
      const middle = await storeAt('The bridge passed its zeppelin inspection.', '2019-05-01T09:00:00Z');
      const earlier = await storeAt('The bridge was painted.', '2019-04-30T09:00:00Z');
      const now = await store({ content: 'A plain note.' });
      const today = new Date().toISOString().slice(0, 10);
      const browser = newBrowser();
      const page = await open(browser, `/memories/${middle}`);
      expect(page.html).toMatch(/<dt>Time<\/dt>\s*<dd><time[^>]*>2019-05-01 09:00 UTC/);
      expect(page.html).toMatch(new RegExp(`<dt>Stored</dt>\\s*<dd><time[^>]*>${today}`));
      const line = page.html.slice(page.html.indexOf('In the same conversation'));
      const positions = [earlier, 'class="here"', later].map((text) => line.indexOf(text));
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      expect(positions[0]).toBeGreaterThan(0);
      expect((await browser.get(`/memories/${now}`)).html).not.toContain('<dt>Stored</dt>');
      const shown = new RegExp(`2019-05-01 09:00 UTC</time>\\s*<span>stored <time[^>]*>${today}`);
      expect((await browser.get('/')).html).toMatch(shown);
      await eventually(async () => {
        expect((await browser.get('/?q=zeppelin')).html).toMatch(shown);
      });
    });

    test('the search page escapes the query', async () => {
      const browser = newBrowser();
      await open(browser, '/');
      const { html } = await browser.get('/?q=%3Cscript%3Ealert(1)%3C/script%3E');
      expect(html).not.toContain('<script>');
    });

    test('a citation URL of a document opens the passage and its neighbors', async () => {
      const text = Array.from(
        { length: 30 },
        (_, line) => `Line ${line} describes harbors and their lights.`,
      );
      const form = new FormData();
      form.set('file', new Blob([text.join('\n\n')], { type: 'text/plain' }), 'harbors.txt');
      const upload = await fetch(`${platform.baseUrl}/api/v2/documents/upload?include_chunk_ids=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}` },
        body: form,
      });
      const { data } = (await upload.json()) as {
        data: { id: string; metadata: { chunk_ids: string[] } };
      };
      const [, passage] = data.metadata.chunk_ids;
      const browser = newBrowser();
      await open(browser, '/');
      await eventually(async () => {
        const page = await browser.get(`/memories/${passage}`);
        expect(page.status).toBe(200);
        expect(page.html).toContain('harbors.txt');
        expect(page.html).toContain(`Passage 2 of ${data.metadata.chunk_ids.length}`);
        expect(page.html).toContain('Line 0 describes');
      });
      await eventually(async () => {
        const { html } = await browser.get('/?q=harbors+lights');
        expect(html).toContain(`harbors.txt, passage 1 of ${data.metadata.chunk_ids.length}`);
      });
      const whole = await browser.get(`/memories/${data.id}`);
      expect(whole.status).toBe(200);
      expect(whole.html).toContain('Line 0 describes');
      expect(whole.html).toContain('Line 29 describes');
    });

    describe('reprocessing a document', () => {
      let id: string;
      const upload = async (name: string, text: string): Promise<string> => {
        const form = new FormData();
        form.set('file', new Blob([text], { type: 'text/plain' }), name);
        const response = await fetch(`${platform.baseUrl}/api/v2/documents/upload`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.token}` },
          body: form,
        });
        return ((await response.json()) as { data: { id: string } }).data.id;
      };
      const firstChunk = async (): Promise<string> => {
        const path = `/api/v2/documents/${id}?include_chunks=true`;
        const { chunks } = (await tenant.data('GET', path)) as { chunks: { id: string }[] };
        return chunks[0]!.id;
      };
      beforeAll(async () => {
        id = await upload('almanac.txt', 'The almanac lists the tides of the harbor.');
      });

      test('replaces the passages after a confirmation, and reports their number', async () => {
        const browser = newBrowser();
        const page = await open(browser, `/memories/${id}`);
        expect(page.html).toContain(`/documents/${id}/reprocess`);
        const before = await firstChunk();
        const confirmation = await browser.get(`/documents/${id}/reprocess`);
        expect(confirmation.html).toContain('Reprocess almanac.txt?');
        expect(await firstChunk()).toBe(before);
        const done = await browser.submit(withoutSignOut(confirmation));
        expect([done.url, done.status]).toEqual([`${portalUrl}/documents/${id}`, 200]);
        expect(done.html).toContain('The document is reprocessed and has 1 passage.');
        expect(await firstChunk()).not.toBe(before);
        expect((await browser.get(`/memories/${id}`)).html).not.toContain('is reprocessed');
      });

      test('threat 11: request forgery: a form without a form token reprocesses nothing', async () => {
        const browser = newBrowser();
        await open(browser, '/');
        const before = await firstChunk();
        const forged = await browser.post(`/documents/${id}/reprocess`, {});
        expect([forged.status, forged.html.includes(`href="/documents/${id}"`)]).toEqual([403, true]);
        expect(await firstChunk()).toBe(before);
      });

      test('is not offered to a viewer', async () => {
        const viewer = newBrowser();
        const page = await open(viewer, `/memories/${id}`, await createUser('viewer'));
        expect(page.html).toContain('The almanac lists the tides');
        expect(page.html).not.toContain('/reprocess');
        const { html } = await viewer.get('/keys');
        const csrf = csrfOf({ ...page, html });
        const refused = await viewer.post(`/documents/${id}/reprocess`, { csrf });
        expect(refused.status).toBe(403);
      });
    });

    test('threat 1: tenant crossing: the page of a foreign memory equals the page of an unknown id', async () => {
      const otherTenant = await platform.createTenant();
      const foreign = (await otherTenant.data('POST', '/api/v2/memories', { content: 'Secret.' })) as {
        id: string;
      };
      const browser = newBrowser();
      await open(browser, '/');
      const foreignPage = await browser.get(`/memories/${foreign.id}`);
      const unknownId = randomUUID();
      const unknownPage = await browser.get(`/memories/${unknownId}`);
      expect([foreignPage.status, unknownPage.status]).toEqual([404, 404]);
      // The link to the other language contains the path of the page.
      expect(foreignPage.html.replaceAll(foreign.id, unknownId)).toBe(unknownPage.html);
    });

    test('the page of a malformed id returns 404', async () => {
      const browser = newBrowser();
      await open(browser, '/');
      expect((await browser.get('/memories/no-id')).status).toBe(404);
    });

    test('threat 25: API key handling: a key that the keys page showed once can be revoked', async () => {
      const browser = newBrowser();
      const page = await open(browser, '/keys');
      const created = await browser.submit(withoutSignOut(page), { name: 'import', permissions: 'read' });
      const key = /loci_[0-9a-f]{12}_[\w-]{43}/.exec(created.html)![0];
      expect((await browser.get('/keys')).html).not.toContain(key);
      const exchange = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: key });
      expect(exchange.status).toBe(200);
      const listed = await browser.get('/keys');
      const action = /\/keys\/[0-9a-f-]+\/revoke/.exec(listed.html)![0];
      const confirmation = await browser.get(action);
      expect(confirmation.html).toContain('Revoke the API key import?');
      const revoked = await browser.submit(withoutSignOut(confirmation));
      expect(revoked.html).toContain('The key is revoked');
      const again = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: key });
      expect(again.status).toBe(401);
    });

    test('the confirmation of a revocation names a key that is not among the newest 100', async () => {
      const browser = newBrowser();
      const page = await open(browser, '/keys');
      await browser.submit(withoutSignOut(page), { name: 'oldest', permissions: 'read' });
      const action = /\/keys\/[0-9a-f-]+\/revoke/.exec((await browser.get('/keys')).html)![0];
      for (let batch = 0; batch < 10; batch++)
        await Promise.all(Array.from({ length: 10 }, () => tenant.createKey(['read'])));
      expect((await browser.get('/keys')).html).not.toContain('oldest');
      expect((await browser.get(action)).html).toContain('Revoke the API key oldest?');
    });

    test('the workspace page shows the stored bytes and the quotas of the tenant', async () => {
      const other = await platform.createTenant();
      const { body } = await platform.sendToAuthServer({
        method: 'POST',
        path: '/admin/users',
        token: adminToken,
        body: { tenant_id: other.tenantId, email: `${randomUUID()}@example.com`, password: PASSWORD },
      });
      await other.data('POST', '/api/v2/memories', { content: 'x'.repeat(3_000) });
      const browser = newBrowser();
      await open(browser, '/', body.data.email);
      await eventually(async () => {
        const { html } = await browser.get('/workspace');
        const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
        expect(text).toMatch(
          /Your role is Member\. .*Memories 2\.9 KiB 10 GiB 0 % Documents 0 bytes 50 GiB 0 % Artifacts 0 bytes 10 GiB 0 %/,
        );
      });
      expect((await browser.get('/')).html).toContain('href="/workspace"');
      expect((await browser.get('/workspace')).html).not.toContain('Delete the workspace');
    });

    describe('deleting a workspace', () => {
      let doomed: Tenant;
      let name: string;
      const addUser = async (role: string): Promise<string> => {
        const address = `${randomUUID()}@example.com`;
        await platform.sendToAuthServer({
          method: 'POST',
          path: '/admin/users',
          token: adminToken,
          body: { tenant_id: doomed.tenantId, email: address, password: PASSWORD, role },
        });
        return address;
      };
      const getTenant = async () =>
        (
          await platform.sendToAuthServer({
            method: 'GET',
            path: `/admin/tenants/${doomed.tenantId}`,
            token: adminToken,
          })
        ).body.data;
      beforeAll(async () => {
        doomed = await platform.createTenant();
        ({ name } = await getTenant());
      });

      test('is not possible for a member', async () => {
        const member = newBrowser();
        const page = await open(member, '/workspace/delete', await addUser('member'));
        expect([page.status, page.html.includes('Only owners')]).toEqual([403, true]);
        const csrf = csrfOf(await member.get('/workspace'));
        expect((await member.post('/workspace/delete', { csrf, name, password: PASSWORD })).status).toBe(403);
        expect((await getTenant()).status).toBe('active');
      });

      test('requires a form token, the name of the workspace and the password of the owner', async () => {
        const owner = newBrowser();
        const page = await open(owner, '/workspace', await addUser('owner'));
        expect(page.html).toContain('href="/workspace/delete"');
        const form = withoutSignOut(await owner.get('/workspace/delete'));
        expect(form.html).toContain('all memories, relationships, documents, artifacts and traits');
        expect((await owner.post('/workspace/delete', { name, password: PASSWORD })).status).toBe(403);
        for (const fields of [
          { name: 'another', password: PASSWORD },
          { name, password: 'another password' },
        ]) {
          const rejected = await owner.submit(form, fields);
          expect([rejected.status, rejected.html.includes('role="alert"')]).toEqual([422, true]);
        }
        expect((await getTenant()).status).toBe('active');
      });

      test('ends the session of the owner and shows the progress of the deletion', async () => {
        await doomed.data('POST', '/api/v2/memories', { content: 'A memory that will be deleted.' });
        const owner = newBrowser();
        await open(owner, '/', await addUser('owner'));
        const form = withoutSignOut(await owner.get('/workspace/delete'));
        const progress = await owner.submit(form, { name, password: PASSWORD });
        expect(progress.url).toContain(`${portalUrl}/workspace/deletions/`);
        expect([progress.status, progress.headers.get('refresh')]).toEqual([200, '10']);
        expect(progress.html).toContain('The workspace is being deleted');
        expect((await getTenant()).status).toBe('deleting');
        expect((await owner.get('/')).html).toContain('name="password"');
        expect((await owner.get(progress.url)).status).toBe(200);
        await eventually(async () => {
          expect(
            (await platform.sendUnchecked({ method: 'GET', path: '/api/v2/memories', token: doomed.token }))
              .status,
          ).toBe(401);
        }, 30_000);
      }, 40_000);

      test.each(['x', '01a2018e-a1f3-7000-8b6e-44d0c6c0e9b2.x'])(
        'the progress page of the invalid token %s returns 404',
        async (token) => {
          expect((await newBrowser().get(`/workspace/deletions/${token}`)).status).toBe(404);
        },
      );
    });

    describe('the page of the people', () => {
      let owner: Browser;
      beforeAll(async () => {
        owner = newBrowser();
        await open(owner, '/people');
      });

      /** Sends a form of the page of the people. */
      const send = async (action: string, fields: Record<string, string> = {}): Promise<Visit> => {
        const csrf = csrfOf(await owner.get('/people'));
        return owner.post(action, { csrf, ...fields });
      };

      const idOf = async (address: string): Promise<string> => {
        const { html } = await owner.get('/people');
        const row = html
          .split('<tr>')
          .slice(1)
          .find((one) => one.includes(address))!;
        return /\/people\/([0-9a-f-]{36})\//.exec(row)![1]!;
      };

      test('an owner removes a member after a confirmation', async () => {
        const address = await createUser('member');
        const id = await idOf(address);
        const confirmation = await owner.get(`/people/${id}/remove`);
        expect(confirmation.html).toContain(`Remove ${address}?`);
        expect((await owner.get('/people')).html).toContain(address);
        const removed = await owner.submit(withoutSignOut(confirmation));
        expect(removed.html).toContain('The person is removed');
        expect(removed.html).not.toContain(address);
      });

      test('an owner changes the role of a member', async () => {
        const id = await idOf(await createUser('member'));
        const changed = await send(`/people/${id}/role`, { role: 'viewer' });
        expect(changed.html).toContain('The role is changed.');
      });

      test('threat 26: an owner revokes the API keys and tokens of a member', async () => {
        const userId = await idOf(await createUser('member'));
        const { body } = await platform.sendToAuthServer({
          method: 'POST',
          path: '/admin/api-keys',
          token: adminToken,
          body: { tenant_id: tenant.tenantId, user_id: userId, name: 'script', permissions: ['read'] },
        });
        const exchange = { method: 'POST', path: '/api/v2/auth/token', token: body.data.api_key };
        await send(`/people/${userId}/revoke-access`, { keep_keys: 'yes' });
        expect((await platform.send(exchange)).status).toBe(200);
        const done = await send(`/people/${userId}/revoke-access`);
        expect(done.html).toContain('The person is signed out');
        expect((await platform.send(exchange)).status).toBe(401);
      });

      test('the last owner cannot be removed or lose the role', async () => {
        const id = await idOf(email);
        for (const [action, fields] of [
          [`/people/${id}/remove`, {}],
          [`/people/${id}/role`, { role: 'member' }],
        ] as const) {
          const page = await send(action, fields);
          expect([page.status, page.html.includes('last owner')]).toEqual([409, true]);
        }
      });

      test('an invitation link that was shown once can be withdrawn', async () => {
        const created = await send('/people/invite', { email: 'new@example.com', role: 'viewer' });
        const link = new RegExp(`${authUrl}/welcome/[\\w-]{43}`).exec(created.html)![0];
        const listed = await owner.get('/people');
        expect([listed.html.includes(link), listed.html.includes('new@example.com')]).toEqual([false, true]);
        const action = /\/people\/invitations\/[0-9a-f-]+\/withdraw/.exec(listed.html)![0];
        expect((await send(action)).html).toContain('The invitation is withdrawn.');
        expect((await newBrowser().get(link)).status).toBe(404);
      });

      test('threat 26: an invitation of an owner does not replace the password of an account', async () => {
        const address = await createUser('member');
        const created = await send('/people/invite', { email: address });
        const link = new RegExp(`${authUrl}/welcome/[\\w-]{43}`).exec(created.html)![0];
        const browser = newBrowser();
        const password = 'a password of the owner';
        const page = await browser.submit(await browser.get(link), { password, repeated: password });
        expect(page.status).toBe(401);
      });

      test('a member who is not an owner cannot open the page', async () => {
        const member = newBrowser();
        const page = await open(member, '/people', await createUser('member'));
        expect([page.status, page.html.includes('Only owners can use this page')]).toEqual([403, true]);
      });
    });

    test.each([
      ['GET', '/api/v2/auth/api-keys'],
      ['POST', '/api/v2/auth/api-keys'],
      ['GET', '/api/v2/auth/members'],
      ['GET', '/api/v2/auth/invitations'],
      ['GET', '/api/v2/auth/connections'],
      ['DELETE', '/api/v2/auth/connections/x'],
      ['GET', '/api/v2/auth/tenant'],
      ['DELETE', '/api/v2/auth/api-keys/00000000-0000-7000-8000-000000000000'],
    ])('%s %s rejects an access token of an API key', async (method, path) => {
      const { status, body } = await platform.sendUnchecked({
        method,
        path,
        token: tenant.token,
        body: method === 'POST' ? { name: 'another', permissions: ['read'] } : undefined,
      });
      expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    });

    test('the keys page rejects a key with the name of another key', async () => {
      const browser = newBrowser();
      const page = await open(browser, '/keys', await createUser('member'));
      const key = { name: 'nightly', permissions: 'read', lifetime: '30' };
      const created = await browser.submit(withoutSignOut(page), key);
      const expiry = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      expect(created.html).toContain(expiry);
      const second = await browser.submit(withoutSignOut(page), key);
      expect([second.status, second.html.includes('already exists')]).toEqual([409, true]);
    });

    test('the keys page links to the older keys if there are more than 100 keys', async () => {
      const browser = newBrowser();
      const user = await createUser('member');
      await open(browser, '/keys', user);
      const members = await platform.sendToAuthServer({
        method: 'GET',
        path: `/admin/users?tenant_id=${tenant.tenantId}&per_page=100`,
        token: adminToken,
      });
      const { user_id: userId } = members.body.data.items.find(
        (one: { email: string }) => one.email === user,
      );
      for (let i = 0; i < 101; i++) {
        const body = {
          tenant_id: tenant.tenantId,
          user_id: userId,
          name: `key ${i}.`,
          permissions: ['read'],
        };
        await platform.sendToAuthServer({ method: 'POST', path: '/admin/api-keys', token: adminToken, body });
      }
      const first = await browser.get('/keys');
      expect([first.html.includes('key 100.'), first.html.includes('key 0.')]).toEqual([true, false]);
      expect(first.html).toContain('/keys?page=2');
      expect((await browser.get('/keys?page=2')).html).toContain('key 0.');
    });

    test('a member does not see the keys of other users', async () => {
      const member = newBrowser();
      const page = await open(member, '/keys', await createUser('member'));
      expect(page.html).toContain('No active keys.');
    });

    test('a viewer cannot create keys', async () => {
      const viewer = newBrowser();
      const viewed = await open(viewer, '/keys', await createUser('viewer'));
      expect(viewed.status).toBe(200);
      expect(viewed.html).not.toContain('Create key');
    });

    test('threat 11: request forgery: forms without a form token have no effect', async () => {
      const browser = newBrowser();
      await open(browser, '/keys');
      const forged = { name: 'evil', permissions: 'read' };
      expect((await browser.post('/keys', forged)).status).toBe(403);
      expect((await browser.post('/sign-out', {})).status).toBe(403);
      expect((await browser.get('/keys')).html).not.toContain('evil');
    });

    test('access tokens do not reach the browser', async () => {
      const browser = newBrowser();
      const page = await open(browser, '/');
      expect(page.html).not.toContain('eyJ');
      expect(browser.cookies().sort()).toEqual(
        expect.arrayContaining(['loci_portal', 'loci_portal_form', 'loci_session']),
      );
    });

    const signOut = (browser: Browser, page: Visit): Promise<Visit> =>
      browser.post('/sign-out', { csrf: csrfOf(page) });

    test('signing out of the portal ends the session at the authorization server', async () => {
      const browser = newBrowser();
      const out = await signOut(browser, await open(browser, '/'));
      expect([out.url, out.html.includes('You are signed out')]).toEqual([`${portalUrl}/sign-out`, true]);
      expect((await browser.get(`${authUrl}/`)).html).not.toContain('You are signed in');
      expect((await browser.get('/')).html).toContain('name="password"');
    });

    test('signing out at the authorization server ends the session of the portal', async () => {
      const browser = newBrowser();
      await open(browser, '/');
      await browser.submit(await browser.get(`${authUrl}/sign-out`));
      await eventually(async () => {
        expect((await browser.get('/')).html).toContain('name="password"');
      }, 30_000);
    }, 40_000);

    test('threat 26: a password reset ends the session of the portal', async () => {
      const user = await createUser('member');
      const browser = newBrowser();
      await open(browser, '/', user);
      const { body } = await platform.sendToAuthServer({
        method: 'POST',
        path: '/admin/invitations',
        token: adminToken,
        body: { tenant_id: tenant.tenantId, email: user },
      });
      const other = newBrowser();
      const form = await other.get(body.data.invitation_url);
      const password = 'another long password';
      expect((await other.submit(form, { password, repeated: password })).status).toBe(200);
      await eventually(async () => {
        expect((await browser.get('/')).html).toContain('name="password"');
      }, 30_000);
    }, 40_000);

    test.each(['/callback', '/callback?code=x&state=y', '/callback?error=access_denied&state=y'])(
      'threat 11: request forgery: the callback %s without a pending sign-in is rejected with 400',
      async (path) => {
        expect((await newBrowser().get(path)).status).toBe(400);
      },
    );

    test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
      'signing in does not redirect to %s',
      async (target) => {
        const page = await open(newBrowser(), `/sign-in?return_to=${encodeURIComponent(target)}`);
        expect(page.url).toBe(`${portalUrl}/`);
      },
    );

    test('/device redirects to the authorization server with only the user code', async () => {
      const page = await newBrowser().get('/device?user_code=ABCD-EFGH&x=1');
      expect(page.url).toBe(`${authUrl}/oauth/device?user_code=ABCD-EFGH`);
      expect(page.html).toContain('ABCD-EFGH');
    });

    test('the content security policy forbids inline scripts, frames and foreign form targets', async () => {
      const page = await open(newBrowser(), '/keys');
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`form-action 'self' ${authUrl}`);
      expect(policy).toContain("script-src 'self';");
      expect(page.html).not.toMatch(/<script(?! type="module" src=")|javascript:|\son\w+=|style="/);
    });

    test('threat 14: DNS rebinding and host header injection: redirects ignore X-Forwarded-Host', async () => {
      const response = await fetch(portalUrl, {
        headers: { 'x-forwarded-host': 'evil.example' },
        redirect: 'manual',
      });
      expect(response.headers.get('location')).toMatch(/^\/sign-in/);
    });
  });
}

/** Returns the CSRF token of the forms on a page. */
const csrfOf = ({ html }: Visit): string => /name="csrf" value="([^"]+)"/.exec(html)![1]!;

/** Removes the forms of the navigation, so that the main form of the page comes first. */
const withoutSignOut = (page: Visit): Visit => ({
  ...page,
  html: page.html.replace(/<form[^>]*action="\/(?:language|sign-out)"[\s\S]*?<\/form>/g, ''),
});
