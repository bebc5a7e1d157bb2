// cspell:ignore Abbrechen
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE = '<script>document.title = "attacked"</script>';
const PLAN = `# Plan\n\nBuy **rope**. ${HOSTILE}\n\n[x](javascript:alert(1)) ![pixel](https://evil.example/a.png)`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">${HOSTILE}<rect width="80" height="40" fill="teal"/></svg>`;

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

  test('uploads text files to a folder, and rejects other files', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, '/notes/tea.md', 'Tea');
    const { page } = await browser.signIn({ tenant, path: '/artifacts?folder=/notes' });
    await page.getByText('Upload text files').first().click();
    await page.setInputFiles('input[type=file]', [
      { name: 'coffee.md', mimeType: 'text/markdown', buffer: Buffer.from('Coffee') },
      { name: 'image.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0xff]) },
    ]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText('1 file is saved. image.png was not saved. It is not text')
      .waitFor();
    await page.getByRole('link', { name: 'coffee.md' }).waitFor();
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
