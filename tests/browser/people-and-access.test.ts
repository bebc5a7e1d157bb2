// cspell:ignore Personen Verbindungen Schl Protokoll Assistenten verbinden
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import type { BrowserTest } from './support/describe-in-browser.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;

/** Opens a page of the portal in the current session. */
const open = async (browser: BrowserTest, page: Page, path: string): Promise<void> => {
  await page.goto(`${browser.platform().portalUrl}${path}`);
};

describeInBrowser('people and access', (browser) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await browser.platform().createTenant();
  });

  test('an owner invites a person with a link that can be copied, and withdraws the invitation', async () => {
    const { page } = await browser.signIn({
      tenant,
      path: '/people',
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByRole('radio', { name: /Viewer/ }).check();
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const link = page.locator('pre.key');
    expect(await link.textContent()).toMatch(/\/welcome\/[\w-]{43}$/);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await link.textContent());
    await checkPage(page, 'people');
    await page.reload();
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw the invitation of ada@example.com' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The invitation is withdrawn');
  });

  test('an owner ends a session of a person after a confirmation, and only this session', async () => {
    const member = await browser.signIn({ tenant, role: 'member' });
    const { page } = await browser.signIn({ tenant, path: '/people' });
    await page.getByRole('link', { name: `Access of ${member.email}` }).click();
    await page.getByRole('heading', { name: `Access of ${member.email}` }).waitFor();
    await checkPage(page, 'person');
    await page.getByRole('link', { name: 'End session: Chrome on Linux' }).click();
    await checkPage(page, 'end-session');
    await page.getByRole('button', { name: 'End session' }).click();
    expect(await page.getByText('Not signed in to the portal.').count()).toBe(1);
    await open(browser, page, '/people');
    expect(await page.getByRole('heading', { name: 'People' }).count()).toBe(1);
  });

  test('a person changes the role of another one with the keyboard', async () => {
    const email = await browser.createUser(tenant, 'member');
    const { page } = await browser.signIn({ tenant, path: '/people' });
    await page.getByLabel(`Role of ${email}`, { exact: true }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The role is changed.').waitFor();
    expect(await page.getByLabel(`Role of ${email}`, { exact: true }).inputValue()).toBe('viewer');
  });

  test('a member sees no administration, and an explanation on its pages', async () => {
    const { page } = await browser.signIn({ tenant, role: 'member' });
    const links = await page.getByRole('navigation').getByRole('link').allTextContents();
    expect(links).toEqual(expect.arrayContaining(['Connections', 'API keys', 'Settings']));
    for (const name of ['People', 'Webhooks', 'Audit log']) expect(links).not.toContain(name);
    for (const path of ['/people', '/webhooks', '/audit', '/audit/export', '/workspace/delete']) {
      const response = await page.goto(`${browser.platform().portalUrl}${path}`);
      expect(response!.status()).toBe(403);
      expect(await page.locator('h1').textContent()).toBe('Only owners can use this page');
    }
    await checkPage(page, 'owners-only');
  });

  test('the address of the former page of members leads to the people', async () => {
    const { page } = await browser.signIn({ tenant, path: '/members' });
    expect(new URL(page.url()).pathname).toBe('/people');
  });

  test('a user creates a key, cannot reuse its name, and revokes it after a confirmation', async () => {
    const { page } = await browser.signIn({ tenant, path: '/keys' });
    const create = async (): Promise<void> => {
      await page.getByLabel('Name').fill(HOSTILE);
      await page.getByRole('button', { name: 'Create key' }).click();
    };
    await create();
    expect(await page.locator('pre.key').textContent()).toMatch(/^loci_[0-9a-f]{12}_[\w-]{43}$/);
    await checkPage(page, 'keys');
    await create();
    expect(await page.getByRole('alert').textContent()).toContain('already exists');
    expect(await page.getByLabel('Name').inputValue()).toBe(HOSTILE);
    await page.getByRole('link', { name: `Revoke ${HOSTILE}` }).click();
    expect(await page.locator('h1').textContent()).toBe(`Revoke the API key ${HOSTILE}?`);
    await checkPage(page, 'revoke-key');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: `Revoke ${HOSTILE}` }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    expect(await page.getByRole('link', { name: `Revoke ${HOSTILE}` }).count()).toBe(0);
  });

  test('the pages are available in German', async () => {
    const { page } = await browser.signIn({ tenant, context: { locale: 'de-DE' } });
    const titles: Record<string, string> = {
      '/people': 'Personen',
      '/connections': 'Verbindungen',
      '/keys': 'API-Schlüssel',
      '/webhooks': 'Webhooks',
      '/audit': 'Protokoll',
      '/connect': 'Assistenten verbinden',
    };
    for (const [path, title] of Object.entries(titles)) {
      await open(browser, page, path);
      expect(await page.locator('h1').textContent()).toBe(title);
    }
    await open(browser, page, '/people');
    await checkPage(page, 'people-german');
  });
});
