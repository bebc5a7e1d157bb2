import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';

/**
 * Opens every page of the portal and of the authorization server in Chromium, mostly by keyboard, and takes screenshots
 * at the widths of a phone and a desktop in light and dark mode. Fails if a page is wider than its window, violates its
 * content security policy, contains a script, has a field without a label or a button without a name, or does not have
 * exactly one first-level heading.
 *
 *     .runtime/node tests/browser/check-pages.main.ts <screenshot folder> [path of Chromium]
 */
const [, , folder = 'pages', executablePath = '/usr/bin/chromium'] = process.argv;
mkdirSync(folder, { recursive: true });

const WIDTHS = [360, 1280];
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > window.innerWidth';
const PASSWORD = 'correct horse battery';
const EMAIL = `${randomUUID().slice(0, 8)}@example.com`;

const platform = await connectToPlatform(await openStandalonePlatform());
const { authUrl, portalUrl, adminToken } = platform;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Checks the current page and takes its screenshots. */
async function checkPage(page: Page, name: string): Promise<void> {
  const problems: string[] = [];
  const count = (selector: string): Promise<number> => page.locator(selector).count();
  const headings = await count('h1');
  if (headings !== 1) problems.push(`${headings} first-level headings`);
  if ((await count('script')) > 0) problems.push('contains a script');
  for (const field of await page.locator('input:not([type=hidden])').all()) {
    const id = (await field.getAttribute('id')) ?? '';
    const labels =
      (await count(`label[for="${id}"]`)) + (await field.locator('xpath=ancestor::label').count());
    if (labels === 0) problems.push(`the field ${id} has no label`);
  }
  for (const control of await page.locator('button, a').all()) {
    const text = (await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? '';
    if (text.trim() === '') problems.push('a button or link has no name');
  }
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 800 });
      const tooWide = await page.evaluate<boolean>(IS_TOO_WIDE);
      if (tooWide) problems.push(`wider than ${width} pixels`);
      await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true });
    }
  }
  if (problems.length > 0) throw new Error(`${name}: ${problems.join(', ')}`);
  process.stdout.write(`${name}\n`);
}

/** Submits the form by keyboard and waits for the next page. */
async function pressEnter(page: Page): Promise<void> {
  const navigated = page.waitForEvent('framenavigated');
  await page.keyboard.press('Enter');
  await navigated;
  await page.waitForLoadState();
}

/** Registers an OAuth client and returns its id. */
async function registerClient(metadata: object): Promise<string> {
  const { body } = await platform.sendToAuthServer({
    method: 'POST',
    path: '/oauth/register',
    body: metadata,
  });
  return body.client_id as string;
}

function authorizeUrl(clientId: string, redirectUri: string): string {
  const url = new URL('/oauth/authorize', authUrl);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read write profile offline_access',
    state: 'x',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

try {
  const context = await browser.newContext();
  const page = await context.newPage();
  const policyViolations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) policyViolations.push(message.text());
  });

  const tenant = await platform.createTenant();
  const invitation = await platform.sendToAuthServer({
    method: 'POST',
    path: '/admin/invitations',
    token: adminToken,
    body: { tenant_id: tenant.tenantId, role: 'owner' },
  });
  const ids: string[] = [];
  for (const content of [
    'Ada prefers tea to coffee, and drinks it without milk. She told us at the planning meeting.',
    'The planning meeting of the autumn release is every Tuesday at ten.',
    'The office kitchen has green tea, oolong and rooibos in the second drawer.',
    'Grace prefers coffee.',
  ]) {
    const body = { content, tags: ['tea'], metadata: { conversation_id: 'c' } };
    ids.push(((await tenant.data('POST', '/api/v2/memories', body)) as { id: string }).id);
  }
  for (const to of ids.slice(1)) {
    const body = { from_id: ids[0], to_id: to, relationship_type: 'references' };
    await tenant.data('POST', '/api/v2/relationships', body);
  }

  // Accepts the invitation by keyboard. The first field has the focus.
  await page.goto(invitation.body.data.invitation_url as string);
  await checkPage(page, 'signup');
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.type('another password');
  await pressEnter(page);
  await checkPage(page, 'signup-error');
  await page.fill('#password', PASSWORD);
  await page.fill('#repeated', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${authUrl}/`);
  await checkPage(page, 'account');
  await page.goto(`${authUrl}/sign-out`);
  await checkPage(page, 'sign-out');
  await page.click('main button');
  await checkPage(page, 'signed-out');
  await page.goto(authUrl);
  await checkPage(page, 'guest');

  const site = await registerClient({
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
  });
  await page.goto(authorizeUrl(site, 'https://claude.ai/api/mcp/auth_callback'));
  await checkPage(page, 'sign-in');
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await pressEnter(page);
  await checkPage(page, 'sign-in-error');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[value=approve]');
  await checkPage(page, 'consent');
  const app = await registerClient({
    client_name: 'Cursor',
    redirect_uris: ['http://127.0.0.1:3334/callback'],
  });
  await page.goto(authorizeUrl(app, 'http://127.0.0.1:3334/callback'));
  await checkPage(page, 'consent-app');
  await page.goto(authorizeUrl(site, 'https://evil.example/'));
  await checkPage(page, 'error');

  const cli = await registerClient({
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
  await page.goto(`${portalUrl}/device`);
  await page.keyboard.type('AAAA-AAAA');
  await pressEnter(page);
  await checkPage(page, 'device-error');
  await page.goto(complete);
  await checkPage(page, 'device');
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[name=confirm]');
  await checkPage(page, 'device-confirm');
  await page.click('button[name=confirm]');
  await page.click('button[value=approve]');
  await checkPage(page, 'device-done');
  await page.goto(authUrl);
  await checkPage(page, 'account-connected');
  for (const name of ['documentation', 'policy', 'terms', 'nothing-here']) {
    await page.goto(`${authUrl}/${name}`);
    await checkPage(page, name);
  }

  await page.goto(`${portalUrl}/memories/${ids[0]}`);
  await checkPage(page, 'portal-memory');
  await page.goto(portalUrl);
  await checkPage(page, 'portal-recent');
  await page.fill('#q', 'what does Ada drink?');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?q=/);
  await page.locator('.why summary').first().press('Enter');
  await checkPage(page, 'portal-results');
  await page.goto(`${portalUrl}/memories?sort=-importance`);
  await checkPage(page, 'portal-memories');
  await page.goto(`${portalUrl}/inbox`);
  await checkPage(page, 'portal-inbox');
  await page.goto(`${portalUrl}/keys`);
  await checkPage(page, 'portal-keys');
  await page.fill('#name', 'nightly import');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.made');
  await checkPage(page, 'portal-key-made');
  await page.goto(`${portalUrl}/memories/${randomUUID()}`);
  await checkPage(page, 'portal-missing');
  await page.goto(`${portalUrl}/members`);
  await checkPage(page, 'portal-members');

  const form = new FormData();
  form.set('file', new Blob(['The office has two kitchens.'], { type: 'text/plain' }), 'kitchens.txt');
  const upload = await fetch(`${platform.baseUrl}/api/v2/documents/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body: form,
  });
  const { data: uploaded } = (await upload.json()) as { data: { id: string } };
  await page.goto(`${portalUrl}/memories/${uploaded.id}`);
  await page.click('text=Reprocess the document');
  await checkPage(page, 'portal-reprocess');
  await page.click('main button');
  await page.waitForSelector('.note.good');
  await checkPage(page, 'portal-document');

  await page.goto(`${portalUrl}/workspace`);
  await checkPage(page, 'portal-workspace');
  await page.click('text=Delete the workspace >> nth=-1');
  await page.fill('#name', 'another name');
  await page.fill('#password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.note.bad');
  await checkPage(page, 'portal-delete');
  const { body: listed } = await platform.sendToAuthServer({
    method: 'GET',
    path: `/admin/tenants/${tenant.tenantId}`,
    token: adminToken,
  });
  await page.fill('#name', listed.data.name as string);
  await page.fill('#password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/deletions\//);
  await checkPage(page, 'portal-deleting');
  // The page reloads until the deletion job has found no data one minute after the deletion.
  await page.waitForSelector('text=All data is deleted', { timeout: 120_000 });
  await checkPage(page, 'portal-deleted');
  if (policyViolations.length > 0) throw new Error(policyViolations.join('\n'));
} finally {
  await browser.close();
  await platform.close();
}
