import { expect, test } from '@jest/globals';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser, waitForScripts } from './support/describe-in-browser.ts';

describeInBrowser('the frame of the portal', (browser) => {
  test('shows the navigation next to the content on wide screens and behind a button on phones', async () => {
    const { page } = await browser.signIn();
    const memories = page.getByRole('link', { name: 'Memories', exact: true });
    expect(await memories.isVisible()).toBe(true);
    // The whole navigation of an owner is visible without scrolling.
    await page.setViewportSize({ width: 1280, height: 800 });
    const signOut = await page.getByRole('button', { name: 'Sign out' }).boundingBox();
    expect(signOut!.y + signOut!.height).toBeLessThanOrEqual(800);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await memories.isVisible()).toBe(false);
    await page.getByLabel('Menu', { exact: true }).press('Space');
    await memories.click();
    await page.waitForURL('**/memories');
    await checkPage(page, 'frame');
  });

  test('shows the start of a long email address in one line', async () => {
    const email = `${'ada.lovelace.'.repeat(4)}ada@analytical-engine.example`;
    const { page } = await browser.signIn({ email });
    const account = page.getByRole('link', { name: email, exact: true });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 390) await page.getByLabel('Menu', { exact: true }).press('Space');
      const { height } = (await account.boundingBox())!;
      expect(height).toBeLessThan(30);
    }
    expect(await account.getAttribute('title')).toBe(email);
    await checkPage(page, 'frame-long-email');
  });

  test('shows pages in the language of the browser, and in another one after a choice', async () => {
    const { page } = await browser.signIn({ context: { locale: 'de-AT' } });
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('button', { name: 'English' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.reload();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('shows times in the time zone of the browser', async () => {
    const tenant = await browser.platform().createTenant();
    const occurredAt = '2026-01-31T23:30:00.000Z';
    await tenant.data('POST', '/api/v2/memories', { content: 'New year in Tokyo.', occurred_at: occurredAt });
    const { page } = await browser.signIn({ tenant, context: { timezoneId: 'Asia/Tokyo' } });
    expect(await page.locator(`time[datetime="${occurredAt}"]`).textContent()).toBe('Feb 1, 2026, 8:30 AM');
  });

  test('keeps the navigation on the page for an unknown address, and for a memory that does not exist', async () => {
    const { page } = await browser.signIn();
    for (const path of ['/nowhere', '/memories/01a2018e-850c-7000-bee0-3ea9bd90741f']) {
      const response = await page.goto(`${browser.platform().portalUrl}${path}`);
      expect(response!.status()).toBe(404);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.getByRole('link', { name: 'Memories', exact: true }).isVisible()).toBe(true);
    }
    await checkPage(page, 'not-found');
  });

  test('opens the search field with the key /', async () => {
    const { page } = await browser.signIn({ path: '/keys' });
    await page.keyboard.press('/');
    await page.waitForURL('**/');
    await waitForScripts(page);
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('type')).toBe('search');
  });
});
