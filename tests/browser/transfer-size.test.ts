// cspell:ignore networkidle
import { get } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { describeWithMap } from './support/describe-in-browser.ts';
import { textPdf } from './support/text-pdf.ts';

/** Headers of a browser, which requests the scripts of its page. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br', 'sec-fetch-site': 'same-origin' };

/**
 * Returns the compressed bytes of each JavaScript file that a page and its workers load, by name.
 *
 * @param last start of the name of the file that is loaded last
 */
async function measureScripts(page: Page, url: string, last: string): Promise<Map<string, number>> {
  const paths = new Set<string>();
  // The browser reports no size for scripts of workers, and a wrong one for scripts that it has preloaded.
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*js$/.test(pathname)) paths.add(pathname);
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  // A worker is loaded by a script, on a busy machine after a pause.
  await eventually(() => Promise.resolve(expect([...paths].join()).toContain(`/${last}`)));
  const sizes = await Promise.all([...paths].map((path) => measureResponse(new URL(path, url))));
  return new Map([...paths].map((path, index) => [path, sizes[index]!]));
}

/** Returns the length of the body of a response, which is compressed unless it is small. */
const measureResponse = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: HEADERS }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => (size += chunk.length));
      response.on('end', () => resolve(size));
    }).on('error', reject);
  });

describeWithMap('the JavaScript of the pages', (browser) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await browser.platform().createTenant();
    await tenant.data('POST', '/api/v2/memories', { content: 'A memory for the pages.' });
    const content = textPdf('The kettle whistles at noon.').toString('base64');
    await tenant.data('POST', '/api/v2/artifacts', { path: '/tea.pdf', content, encoding: 'base64' });
  });

  test.each([
    ['home', '/', 'page', 60_000],
    ['search', '/?q=memory', 'page', 60_000],
    ['browse', '/memories', 'page', 60_000],
    ['graph', '/graph', 'graph-layout', 250_000],
    ['documents', '/documents', 'documents', 60_000],
    ['PDFs', '/artifacts/file?path=/tea.pdf', 'pdf.worker', 700_000],
  ])('of %s (%s, with %s) has at most %i compressed bytes', async (_name, path, expected, limit) => {
    // In a new context, so that the cache of the browser is empty.
    const { page } = await browser.signIn({ tenant });
    const cookies = await page.context().cookies();
    const fresh = await browser.newPage();
    await fresh.context().addCookies(cookies);
    const sizes = await measureScripts(fresh, `${browser.platform().portalUrl}${path}`, expected);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(limit);
  });
});
