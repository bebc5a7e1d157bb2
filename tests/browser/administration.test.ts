import { expect, test } from '@jest/globals';
import { exportAccount } from '@loci/account-export';
import { Loci } from '@loci/client';
import type { Download } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
/** Address of a receiver that refuses connections. */
const CLOSED_PORT = 'http://127.0.0.1:9/hook';

async function readLines(download: Download): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString().trim().split('\n');
}

/** The personality belongs to the user, and the API key of the tenant is another user. */
const withoutPersonality = (line: string): string =>
  line.startsWith('{"record":"persona"') ? '{"record":"persona"}' : line;

describeInBrowser('the administration of a workspace', (browser) => {
  test('an owner creates, disables and deletes a webhook, and sees and replays its messages', async () => {
    const { page } = await browser.signIn({ path: '/webhooks' });
    await page.getByText('No webhooks yet').waitFor();
    await page.getByLabel('URL').fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('address that is not allowed');
    expect(await page.getByLabel('URL').inputValue()).toBe('http://10.0.0.1/');
    await page.getByLabel('URL').fill(CLOSED_PORT);
    await page.getByLabel('Description').fill(HOSTILE);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    expect(await page.locator('pre.key').textContent()).toMatch(/^whsec_/);
    expect(await page.locator('h1').textContent()).toBe(HOSTILE);
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await eventually(async () => {
      await page.reload();
      expect(await page.locator('.attempts').textContent()).toContain('The connection failed');
    });
    await page.locator('.attempts summary').click();
    await checkPage(page, 'webhook');
    await page.getByRole('button', { name: 'Send again: webhook.test' }).click();
    await page.getByText('The message is sent again.').waitFor();
    await page.getByRole('link', { name: 'Delivered' }).click();
    await page.getByText('No messages with this status.').waitFor();
    await page.getByRole('link', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await page.locator('pre.key').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('An owner disabled this webhook.').waitFor();
    await page.getByRole('link', { name: 'Delete the webhook' }).click();
    await checkPage(page, 'delete-webhook');
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('The webhook is deleted.').waitFor();
    await checkPage(page, 'webhooks');
  });

  test('an owner filters the audit log, and downloads it', async () => {
    const { page, tenant: own } = await browser.signIn();
    const memory = await own.data('POST', '/api/v2/memories', { content: HOSTILE });
    await page.goto(`${browser.platform().portalUrl}/audit`);
    await page.getByLabel('Object', { exact: true }).selectOption('memory');
    await page.getByRole('button', { name: 'Filter' }).click();
    expect(await page.locator('tbody tr').count()).toBe(1);
    expect(await page.locator('tbody').textContent()).toContain(memory.id);
    expect(await page.locator('tbody').textContent()).toContain('Workspace (API key)');
    await checkPage(page, 'audit');
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as NDJSON' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('audit.ndjson');
    const lines = await readLines(download);
    expect(JSON.parse(lines[0]!)).toMatchObject({ object_ids: [memory.id] });
    expect(JSON.parse(lines.at(-1)!)).toEqual({ end: true, count: 1 });
    await page.getByLabel('Action').selectOption('delete');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('No entries match these filters.').waitFor();
  });

  test('an owner downloads an export, which has the same records as that of the command line', async () => {
    const { page, tenant: own } = await browser.signIn();
    await own.data('POST', '/api/v2/memories', { content: HOSTILE });
    await own.data('POST', '/api/v2/artifacts', { path: '/notes.md', content: 'A note.' });
    await page.goto(`${browser.platform().portalUrl}/workspace`);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the export' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^loci-export-\d{4}-\d{2}-\d{2}\.ndjson$/);
    const lines = await readLines(download);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        { record: 'header', format: 'loci-export', version: 2 },
        expect.objectContaining({ record: 'memory_state', content: HOSTILE }),
        { record: 'artifact', path: '/notes.md', content: 'A note.' },
      ]),
    );
    const loci = new Loci({ baseUrl: browser.platform().baseUrl, accessToken: own.token });
    const expected: string[] = [];
    for await (const record of exportAccount(loci)) expected.push(JSON.stringify(record));
    expect(lines.map(withoutPersonality)).toEqual(expected.map(withoutPersonality));
  });

  test('an owner sets a retention default, and an invalid number is rejected', async () => {
    const { page, tenant: own } = await browser.signIn({ path: '/workspace' });
    const days = page.getByLabel('Days until a memory of the type Conversation is deleted');
    await days.fill('zero');
    await page.getByRole('button', { name: 'Save retention defaults' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('from 1 to 3,650');
    await days.fill('30');
    await page.getByRole('button', { name: 'Save retention defaults' }).click();
    await page.getByText('The retention defaults are saved.').waitFor();
    expect(await days.inputValue()).toBe('30');
    expect(await own.data('GET', '/api/v2/settings/retention')).toEqual({
      defaults: [{ memory_type: 'conversation', ttl_seconds: 2_592_000 }],
    });
    await checkPage(page, 'workspace');
  });

  test('an owner turns the recording of readers off', async () => {
    const { page, tenant: own } = await browser.signIn({ path: '/workspace' });
    await page.getByLabel('Do not record reads').check();
    await page.getByRole('button', { name: 'Save recording' }).click();
    await page.getByText('It applies to new reads.').waitFor();
    expect(await page.getByLabel('Do not record reads').isChecked()).toBe(true);
    expect(await own.data('GET', '/api/v2/settings/readers')).toEqual({ recording: false });
    const { id } = await own.data('POST', '/api/v2/memories', { content: 'Read in secret.' });
    await page.goto(`${browser.platform().portalUrl}/memories/${id}`);
    await page.getByText('Who read it (0)').click();
    await page.getByText('New reads are not recorded').waitFor();
  });

  test('a member erases their own data after typing the email address', async () => {
    const { page, email } = await browser.signIn({ role: 'member', path: '/workspace/erasures' });
    await checkPage(page, 'erasures');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel(`Enter “${email}” to confirm`).fill('another text');
    await page.getByRole('button', { name: 'Erase data' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('The text does not match.');
    await checkPage(page, 'erase');
    await page.getByLabel(`Enter “${email}” to confirm`).fill(email);
    await page.getByRole('button', { name: 'Erase data' }).click();
    await page.getByRole('heading', { name: `Erasure of the data of ${email}` }).waitFor();
    await checkPage(page, 'erasure');
  });
});
