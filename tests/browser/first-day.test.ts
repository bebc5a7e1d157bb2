import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { authorizationPages } from './support/authorization-pages.ts';
import { screenshot } from './support/check-page.ts';
import { connectAssistant } from './support/connect-assistant.ts';
import { PASSWORD, describeWithMap, waitForScripts } from './support/describe-in-browser.ts';
import { textPdf } from './support/text-pdf.ts';

/** Each task of a person who has never seen Loci must end within this time. */
const TASK_LIMIT_MS = 60_000;

describeWithMap('the first day of a person', (browser) => {
  const { invite } = authorizationPages(browser);

  /** Opens a page with the navigation, which is behind a button on phones. */
  async function navigate(page: Page, name: RegExp | string): Promise<void> {
    const menu = page.getByText('Menu', { exact: true });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('navigation').getByRole('link', { name }).first().click();
    await waitForScripts(page);
  }

  /** Searches for a query and waits for a result. */
  async function find(page: Page, query: string, result: RegExp): Promise<void> {
    await eventually(async () => {
      await navigate(page, 'Search');
      await page.locator('#q').fill(query);
      await page.locator('#results').getByText(result).first().waitFor({ timeout: 3_000 });
    });
  }

  test.each([1280, 390])('needs less than a minute for each task in a window of %d pixels', async (width) => {
    const email = `first-day-${width}@example.com`;
    const page = await browser.newPage({ viewport: { width, height: 800 } });

    /** Does a task, which starts where the previous one has ended, and takes a screenshot of its end. */
    async function task(name: string, work: () => Promise<void>): Promise<void> {
      const startedMs = performance.now();
      await work();
      expect([name, performance.now() - startedMs < TASK_LIMIT_MS]).toEqual([name, true]);
      await screenshot(page, `first-day-${name}-${width}`);
    }

    await task('sign-up', async () => {
      await page.goto(await invite(await browser.platform().createTenant()));
      await page.fill('input[type=email]', email);
      await page.fill('#password', PASSWORD);
      await page.fill('#repeated', PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Open the portal' }).click();
      await page.getByRole('heading', { name: 'No memories yet' }).waitFor();
    });

    await task('type-memories', async () => {
      for (const content of [
        'The coffee machine is on the second floor.',
        'Our meeting room has 10 seats.',
        'Our meeting room has 12 seats.',
      ]) {
        await page.goto(browser.platform().portalUrl);
        await waitForScripts(page);
        const form = page.getByLabel('What should Loci remember?');
        if (!(await form.isVisible())) await page.getByText('Store a memory').first().click();
        await form.fill(content);
        await page.getByRole('button', { name: 'Store' }).click();
        await page.getByText(content).first().waitFor();
      }
    });

    await task('find-and-edit', async () => {
      await find(page, 'coffee machine', /second floor/);
      await page.locator('#results a').filter({ hasText: 'coffee' }).first().click();
      await waitForScripts(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Content').fill('The coffee machine is on the third floor.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.memory', { hasText: 'third floor' }).first().waitFor();
    });

    await task('connect-two', async () => {
      await page.getByRole('button', { name: 'Add a relationship' }).click();
      // A busy machine needs some time to index the memories that were just stored.
      await eventually(async () => {
        const picker = page.getByRole('combobox', { name: 'Other memory' });
        await picker.fill('');
        await picker.pressSequentially('meeting room 12');
        await page.getByRole('option', { name: /12 seats/ }).click({ timeout: 3_000 });
      });
      await page.getByRole('button', { name: 'Add relationship' }).click();
      await page.locator('.related .content', { hasText: '12 seats' }).waitFor();
    });

    await task('resolve-a-contradiction', async () => {
      await eventually(async () => {
        await navigate(page, /^Inbox/);
        expect(await page.getByText('1 of 1').count()).toBe(1);
      });
      await page.getByRole('button', { name: 'Keep the newer' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Keep the newer' }).click();
      await page.getByText('The newer memory stays.', { exact: false }).waitFor();
    });

    await task('find-a-fact-in-a-pdf', async () => {
      await navigate(page, 'Documents');
      const buffer = textPdf('The fire extinguisher hangs next to the elevator.');
      await page.setInputFiles('input[type=file]', [
        { name: 'safety.pdf', mimeType: 'application/pdf', buffer },
      ]);
      await page.getByRole('link', { name: 'safety.pdf' }).first().waitFor();
      await page.getByText('Stored in 1 passage').waitFor();
      await find(page, 'fire extinguisher', /next to the elevator/);
    });

    await task('graph-of-a-search', async () => {
      await navigate(page, 'Graph');
      await page.getByRole('searchbox').fill('coffee machine');
      await page.getByRole('button', { name: 'Show' }).click();
      await page
        .getByRole('status')
        .filter({ hasText: /[2-9] memories, [1-9] relationship/ })
        .waitFor();
    });

    await task('invite-a-colleague', async () => {
      await navigate(page, 'People');
      await page.getByLabel('Email address').fill(`colleague-${width}@example.com`);
      await page.getByRole('button', { name: 'Create invitation link' }).click();
      await page.locator('pre.key').waitFor();
    });

    await task('connect-and-revoke-an-assistant', async () => {
      await navigate(page, 'Connect an assistant');
      const send = await connectAssistant(browser.platform(), page, { name: 'Notebook', email });
      await page.getByText('Notebook is signed in.').waitFor();
      const call = { name: 'recall', arguments: { query: 'coffee' } };
      expect((await send('tools/call', call)).status).toBe(200);
      await page.getByText('First tool call:').waitFor();
      await navigate(page, 'Connections');
      await page.getByRole('link', { name: 'Disconnect Notebook' }).click();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('No assistant is connected yet.').waitFor();
      // docs/reference/authentication.md: within 30 seconds.
      await eventually(async () => expect((await send('tools/call', call)).status).toBe(401), 30_000);
    });
  });
});
