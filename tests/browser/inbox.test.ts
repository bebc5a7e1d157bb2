import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

interface Pair {
  older: string;
  newer: string;
}

/** Reports contradictions, the last one first in the inbox. */
async function contradict(tenant: Tenant, pairs: readonly (readonly [string, string])[]): Promise<Pair[]> {
  const stored: Pair[] = [];
  for (const [before, after] of pairs) {
    const store = async (content: string): Promise<string> =>
      (await tenant.data('POST', '/api/v2/memories', { content })).id;
    const [older, newer] = [await store(before), await store(after)];
    await tenant.data('POST', '/api/v2/memories/contradictions', {
      source_memory_id: newer,
      target_memory_id: older,
      contradiction_type: 'direct',
    });
    stored.push({ older, newer });
  }
  return stored;
}

const isActive = async (tenant: Tenant, id: string): Promise<boolean> =>
  (await tenant.data('GET', `/api/v2/memories/${id}`)).is_active;
const countOf = (page: Page) => page.getByRole('link', { name: /^Inbox/ }).locator('.count');

describeInBrowser('the inbox', (browser) => {
  test('shows one pair after the other, and stores decisions by keyboard', async () => {
    const tenant = await browser.platform().createTenant();
    const hostile = '<script>document.title = "x"</script>';
    const [last, second, first] = await contradict(tenant, [
      ['The harbor opens at noon.', 'The harbor closes at noon, says Mira.'],
      ['Rosa plays the cello.', 'Rosa plays the flute in an orchestra.'],
      [`The launch is in June. ${hostile}`, `The launch was moved to September. ${hostile}`],
    ]);
    const { page } = await browser.signIn({ tenant, path: '/inbox' });
    await page.getByText('1 of 3').waitFor();
    expect(await countOf(page).textContent()).toBe('3');
    expect(await page.locator('.pair script').count()).toBe(0);
    expect(await page.locator('.pair ins').count()).toBeGreaterThan(0);
    await checkPage(page, 'inbox');

    await page.keyboard.press('1');
    await page.getByRole('dialog', { name: 'Keep only the newer memory?' }).waitFor();
    await checkPage(page, 'inbox-confirm');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByText('The newer memory stays.', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: 'Open the memory that stays' }).getAttribute('href')).toBe(
      `/memories/${first!.newer}`,
    );
    expect(
      await page.getByRole('link', { name: 'Open the memory that was replaced' }).getAttribute('href'),
    ).toBe(`/memories/${first!.older}`);
    expect([await isActive(tenant, first!.newer), await isActive(tenant, first!.older)]).toEqual([
      true,
      false,
    ]);
    expect(await countOf(page).textContent()).toBe('2');
    await checkPage(page, 'inbox-decided');

    await page.getByText('1 of 2').waitFor();
    await page.keyboard.press('5');
    await page.getByText('2 of 2').waitFor();
    await page.keyboard.press('4');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('The harbor opens at noon on Sundays.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('One new memory replaces both.').waitFor();
    expect(await isActive(tenant, last!.older)).toBe(false);

    await page.goto(`${browser.platform().portalUrl}/inbox`);
    await page.keyboard.press('3');
    await page.getByText('Both memories stay.', { exact: false }).waitFor();
    await page.getByText('Nothing to decide.').waitFor();
    expect([await isActive(tenant, second!.older), await isActive(tenant, second!.newer)]).toEqual([
      true,
      true,
    ]);
    expect(await countOf(page).count()).toBe(0);
    await checkPage(page, 'inbox-empty');
  });

  test('ignores single keys after the user has turned shortcuts off', async () => {
    const tenant = await browser.platform().createTenant();
    await contradict(tenant, [['Rosa plays the cello.', 'Rosa plays no instrument.']]);
    const { page } = await browser.signIn({ tenant, path: '/inbox' });
    await page.getByText('Keyboard shortcuts').click();
    await page.getByLabel('Use shortcuts on this page').uncheck();
    await page.reload();
    await page.keyboard.press('1');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  test('offers a pair that was postponed again after the last one', async () => {
    const tenant = await browser.platform().createTenant();
    await contradict(tenant, [['Rosa plays the cello.', 'Rosa plays no instrument.']]);
    const { page } = await browser.signIn({ tenant, path: '/inbox' });
    for (let skipped = 0; skipped < 3; skipped++) {
      if ((await page.getByText('You have seen all pairs.').count()) > 0) break;
      await page.getByRole('link', { name: 'Decide later' }).click();
    }
    await page.getByText('You have seen all pairs.').waitFor();
    await page.getByRole('link', { name: 'Start again' }).click();
    await page.getByRole('link', { name: 'Decide later' }).waitFor();
  });

  test('offers no decision to a colleague who can only read', async () => {
    const tenant = await browser.platform().createTenant();
    await contradict(tenant, [['Rosa plays the cello.', 'Rosa plays no instrument.']]);
    const { page } = await browser.signIn({ tenant, path: '/inbox', role: 'viewer' });
    await page.getByText('You can read this pair.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Keep both' }).count()).toBe(0);
  });
});
