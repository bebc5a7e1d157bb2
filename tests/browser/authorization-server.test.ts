import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { PASSWORD, describeInBrowser } from './support/describe-in-browser.ts';

/** Code challenge of RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const WEB_REDIRECT = 'https://assistant.example/callback';
const LOCAL_REDIRECT = 'http://127.0.0.1:3334/callback';

/** Submits the form with the keyboard and waits for the next page. */
const pressEnter = async (page: Page): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
};

describeInBrowser('the pages of the authorization server', (browser) => {
  const register = async (metadata: object): Promise<string> => {
    const { body } = await browser
      .platform()
      .sendToAuthServer({ method: 'POST', path: '/oauth/register', body: metadata });
    return body.client_id as string;
  };

  const authorizeUrl = (clientId: string, redirectUri: string): string => {
    const url = new URL('/oauth/authorize', browser.platform().authUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'read write profile offline_access',
      state: 'x',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    }).toString();
    return url.href;
  };

  const invite = async (tenant: Tenant): Promise<string> => {
    const { adminToken } = browser.platform();
    const { body } = await browser.platform().sendToAuthServer({
      method: 'POST',
      path: '/admin/invitations',
      token: adminToken,
      body: { tenant_id: tenant.tenantId, role: 'owner' },
    });
    return body.data.invitation_url as string;
  };

  const signIn = async (page: Page, email: string): Promise<void> => {
    await page.fill('input[type=email]', email);
    await page.fill('input[type=password]', PASSWORD);
    await pressEnter(page);
  };

  test('a person accepts an invitation with the keyboard, and signs out', async () => {
    const { authUrl } = browser.platform();
    const page = await browser.newPage();
    await page.goto(await invite(await browser.platform().createTenant()));
    await checkPage(page, 'auth-invitation');
    await page.keyboard.type('grace@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.type('another password');
    await pressEnter(page);
    await checkPage(page, 'auth-invitation-error');
    await page.fill('#password', PASSWORD);
    await page.fill('#repeated', PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${authUrl}/`);
    await checkPage(page, 'auth-account');
    await page.goto(`${authUrl}/password`);
    await checkPage(page, 'auth-password');
    await page.goto(`${authUrl}/sign-out-everywhere`);
    await checkPage(page, 'auth-sign-out-everywhere');
    await page.goto(`${authUrl}/sign-out`);
    await checkPage(page, 'auth-sign-out');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await checkPage(page, 'auth-signed-out');
    await page.goto(authUrl);
    await checkPage(page, 'auth-guest');
  });

  test('a person signs in after a wrong password, and allows an application', async () => {
    const email = await browser.createUser(await browser.platform().createTenant());
    const web = await register({ client_name: 'Assistant', redirect_uris: [WEB_REDIRECT] });
    const page = await browser.newPage();
    await page.goto(authorizeUrl(web, WEB_REDIRECT));
    await checkPage(page, 'auth-sign-in');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await pressEnter(page);
    expect(await page.getByRole('alert').textContent()).toContain('incorrect');
    await checkPage(page, 'auth-sign-in-error');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await checkPage(page, 'auth-consent');
    const local = await register({ client_name: 'Editor', redirect_uris: [LOCAL_REDIRECT] });
    await page.goto(authorizeUrl(local, LOCAL_REDIRECT));
    expect(await page.locator('.note.warn').textContent()).toContain('cannot be verified');
    await checkPage(page, 'auth-consent-local');
    await page.goto(authorizeUrl(web, 'https://evil.example/'));
    await checkPage(page, 'auth-error');
  });

  test('a person connects a device with a code, and disconnects it on the account page', async () => {
    const { authUrl, portalUrl } = browser.platform();
    const email = await browser.createUser(await browser.platform().createTenant());
    const cli = await register({
      client_name: 'memory-cli',
      redirect_uris: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    });
    const device = await fetch(`${authUrl}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: cli, scope: 'read write offline_access' }),
    });
    const { verification_uri_complete: complete } = (await device.json()) as {
      verification_uri_complete: string;
    };
    const page = await browser.newPage();
    await page.goto(`${portalUrl}/device`);
    await page.keyboard.type('AAAA-AAAA');
    await pressEnter(page);
    await checkPage(page, 'auth-device-error');
    await page.goto(complete);
    await checkPage(page, 'auth-device');
    await pressEnter(page);
    await checkPage(page, 'auth-device-confirm');
    await Promise.all([page.waitForEvent('load'), page.click('button[name=confirm]')]);
    await signIn(page, email);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    await checkPage(page, 'auth-device-done');
    await page.goto(authUrl);
    await checkPage(page, 'auth-account-connected');
    await page.getByRole('button', { name: 'Disconnect memory-cli' }).click();
    await page.getByText('No application is connected to your account.').waitFor();
  });

  test.each(['documentation', 'policy', 'terms', 'nothing-here'])(
    'the page /%s is readable',
    async (name) => {
      const page = await browser.newPage();
      await page.goto(`${browser.platform().authUrl}/${name}`);
      await checkPage(page, `auth-${name}`);
    },
  );
});
