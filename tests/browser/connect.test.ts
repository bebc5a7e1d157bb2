// cspell:ignore deeplink
import { expect, test } from '@jest/globals';
import { checkPage } from './support/check-page.ts';
import { connectAssistant } from './support/connect-assistant.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

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
    const send = await connectAssistant(browser.platform(), page, { name: 'Notebook', email });
    await page.getByText('Notebook is signed in.').waitFor({ timeout: 20_000 });
    await page.getByText('It has not called a tool yet.').waitFor();
    await checkPage(page, 'signed-in');
    expect((await send('tools/list', {})).status).toBe(200);
    expect((await send('tools/call', { name: 'recall', arguments: { query: 'tea' } })).status).toBe(200);
    await page.getByText('First tool call:').waitFor({ timeout: 20_000 });
    expect(await page.getByText('It has not called a tool yet.').count()).toBe(0);
    await checkPage(page, 'first-tool-call');

    await page.goto(`${browser.platform().portalUrl}/connections`);
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
