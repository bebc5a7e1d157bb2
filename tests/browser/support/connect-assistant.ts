import type { Page } from 'playwright-core';
import type { TestPlatform } from '../../e2e/test-platform.ts';
import { PASSWORD } from './describe-in-browser.ts';

const REDIRECT = 'http://127.0.0.1:1/callback';
/** Code verifier and code challenge of RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Sends a request of MCP and returns the response. */
export type SendToServer = (method: string, params: object) => Promise<Response>;

/**
 * Connects an assistant like a client of MCP: registers it, and lets the user of a page allow the access in a second tab.
 *
 * @param page page of the portal, in which the user is signed in
 */
export async function connectAssistant(
  { authUrl, baseUrl }: Pick<TestPlatform, 'authUrl' | 'baseUrl'>,
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<SendToServer> {
  const registration = await fetch(`${authUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
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
  if (token.status !== 200) throw new Error(`The code could not be exchanged: ${await token.text()}`);
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  return (method, params) =>
    fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
}
