// cspell:ignore requestfinished networkidle
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tenant } from '../support/tenants.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

/** Returns the transferred bytes of each JavaScript file that a page and its workers load, by name. */
async function measureScripts(page: Page, url: string): Promise<Map<string, number>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/js/')) return;
    sizes.set(
      pathname,
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    );
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return new Map(await Promise.all([...sizes].map(async ([name, size]) => [name, await size] as const)));
}

describeInBrowser('the JavaScript of the pages', (browser) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await browser.platform().createTenant();
    await tenant.data('POST', '/api/v2/memories', { content: 'A memory for the pages.' });
  });

  test.each([
    ['home', '/', 'page', 60_000],
    ['search', '/?q=memory', 'page', 60_000],
    ['browse', '/memories', 'page', 60_000],
    ['graph', '/graph', 'graph-layout', 250_000],
  ])('of %s (%s, with %s) has at most %i compressed bytes', async (_name, path, expected, limit) => {
    // In a new context, so that the cache of the browser is empty.
    const { page } = await browser.signIn({ tenant });
    const cookies = await page.context().cookies();
    const fresh = await browser.newPage();
    await fresh.context().addCookies(cookies);
    const sizes = await measureScripts(fresh, `${browser.platform().portalUrl}${path}`);
    expect([...sizes.keys()].join()).toContain(`/assets/js/${expected}-`);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(limit);
  });
});
