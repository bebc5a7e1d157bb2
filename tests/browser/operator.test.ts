import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

describeInBrowser('the operator view', (browser) => {
  const open = async (): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${browser.platform().portalUrl}/operator`);
    return page;
  };
  const enter = async (page: Page, token: string): Promise<void> => {
    await page.getByLabel('Admin token').fill(token);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  };

  test('shows health, event processing, indexes and workspaces after the admin token was entered', async () => {
    const { tenantId } = await browser.platform().createTenant();
    const page = await open();
    await checkPage(page, 'operator-sign-in');
    await enter(page, browser.platform().adminToken);
    await page.getByRole('heading', { name: 'Operator view' }).waitFor();
    expect(await page.locator('table[aria-labelledby=health]').textContent()).toContain('Ready');
    expect(await page.locator('table[aria-labelledby=lag]').textContent()).toContain('search');
    expect(await page.locator('table[aria-labelledby=tenants]').textContent()).toContain(tenantId);
    await checkPage(page, 'operator');
  });

  test('runs commands after a confirmation, and follows a rebuild without a reload', async () => {
    const page = await open();
    await enter(page, browser.platform().adminToken);
    await page.getByRole('link', { name: 'Replay dead letters' }).click();
    await checkPage(page, 'operator-command');
    await page.getByRole('button', { name: 'Replay dead letters' }).click();
    expect(await page.getByRole('status').textContent()).toBe('0 events were processed.');
    await page.getByRole('link', { name: 'Rebuild the indexes' }).click();
    await page.getByRole('button', { name: 'Rebuild the indexes' }).click();
    expect(await page.getByRole('status').textContent()).toMatch(
      /^The indexes are rebuilt and contain \d+ items\.$/,
    );

    // The rebuild of the few memories of a test ends before its progress can be seen, so the first page shows a running one.
    await page.route(
      '**/operator',
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          /<p id="rebuild"[^>]*>[^<]*/,
          '<p id="rebuild" aria-live="polite" data-running>The rebuild is running. The new indexes contain 0 items so far.',
        );
        await route.fulfill({ response, body });
      },
      { times: 1 },
    );
    await page.goto(`${browser.platform().portalUrl}/operator`);
    await page.getByText('The rebuild is running.').waitFor();
    await checkPage(page, 'operator-rebuild');
    await page.getByText(/The last rebuild is complete, with \d+ items\./).waitFor();
    expect(await page.locator('#rebuild[data-running]').count()).toBe(0);
  });

  test('ends with the session, and a stored cookie of an ended session does not open it', async () => {
    const page = await open();
    await enter(page, browser.platform().adminToken);
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: 'Close the operator view' }).click();
    await page.getByRole('heading', { name: 'The operator view is closed.' }).waitFor();
    await page.context().addCookies(cookies);
    await page.goto(`${browser.platform().portalUrl}/operator`);
    expect(await page.getByLabel('Admin token').count()).toBe(1);
  });

  test('threat 43: misuse of the operator view: the browser never receives the admin token', async () => {
    const page = await open();
    const { adminToken } = browser.platform();
    await enter(page, adminToken);
    const seen = await page.evaluate<string>(
      `document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage })`,
    );
    const cookies = await page.context().cookies();
    expect(seen + JSON.stringify(cookies)).not.toContain(adminToken);
    const cookie = cookies.find(({ name }) => name.endsWith('loci_portal_operator'))!;
    expect(cookie.httpOnly).toBe(true);
    expect(cookie.expires * 1_000 - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  });

  test('threat 43: misuse of the operator view: forms without a form token have no effect', async () => {
    const page = await open();
    const { adminToken, portalUrl } = browser.platform();
    const post = async (path: string, form: Record<string, string>): Promise<number> =>
      (await page.context().request.post(`${portalUrl}${path}`, { form, maxRedirects: 0 })).status();
    expect(await post('/operator/sign-in', { token: adminToken })).toBe(403);
    await enter(page, adminToken);
    for (const path of ['/operator/rebuild-indexes', '/operator/replay-dead-letters', '/operator/sign-out']) {
      expect(await post(path, {})).toBe(403);
    }
    await page.reload();
    await page.getByRole('heading', { name: 'Operator view' }).waitFor();
  });

  test('threat 43: misuse of the operator view: a signed-in owner has no access without the admin token', async () => {
    const { page } = await browser.signIn();
    await page.goto(`${browser.platform().portalUrl}/operator`);
    expect(await page.getByLabel('Admin token').count()).toBe(1);
  });

  // The last test, because it uses up the attempts of the network of all tests.
  test('threat 43: misuse of the operator view: rejects the sixth attempt in a minute, also with the right token', async () => {
    const page = await open();
    let rejections = 0;
    for (let attempt = 0; attempt < 6; attempt++) {
      await enter(page, `wrong-token-${attempt}`);
      const alert = await page.getByRole('alert').textContent();
      if (alert === 'The admin token is wrong.') rejections++;
      else break;
    }
    expect(rejections).toBeLessThanOrEqual(5);
    await enter(page, browser.platform().adminToken);
    expect(await page.getByRole('alert').textContent()).toContain('Too many wrong admin tokens.');
    await checkPage(page, 'operator-throttled');
  });
});
