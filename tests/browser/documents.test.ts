// cspell:ignore connectionreset
import { request as httpRequest } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser, waitForScripts } from './support/describe-in-browser.ts';
import { expectInterruptions } from './support/watch-page.ts';

const HOSTILE = '<img src=x onerror="document.title=\'attacked\'">';

const MIB = 1_048_576;

/** A file for a file field. */
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

const HARBOR = [
  '# Harbor log',
  `The lighthouse keeper is Ines. ${HOSTILE}`,
  '## Ropes',
  ...Array.from(
    { length: 12 },
    (_, line) => `Rope ${line} is stored in shed ${line}, and was bought in 19${line + 10}.`,
  ),
  '## Tides',
  ...Array.from(
    { length: 12 },
    (_, line) => `On day ${line}, the tide was ${line + 2} feet high at the old pier.`,
  ),
  '| Ship | Berth |\n|---|--:|\n| Aurora | 4 |',
].join('\n\n');

async function upload(tenant: Tenant, name: string, text: string, baseUrl: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([text]), name);
  const response = await fetch(`${baseUrl}/api/v2/documents/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body: form,
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

const chooseFiles = (page: Page, files: ReturnType<typeof textFile>[]): Promise<void> =>
  page.setInputFiles('input[type=file]', files);

describeInBrowser('the documents of the portal', (browser) => {
  test('explains the empty list', async () => {
    const { page } = await browser.signIn({ path: '/documents' });
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    await checkPage(page, 'documents-empty');
  });

  test('uploads chosen and dropped files with progress, and reports rejected and repeated files', async () => {
    const { page } = await browser.signIn({ path: '/documents' });
    const text = 'The harbor opens at six.';
    await chooseFiles(page, [
      textFile('opening.txt', text),
      textFile(`${HOSTILE}.txt`, 'Hostile name.'),
      textFile('empty.txt', ''),
    ]);
    const uploads = page.locator('.uploads');
    await uploads.getByRole('link', { name: 'opening.txt' }).waitFor();
    await uploads.getByText('The file is empty').waitFor();
    await uploads.getByRole('link', { name: `${HOSTILE}.txt` }).waitFor();
    expect(await page.title()).toBe('Documents · Loci');
    await page.locator('tbody tr', { hasText: 'opening.txt' }).getByText('Ready').waitFor();
    await checkPage(page, 'documents-uploads');
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], 'copy.txt'));
      document.querySelector('.drop-zone').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    })()`);
    await uploads.getByText('Already stored, nothing changed').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Clear the list' }).click();
    expect(await uploads.count()).toBe(0);
  });

  test.each(['**/api/v2/documents/uploads', '**/api/v2/documents/uploads/*'])(
    'continues without an action of the user after a request to %s was interrupted',
    async (pattern) => {
      const { page } = await browser.signIn({ path: '/documents' });
      expectInterruptions(page);
      await page.route(pattern, (route) => route.abort('connectionreset'), { times: 1 });
      await chooseFiles(page, [textFile('tides.txt', 'High tide is at noon.')]);
      await page.getByText('The upload continues in a moment.').waitFor();
      await page.getByText('Stored in 1 passage').waitFor();
    },
  );

  describe('of a large file', () => {
    // Most of the file is white space, so that it is parsed quickly.
    const content = `High tide is at noon.${' '.repeat(6 * MIB)}Low tide is at six.`;
    let folder: string;
    let path: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'loci-'));
      path = join(folder, 'tides.txt');
      writeFileSync(path, content);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /**
     * Opens the list and chooses the file. The connection of the first request with bytes is cut after 1.5 MiB. Resolves when
     * the server has stored these bytes.
     *
     * @param isReported false if the browser waits for the response
     */
    async function chooseAndCut({ isReported }: { isReported: boolean }) {
      const { page, tenant } = await browser.signIn({ path: '/documents' });
      expectInterruptions(page);
      const offsets: Record<string, number[]> = { HEAD: [], PATCH: [] };
      page.on('request', (request) => {
        if (request.method() === 'PATCH') offsets['PATCH']!.push(Number(request.headers()['upload-offset']));
      });
      page.on('response', (response) => {
        if (response.request().method() === 'HEAD')
          offsets['HEAD']!.push(Number(response.headers()['upload-offset']));
      });
      const isCut = Promise.withResolvers<void>();
      await page.route(
        '**/api/v2/documents/uploads/*',
        async (route) => {
          await sendPart(page, route.request());
          if (isReported) await route.abort('connectionreset');
          isCut.resolve();
        },
        { times: 1 },
      );
      await page.setInputFiles('input[type=file]', path);
      await isCut.promise;
      return { page, tenant, offsets };
    }

    /** Sends the first bytes of a request of the browser through a connection that is then cut. */
    async function sendPart(page: Page, request: Request): Promise<void> {
      const url = request.url();
      const cookies = await page.context().cookies(url);
      const headers = {
        ...request.headers(),
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      };
      const connection = httpRequest(url, {
        method: 'PATCH',
        agent: false,
        headers: { ...headers, 'content-length': String(4 * MIB) },
      });
      connection.on('error', () => undefined);
      connection.write(content.slice(0, 1.5 * MIB));
      const waitForOffset = (offset: number): Promise<void> =>
        eventually(async () => {
          const state = await page.request.head(url, { headers: { ...headers, 'content-type': '' } });
          expect(Number(state.headers()['upload-offset'])).toBe(offset);
        });
      await waitForOffset(MIB);
      connection.destroy();
      await waitForOffset(1.5 * MIB);
    }

    /** Checks that the bytes that the server had were not sent again, and that the stored file is complete. */
    async function expectResumed({ page, tenant, offsets }: Awaited<ReturnType<typeof chooseAndCut>>) {
      await page.getByText(/^Stored in/).waitFor();
      expect(offsets).toEqual({ HEAD: [1.5 * MIB], PATCH: [0, 1.5 * MIB, 5.5 * MIB] });
      const { items } = await tenant.data('GET', '/api/v2/documents');
      const { portalUrl } = browser.platform();
      const stored = await page.request.get(`${portalUrl}/documents/${items[0].id}/download`);
      expect((await stored.text()) === content).toBe(true);
    }

    test('continues after the received bytes when the connection was cut', async () => {
      await expectResumed(await chooseAndCut({ isReported: true }));
    });

    test('continues after the received bytes when the same file is chosen after a reload', async () => {
      const upload = await chooseAndCut({ isReported: false });
      const { page } = upload;
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await waitForScripts(page);
      await page.setInputFiles('input[type=file]', path);
      await expectResumed(upload);
    });
  });

  test('reports which file was interrupted too often, and repeats it with the keyboard', async () => {
    const { page } = await browser.signIn({ path: '/documents' });
    expectInterruptions(page);
    let attempts = 0;
    await page.route('**/api/v2/documents/uploads', (route) => {
      const metadata = route.request().headers()['upload-metadata'];
      if (metadata !== `filename ${Buffer.from('tides.txt').toString('base64')}`) return route.continue();
      attempts++;
      return route.abort('connectionreset');
    });
    await chooseFiles(page, [
      textFile('tides.txt', 'High tide is at noon.'),
      textFile('ropes.txt', 'Ropes are in shed 4.'),
    ]);
    await page.getByText('Stored in 1 passage').waitFor();
    const failed = page.locator('.uploads .failed');
    await failed.waitFor();
    expect(await failed.textContent()).toMatch(/^tides\.txtThe connection was interrupted at 0 %/);
    expect(attempts).toBe(4);
    await checkPage(page, 'documents-interrupted');
    await page.unroute('**/api/v2/documents/uploads');
    await page.getByRole('button', { name: 'Try again: tides.txt' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.uploads li', { hasText: 'tides.txt' }).getByText('Stored in 1 passage').waitFor();
  });

  test('sends a file that was chosen without a connection when the connection is back', async () => {
    const { page } = await browser.signIn({ path: '/documents' });
    await page.context().setOffline(true);
    await chooseFiles(page, [textFile('tides.txt', 'High tide is at noon.')]);
    await page.getByText('There is no connection. The file is sent when the connection is back.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Stored in 1 passage').waitFor();
  });

  test('rejects a file over the limit before it is sent', async () => {
    const { page } = await browser.signIn({ path: '/documents' });
    const folder = mkdtempSync(join(tmpdir(), 'loci-'));
    const path = join(folder, 'large.txt');
    writeFileSync(path, 'a'.repeat(20_971_521));
    await page.setInputFiles('input[type=file]', path);
    await page.getByText('The file is larger than 21 MB.').waitFor();
    rmSync(folder, { recursive: true });
  });

  test('cancels an upload', async () => {
    const { page } = await browser.signIn({ path: '/documents' });
    await page.route('**/api/v2/documents/uploads/*', () => undefined);
    await chooseFiles(page, [textFile('tides.txt', 'High tide is at noon.')]);
    await page.getByRole('button', { name: 'Cancel: tides.txt' }).click();
    await page.getByText('Canceled').waitFor();
    await page.unroute('**/api/v2/documents/uploads/*');
  });

  test('uploads several files without JavaScript, and rejects a forged form', async () => {
    const { page } = await browser.signIn({ path: '/documents', context: { javaScriptEnabled: false } });
    await chooseFiles(page, [textFile('one.txt', 'First file.'), textFile('two.xyz', 'Second file.')]);
    await page.getByRole('button', { name: 'Upload files' }).click();
    await page.getByRole('alert').getByText('1 file is stored. two.xyz was not stored.').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.evaluate(`document.querySelector('.drop-zone input[name=csrf]').remove()`);
    await chooseFiles(page, [textFile('three.txt', 'Third file.')]);
    await page.getByRole('button', { name: 'Upload files' }).click();
    await page.getByRole('heading', { name: 'Try again' }).waitFor();
    await page.goto(`${browser.platform().portalUrl}/documents`);
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  test('reads, searches, downloads, reprocesses and deletes a document with the keyboard', async () => {
    const { baseUrl } = browser.platform();
    const tenant = await browser.platform().createTenant();
    const id = await upload(tenant, 'harbor.md', HARBOR, baseUrl);
    const { page } = await browser.signIn({ tenant, path: '/documents' });
    await page.getByRole('link', { name: 'harbor.md' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Harbor log' }).waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.locator('.markdown h3', { hasText: 'Ropes' }).count()).toBe(1);
    expect(await page.locator('.markdown').getByText(HOSTILE).count()).toBe(1);
    await checkPage(page, 'document');

    await page.keyboard.press('/');
    await page.keyboard.type('lighthouse keeper');
    await page.keyboard.press('Enter');
    const found = page.locator('.results a').first();
    await found.waitFor();
    expect(await page.locator('.markdown mark').first().textContent()).toBe('lighthouse');
    await checkPage(page, 'document-search');
    await found.press('Enter');
    await page.waitForURL('**/documents/passages/*');
    expect(await page.locator('.panel mark').allTextContents()).toEqual(['lighthouse', 'keeper']);
    await checkPage(page, 'passage');
    await page.getByRole('link', { name: 'Next passage' }).press('Enter');
    await page.getByText('Passage 2 of').waitFor();
    await page.getByRole('link', { name: 'Previous passage' }).press('Enter');
    await page.getByText('Passage 1 of').waitFor();
    await page.getByRole('link', { name: 'Read the whole document' }).press('Enter');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe('harbor.md');
    expect(readFileSync((await download.path())!, 'utf8')).toBe(HARBOR);

    await page.getByRole('link', { name: 'Reprocess' }).press('Enter');
    await page.getByRole('button', { name: 'Reprocess document' }).press('Enter');
    await page.getByText('The document is reprocessed and has').waitFor();
    await page.getByRole('link', { name: 'Delete' }).press('Enter');
    await page.getByRole('heading', { name: 'Delete harbor.md?' }).waitFor();
    await checkPage(page, 'document-delete');
    await page.getByRole('button', { name: 'Delete document' }).press('Enter');
    await page.getByText('harbor.md is deleted.').waitFor();
    expect((await tenant.call('GET', `/api/v2/documents/${id}`)).status).toBe(404);
  });

  test('opens a section from the contents, goes back a page, and searches only this document', async () => {
    const { baseUrl, portalUrl } = browser.platform();
    const tenant = await browser.platform().createTenant();
    const lines = (word: string, count: number): string =>
      Array.from(
        { length: count },
        (_, line) => `${word} ${line} lies at the pier, and waits for the tide.`,
      ).join(' ');
    const chapters = ['Ships', 'Ropes', 'Tides'].map((name) => `# ${name}\n\n${lines(name, 250)}`);
    const id = await upload(
      tenant,
      'manual.md',
      `${chapters.join('\n\n')}\n\n## ${HOSTILE}\n\nA buoy.`,
      baseUrl,
    );
    const crowd = Array.from(
      { length: 150 },
      (_, line) => `# Buoy ${line}\n\nA buoy, a red buoy: buoy ${line}.`,
    );
    await upload(tenant, 'crowd.md', crowd.join('\n\n'), baseUrl);
    const { page } = await browser.signIn({ tenant, path: `/documents/${id}` });
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByText('Contents', { exact: true }).click();
    expect(await page.locator('.outline a').allTextContents()).toEqual(['Ships', 'Ropes', 'Tides', HOSTILE]);
    await checkPage(page, 'document-outline');
    await page.locator('.outline').getByRole('link', { name: 'Tides', exact: true }).press('Enter');
    await page.waitForURL(/cursor=/);
    expect(await page.locator('.panel .markdown').textContent()).toMatch(/^\s*(?:\S+ ){0,20}?Tides/);
    await page.getByRole('link', { name: 'Previous page' }).press('Enter');
    await page.locator('.panel', { hasText: 'Ropes 249' }).waitFor();
    await page.goto(`${portalUrl}/documents/${id}?q=red+buoy`);
    await page.locator('.results a', { hasText: 'A buoy.' }).waitFor();
  });

  test('sends a download with headers that forbid active content, and supports ranges', async () => {
    const { baseUrl, portalUrl } = browser.platform();
    const tenant = await browser.platform().createTenant();
    const id = await upload(tenant, 'page.html', '<h1>Harbor</h1><script>alert(1)</script>', baseUrl);
    const { page } = await browser.signIn({ tenant, path: `/documents/${id}` });
    const url = `${portalUrl}/documents/${id}/download`;
    const response = await page.request.get(url, { headers: { range: 'bytes=0-3' } });
    expect([response.status(), await response.text()]).toEqual([206, '<h1>']);
    expect(response.headers()).toMatchObject({
      'content-disposition': 'attachment; filename=page.html',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(
      (await page.request.get(url, { headers: { 'if-none-match': response.headers()['etag']! } })).status(),
    ).toBe(304);
  });

  test('shows a viewer the documents without upload and deletion', async () => {
    const { baseUrl } = browser.platform();
    const tenant = await browser.platform().createTenant();
    const id = await upload(tenant, 'code.py', 'def tide():\n    return 4\n', baseUrl);
    const { page } = await browser.signIn({ tenant, role: 'viewer', path: '/documents' });
    await page.getByText('You can read documents.').waitFor();
    expect(await page.locator('input[type=file]').count()).toBe(0);
    await page.goto(`${browser.platform().portalUrl}/memories/${id}?q=tide`);
    await page.waitForURL(`**/documents/${id}?q=tide`);
    expect(await page.locator('pre.source mark').textContent()).toBe('tide');
    expect(await page.getByRole('link', { name: 'Delete' }).count()).toBe(0);
    await checkPage(page, 'document-source');
  });
});
