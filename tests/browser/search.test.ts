import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> & <mark>tea</mark> from Assam';

const store = async (tenant: Tenant, content: string, fields: object = {}): Promise<string> =>
  (await tenant.data('POST', '/api/v2/memories', { content, ...fields })).id;

/** Waits until a search finds a memory. */
const waitUntilFound = (tenant: Tenant, query: string, id: string): Promise<void> =>
  eventually(async () => {
    const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query });
    expect(items.map((item: { id: string }) => item.id)).toContain(id);
  });

const status = (page: Page, text: RegExp): Promise<void> =>
  page.locator('#search-status').filter({ hasText: text }).waitFor();

describeInBrowser('the search page', (browser) => {
  test('finds memories while the user types, and can be used with the keyboard only', async () => {
    const tenant = await browser.platform().createTenant();
    const [tea, other] = [
      await store(tenant, 'Ada drinks Darjeeling tea in the morning.', { tags: ['kitchen'] }),
      await store(tenant, 'Grace drinks peppermint tea.', { memory_type: 'insight' }),
    ];
    await store(tenant, HOSTILE);
    await waitUntilFound(tenant, 'peppermint', other);
    await waitUntilFound(tenant, 'Darjeeling', tea);
    const { page } = await browser.signIn({ tenant });

    await page.keyboard.press('/');
    await page.keyboard.type('darjeeling tea');
    await status(page, /results, most relevant first\./);
    expect(new URL(page.url()).search).toBe('?q=darjeeling+tea');
    expect(await page.locator('#results mark').first().textContent()).toBe('Darjeeling');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').getAttribute('href')).toBe(`/memories/${tea}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await page.locator(':focus').getAttribute('id')).toBe('q');

    await page.getByText('Why this result').first().click();
    await page.getByText('It contains: Darjeeling, tea.', { exact: false }).waitFor();
    await checkPage(page, 'search-results');
    // Stored text is never markup.
    expect(await page.locator('#results img').count()).toBe(0);
    expect(await page.getByText('<img src=x onerror', { exact: false }).count()).toBeGreaterThan(0);

    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Type').selectOption('insight');
    await status(page, /^1 result\.$/);
    expect(page.url()).toContain('type=insight');
    await page.reload();
    await status(page, /^1 result\.$/);
    await page.getByLabel('Search in').selectOption('documents');
    await page.getByText('Documents have no type, tag or importance', { exact: false }).waitFor();
    await checkPage(page, 'search-no-results');

    await page.goto(`${browser.platform().portalUrl}/?q=darjeeling`);
    // The keys have an effect as soon as the scripts of the page have loaded.
    await eventually(async () => {
      await page.keyboard.press('/');
      await page.keyboard.press('ArrowDown');
      expect(await page.locator(':focus').getAttribute('href', { timeout: 1_000 })).toBe(`/memories/${tea}`);
    });
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/memories/${tea}`);
  });

  test('explains why a memory is not a result, by its address', async () => {
    const tenant = await browser.platform().createTenant();
    const tea = await store(tenant, 'Ada drinks Darjeeling tea.');
    await waitUntilFound(tenant, 'Darjeeling', tea);
    const { portalUrl } = browser.platform();
    const { page } = await browser.signIn({ tenant, path: '/?q=tea&type=insight' });
    await page.getByText('Why is a memory not here?').click();
    await page.getByLabel('ID or address of the memory').fill(`${portalUrl}/memories/${tea}`);
    await page.keyboard.press('Enter');
    await page.getByText('It does not match these filters: type (fact instead of insight).').waitFor();
    expect(page.url()).toContain('why=');
    await page.getByLabel('ID or address of the memory').fill('no address');
    await page.keyboard.press('Enter');
    await page.getByText('This is not the ID or the address of a memory.', { exact: false }).waitFor();
    await checkPage(page, 'search-why-not');
  });

  test('reports that no result of a nonsense query is a good match', async () => {
    const tenant = await browser.platform().createTenant();
    const id = await store(tenant, 'Ada drinks Darjeeling tea.');
    await waitUntilFound(tenant, 'Darjeeling', id);
    const { page } = await browser.signIn({ tenant, path: `/?q=${'qx'.repeat(4)}` });
    await status(page, /No result contains a word of your search|No results/);
    await checkPage(page, 'search-weak');
  });

  test('saves, opens and deletes a search', async () => {
    const { page } = await browser.signIn({ path: '/?q=tea&type=fact' });
    await page.getByText('Save this search').click();
    await page.getByLabel('Name').fill('Tea <b>facts</b>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('“Tea <b>facts</b>” is saved.').waitFor();
    await page.goto(browser.platform().portalUrl);
    await page.getByRole('link', { name: 'Tea <b>facts</b>' }).click();
    await page.waitForURL('**/?q=tea&type=fact');
    await checkPage(page, 'search-saved');
    await page.getByRole('button', { name: 'Delete the saved search Tea <b>facts</b>' }).click();
    await page.getByText('“Tea <b>facts</b>” is deleted.').waitFor();
    expect(await page.getByRole('heading', { name: 'Saved searches' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Search for it again' }).click();
    await page.waitForURL('**/?q=tea&type=fact');
  });

  test('shows an error next to the search field if the server does not respond', async () => {
    const { page } = await browser.signIn();
    await page.route('**/search/results**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.keyboard.press('/');
    await page.keyboard.type('tea');
    await status(page, /The search failed\./);
    await page.unroute('**/search/results**');
    await page.keyboard.type('s');
    await status(page, /No results/);
  });
});
