import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.ts';

interface Reply {
  status: number;
  body: { data?: { id?: string }; error?: { code: string } };
}

/** Sends a request from a page of the portal. */
const send = (page: Page, path: string, init: object, token: 'valid' | 'missing' | string): Promise<Reply> =>
  page.evaluate(
    `(async () => {
      const token = ${JSON.stringify(token)};
      const headers = { 'content-type': 'application/json' };
      if (token === 'valid') headers['x-csrf-token'] = document.querySelector('meta[name=csrf-token]').content;
      else if (token !== 'missing') headers['x-csrf-token'] = token;
      const response = await fetch(${JSON.stringify(path)}, { headers, ...${JSON.stringify(init)} });
      return { status: response.status, body: await response.json() };
    })()`,
  );

describeInBrowser('the API proxy of the portal', (browser) => {
  const create = { method: 'POST', body: JSON.stringify({ content: 'Stored by a page.' }) };

  test('forwards requests of a page with the permissions of the signed-in user', async () => {
    const { page, tenant } = await browser.signIn();
    const { status, body } = await send(page, '/api/v2/memories', create, 'valid');
    expect(status).toBe(201);
    expect(await tenant.data('GET', `/api/v2/memories/${body.data!.id}`)).toMatchObject({
      content: 'Stored by a page.',
    });
  });

  test.each(['missing', 'forged'])('rejects reads and writes with a %s CSRF token', async (token) => {
    const { page } = await browser.signIn();
    for (const init of [create, { method: 'GET' }]) {
      expect(await send(page, '/api/v2/memories', init, token)).toMatchObject({
        status: 403,
        body: { error: { code: 'AUTH_FORBIDDEN' } },
      });
    }
  });

  test('rejects requests after the user has signed out with 401', async () => {
    const { page } = await browser.signIn();
    const other = await page.context().newPage();
    await other.goto(browser.platform().portalUrl);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await send(page, '/api/v2/memories', { method: 'GET' }, 'valid')).toMatchObject({
      status: 401,
      body: { error: { code: 'SIGNED_OUT' } },
    });
  });

  test('does not forward operations that return tokens', async () => {
    const { page } = await browser.signIn();
    for (const path of ['/api/v2/auth/token', '/api/v2/auth/refresh', '/api/v2/auth/Token/']) {
      expect((await send(page, path, { method: 'POST' }, 'valid')).status).toBe(404);
    }
  });

  test('never puts an access token into a page, a script or the storage of the browser', async () => {
    const { page } = await browser.signIn();
    const seen = await page.evaluate<string>(
      `document.documentElement.outerHTML + document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })`,
    );
    // Access tokens are JSON web tokens, which start with the encoding of '{"'.
    expect(seen).not.toMatch(/\beyJ[\w-]+\.[\w-]+\./);
  });
});
