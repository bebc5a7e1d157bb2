// cspell:ignore Nutzungs Datenschutz
import { expect, test } from '@jest/globals';
import { PASSWORD, describeInBrowser } from './support/describe-in-browser.ts';
import {
  LOCALES,
  authorizationPages,
  checkTranslations,
  clickAndLoad,
} from './support/authorization-pages.ts';

describeInBrowser('the pages for accounts and invitations', (browser) => {
  const { invite, signIn } = authorizationPages(browser);
  const { check, untranslated, names } = checkTranslations();

  test.each(LOCALES)('a person accepts an invitation, and signs out (%s)', async (language, locale) => {
    const { authUrl } = browser.platform();
    const page = await browser.newPage({ locale });
    const invitation = await invite(await browser.platform().createTenant());
    await page.goto(invitation);
    await check(page, 'invitation', locale);
    await page.keyboard.type(`grace-${language}@example.com`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.type('another password');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await page.getByRole('alert').waitFor();
    await check(page, 'invitation-error', locale);
    await page.fill('#password', PASSWORD);
    await page.fill('#repeated', PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${authUrl}/`);
    await check(page, 'account', locale);
    await page.goto(invitation);
    await check(page, 'invitation-used', locale);
    await page.goto(`${authUrl}/sign-out-everywhere`);
    await check(page, 'sign-out-everywhere', locale);
    await page.goto(`${authUrl}/sign-out`);
    await check(page, 'sign-out', locale);
    await clickAndLoad(page, 'main button[type=submit]');
    await check(page, 'signed-out', locale);
    await page.goto(authUrl);
    await check(page, 'guest', locale);
  });

  test.each(LOCALES)('a person changes the password (%s)', async (_, locale) => {
    const { authUrl, portalUrl } = browser.platform();
    const email = await browser.createUser(await browser.platform().createTenant());
    const page = await browser.newPage({ locale });
    await page.goto(portalUrl);
    await signIn(page, email);
    await page.goto(`${authUrl}/password`);
    await check(page, 'password', locale);
    const change = async (current: string, password: string): Promise<void> => {
      await page.fill('#current', current);
      await page.fill('#password', password);
      await page.fill('#repeated', password);
      await clickAndLoad(page, 'main button[type=submit]');
    };
    await change(PASSWORD, 'password1');
    await check(page, 'password-too-common', locale);
    await change('wrong', 'a rare new password');
    await check(page, 'password-incorrect', locale);
    await change(PASSWORD, 'a rare new password');
    await check(page, 'password-changed', locale);
  });

  test.each(LOCALES)('a person replaces a forgotten password with an invitation (%s)', async (_, locale) => {
    const tenant = await browser.platform().createTenant();
    const email = await browser.createUser(tenant);
    const page = await browser.newPage({ locale });
    await page.goto(await invite(tenant, email));
    await page.getByRole('checkbox').waitFor();
    await check(page, 'invitation-reset', locale);
  });

  test.each(LOCALES)('a form of another browser is rejected with a page (%s)', async (_, locale) => {
    const page = await browser.newPage({ locale });
    await page.goto(`${browser.platform().authUrl}/sign-out`);
    await page.context().clearCookies();
    await clickAndLoad(page, 'main button[type=submit]');
    await check(page, 'form-expired', locale);
  });

  test.each(LOCALES)('the texts about the server and its errors are readable (%s)', async (_, locale) => {
    const page = await browser.newPage({ locale });
    for (const name of ['documentation', 'policy', 'terms', 'nothing-here', 'welcome/%E0%A4%A']) {
      await page.goto(`${browser.platform().authUrl}/${name}`);
      await check(page, name.endsWith('%A') ? 'malformed' : name, locale);
    }
  });

  test('changes the language of a page with text', async () => {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(`${browser.platform().authUrl}/terms`);
    await page.getByRole('button', { name: 'Deutsch' }).press('Enter');
    await page.getByRole('heading', { name: /^Nutzungs/ }).waitFor();
    await page.goto(`${browser.platform().authUrl}/policy`);
    await page.getByRole('heading', { name: 'Datenschutz' }).waitFor();
  });

  test('shows every page in both languages', () => {
    expect(names().filter((name) => name.endsWith('-de'))).toHaveLength(names().length / 2);
    expect(untranslated()).toEqual([]);
  });
});
