// cspell:ignore deeplink
import { expect, test } from '@jest/globals';
import { checkPage } from './support/check-page.ts';
import { PASSWORD, describeInBrowser } from './support/describe-in-browser.ts';

const REDIRECT = 'http://127.0.0.1:1/callback';
/** Code verifier and code challenge of RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describeInBrowser('connecting an assistant', (browser) => {
  test('the page shows the address of this server for each client', async () => {
    const { page } = await browser.signIn({ path: '/connect' });
    const url = `${browser.platform().baseUrl}/mcp`;
    const clients = await page.locator('details.client summary').allTextContents();
    for (const name of [
      'Claude Code',
      'Claude Desktop',
      'Codex',
      'Cursor',
      'VS Code',
      'Windsurf',
      'Gemini CLI',
    ]) {
      expect(clients).toContain(name);
    }
    for (const summary of await page.locator('details.client summary').all()) await summary.click();
    expect(await page.locator('pre', { hasText: 'claude mcp add' }).textContent()).toContain(url);
    const links = page.getByRole('link', { name: /^Add to/ });
    expect(await links.nth(0).getAttribute('href')).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\//);
    expect(decodeURIComponent((await links.nth(1).getAttribute('href'))!)).toBe(
      `vscode:mcp/install?{"name":"loci","type":"http","url":"${url}"}`,
    );
    await checkPage(page, 'connect');
  });

  test('the check shows an assistant as soon as it is connected, and its user disconnects it', async () => {
    const { page, email } = await browser.signIn({ path: '/connect' });
    await page.getByText('Waiting for a new connection.').waitFor();
    const { authUrl, portalUrl, baseUrl } = browser.platform();

    const registration = await fetch(`${authUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Notebook',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        scope: 'read write',
      }),
    });
    const { client_id: clientId } = (await registration.json()) as { client_id: string };
    const authorize = new URL('/oauth/authorize', authUrl);
    authorize.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: 'read write offline_access',
      resource: `${baseUrl}/mcp`,
      state: 's',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    }).toString();
    const assistant = await page.context().newPage();
    await assistant.goto(authorize.href);
    if ((await assistant.locator('input[type=password]').count()) > 0) {
      await assistant.fill('input[type=email]', email);
      await assistant.fill('input[type=password]', PASSWORD);
      await assistant.keyboard.press('Enter');
    }
    const redirected = assistant.waitForRequest((request) => request.url().startsWith(REDIRECT));
    await assistant.getByRole('button', { name: 'Allow' }).click();
    const code = new URL((await redirected).url()).searchParams.get('code')!;
    await assistant.close();
    await page.bringToFront();
    const token = await fetch(`${authUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
      }),
    });
    expect(token.status).toBe(200);
    await page.getByText('Notebook is signed in.').waitFor({ timeout: 20_000 });
    await page.getByText('It has not called a tool yet.').waitFor();
    await checkPage(page, 'signed-in');
    const { access_token: accessToken } = (await token.json()) as { access_token: string };
    const send = (method: string, params: object) =>
      fetch(`${baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
    expect((await send('tools/list', {})).status).toBe(200);
    expect((await send('tools/call', { name: 'recall', arguments: { query: 'tea' } })).status).toBe(200);
    await page.getByText('First tool call:').waitFor({ timeout: 20_000 });
    expect(await page.getByText('It has not called a tool yet.').count()).toBe(0);
    await checkPage(page, 'first-tool-call');

    await page.goto(`${portalUrl}/connections`);
    await checkPage(page, 'connections');
    await page.getByRole('link', { name: 'Disconnect Notebook' }).click();
    expect(await page.locator('h1').textContent()).toBe('Disconnect Notebook?');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No assistant is connected yet.').waitFor();
    await checkPage(page, 'no-connections');
  });

  test('the check reports that the API does not respond, and tries again on request', async () => {
    const { page } = await browser.signIn();
    await page.route('**/api/v2/auth/**', (route) =>
      route.fulfill({ status: 503, json: { error: { message: 'The API is unavailable.' } } }),
    );
    await page.goto(`${browser.platform().portalUrl}/connect`);
    expect(await page.getByRole('alert').textContent()).toContain('The API is unavailable.');
    await page.unroute('**/api/v2/auth/**');
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await page.getByText('Waiting for a new connection.').waitFor();
  });
});
