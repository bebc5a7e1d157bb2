// cspell:ignore Anmelden
import { expect, test } from '@jest/globals';
import { PASSWORD, describeInBrowser } from './support/describe-in-browser.ts';
import {
  LOCALES,
  LOCAL_REDIRECT,
  WEB_REDIRECT,
  authorizationPages,
  checkTranslations,
  clickAndLoad,
  pressEnter,
  typeText,
} from './support/authorization-pages.ts';

describeInBrowser('the pages for signing in and connecting an application', (browser) => {
  const { register, authorizeUrl, signIn } = authorizationPages(browser);
  const { check, untranslated, names } = checkTranslations();

  test.each(LOCALES)(
    'a person signs in after a wrong password, and allows an application (%s)',
    async (_, locale) => {
      const tenant = await browser.platform().createTenant();
      const email = await browser.createUser(tenant);
      const web = await register({ client_name: 'Assistant', redirect_uris: [WEB_REDIRECT] });
      const page = await browser.newPage({ locale });
      await page.goto(authorizeUrl(web, WEB_REDIRECT));
      await check(page, 'sign-in', locale);
      expect(await page.locator('a.brand').getAttribute('href')).toBe(`${browser.platform().portalUrl}/`);
      await typeText(page, email);
      await page.keyboard.press('Tab');
      await typeText(page, 'wrong');
      await pressEnter(page);
      await page.getByRole('alert').waitFor();
      await check(page, 'sign-in-error', locale);
      await typeText(page, PASSWORD);
      await pressEnter(page);
      await check(page, 'consent', locale);
      const local = await register({ client_name: 'Editor', redirect_uris: [LOCAL_REDIRECT] });
      await browser.createUser(await browser.platform().createTenant(), 'viewer', email);
      await page.goto(authorizeUrl(local, LOCAL_REDIRECT));
      await page.locator('.note.warn').waitFor();
      expect(await page.getByRole('radio').count()).toBe(2);
      await check(page, 'consent-local', locale);
      await page.goto(authorizeUrl(web, 'https://evil.example/'));
      await check(page, 'oauth-error', locale);
      await page.goto(`${browser.platform().authUrl}/interaction/unknown`);
      await check(page, 'expired', locale);
    },
  );

  test('uses the language that the application requests, unless the user has chosen another one', async () => {
    const web = await register({ client_name: 'Assistant', redirect_uris: [WEB_REDIRECT] });
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(authorizeUrl(web, WEB_REDIRECT, { ui_locales: 'de-AT en' }));
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await clickAndLoad(page, 'button[name=language]');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(browser.platform().portalUrl);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('asks for the sign-in in the language of the portal', async () => {
    const page = await browser.newPage({ locale: 'de-DE' });
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().includes('/oauth/authorize')),
      page.goto(browser.platform().portalUrl),
    ]);
    expect(new URL(request.url()).searchParams.get('ui_locales')).toBe('de');
  });

  test.each(LOCALES)('a person connects a device with a code, and disconnects it (%s)', async (_, locale) => {
    const { authUrl, portalUrl } = browser.platform();
    const email = await browser.createUser(await browser.platform().createTenant());
    const cli = await register({
      client_name: 'memory-cli',
      redirect_uris: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    });
    const newCode = async (): Promise<string> => {
      const device = await fetch(`${authUrl}/oauth/device_authorization`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: cli, scope: 'read write offline_access' }),
      });
      return ((await device.json()) as { verification_uri_complete: string }).verification_uri_complete;
    };
    const page = await browser.newPage({ locale });
    await page.goto(`${portalUrl}/device`);
    await typeText(page, 'AAAA-AAAA');
    await pressEnter(page);
    await check(page, 'device-error', locale);
    await page.goto(await newCode());
    await pressEnter(page);
    await clickAndLoad(page, 'button[name=abort]');
    await check(page, 'device-denied', locale);
    await page.goto(await newCode());
    await check(page, 'device', locale);
    await pressEnter(page);
    await check(page, 'device-confirm', locale);
    await clickAndLoad(page, 'button[name=confirm]');
    await signIn(page, email);
    await clickAndLoad(page, 'button[value=approve]');
    await check(page, 'device-done', locale);
    await page.goto(authUrl);
    await check(page, 'account-connected', locale);
    await clickAndLoad(page, 'form[action="/connections/end"] button');
    await page.locator('p.quiet').waitFor();
  });

  test('shows every page in both languages', () => {
    expect(names().filter((name) => name.endsWith('-de'))).toHaveLength(names().length / 2);
    expect(untranslated()).toEqual([]);
  });
});
