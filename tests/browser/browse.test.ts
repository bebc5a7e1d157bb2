import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const COUNT = 260;
const HOSTILE = '<img src=x onerror="document.title=1"> </script><b>bold</b>';

/** Text of the cells of a column in the rendered rows. */
const cells = (page: Page, name: string) => page.locator(`.memory-body .cell-${name}`).allTextContents();
const selectedCount = (page: Page) => page.locator('.bulk-count strong').textContent();

describeInBrowser('the table of memories', (browser) => {
  let tenant: Tenant;
  let page: Page;

  const open = async (path = '/memories') => {
    await page.goto(`${browser.platform().portalUrl}${path}`);
    await page.locator('.memory-row[aria-rowindex="2"] a').waitFor();
  };
  const checkbox = (row: number) => page.locator(`#memory-row-${row} input`);
  const grid = () => page.getByRole('grid');
  const total = async (query: string) =>
    (await tenant.data('GET', `/api/v2/memories?${query}`)).pagination.total as number;

  beforeAll(async () => {
    tenant = await browser.platform().createTenant();
    const memories = Array.from({ length: COUNT }, (_, index) => ({
      content: index === COUNT - 1 ? HOSTILE : `Note number ${index}.`,
      tags: index % 2 === 0 ? ['even', 'number'] : ['odd'],
      importance: (index % 5) / 5 + 0.1,
      occurred_at: new Date(Date.UTC(2026, 4, 1 + (index % 28), 12)).toISOString(),
      metadata: index < 3 ? { conversation_id: 'talk-1' } : {},
    }));
    await tenant.data('POST', '/api/v2/memories/bulk', { memories });
  });

  const signIn = async (path = '/memories') => {
    ({ page } = await browser.signIn({ tenant, path }));
    await page.locator('.memory-row[aria-rowindex="2"] a').waitFor();
  };

  test('shows hostile contents as text, renders only visible rows, and loads others while scrolling', async () => {
    await signIn();
    expect((await cells(page, 'content'))[0]).toBe(HOSTILE);
    expect(await page.locator('.memory-body b').count()).toBe(0);
    expect(await grid().getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
    expect(await page.locator('.memory-body .memory-row').count()).toBeLessThan(40);
    await grid().focus();
    await page.keyboard.press('End');
    await page.locator(`#memory-row-${COUNT - 1}`, { hasText: 'Note number 0.' }).waitFor();
    expect(await page.locator('.memory-body .memory-row').count()).toBeLessThan(40);
    await checkPage(page, 'browse');
  });

  test('adds a tag to memories that were selected with the mouse, and undoes it', async () => {
    await signIn();
    await checkbox(1).click();
    await page.locator('#memory-row-4 .cell-tags').click({ modifiers: ['Shift'] });
    expect(await selectedCount(page)).toBe('4 memories selected');
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('Enter at least one tag.');
    await page.getByLabel('Tags, separated by commas').fill('chosen, Second Tag');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('4 memories changed.').waitFor();
    expect(await total('tags=chosen')).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 4 memories.').waitFor();
    expect(await total('tags=chosen')).toBe(0);
  });

  test('changes the type and the pin of selected memories with the keyboard only', async () => {
    await signIn();
    await grid().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await selectedCount(page)).toBe('3 memories selected');
    await page.getByRole('button', { name: 'Change type' }).press('Enter');
    await page.keyboard.press('T');
    await page.getByLabel('New type').press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('3 memories changed.').waitFor();
    expect(await total('memory_types=task')).toBe(3);
    await page.locator('#memory-row-1 .cell-type', { hasText: 'Task' }).waitFor();
    await grid().focus();
    await page.keyboard.press('Control+a');
    await page.getByText(`${COUNT} memories selected`).waitFor();
    await page.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
    await page.getByText(`${COUNT} memories changed.`).waitFor();
    expect(await total('pinned=true')).toBe(COUNT);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText(`Undone for ${COUNT} memories.`).waitFor();
    expect(await total('pinned=true')).toBe(0);
    await grid().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/memories\/[0-9a-f-]{36}$/);
  });

  test('deletes memories after a minute in which the deletion can be undone, also from the server', async () => {
    await signIn('/memories?tag=odd');
    await checkbox(0).click();
    const id = (await page.locator('#memory-row-0 a').getAttribute('href'))!.split('/').at(-1)!;
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 memory will be deleted in 60 seconds').waitFor();
    await page.locator('#memory-row-0.leaving').waitFor();
    const { expires_at: expiry } = await tenant.data('GET', `/api/v2/memories/${id}`);
    expect(Date.parse(expiry) - Date.now()).toBeLessThan(60_000);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 1 memory.').waitFor();
    expect(await tenant.data('GET', `/api/v2/memories/${id}`)).toMatchObject({ expires_at: null });
  });

  test('filters and sorts with addresses that can be shared', async () => {
    await signIn();
    await page.getByLabel('Tag', { exact: true }).fill('Even');
    await page.getByText('More filters').click();
    await page.getByLabel('Minimum importance').selectOption('0.5');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/tag=Even/);
    await page.locator('#memory-row-0 a').waitFor();
    expect(new Set(await cells(page, 'tags'))).toEqual(new Set(['even, number']));
    await page.getByRole('link', { name: 'Importance' }).click();
    await page.waitForURL(/sort=-importance/);
    await page.locator('#memory-row-0 a').waitFor();
    expect((await cells(page, 'importance'))[0]).toBe('90%');
    expect(await page.getByRole('columnheader', { name: 'Importance' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    // The table changes without another page, so that the filter above it and the history must follow.
    expect(await page.getByLabel('Order').inputValue()).toBe('-importance');
    await page.getByRole('link', { name: 'Changed' }).press('Enter');
    await page.waitForURL(/sort=-updated_at/);
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Changed/);
    await page.goBack();
    await page.waitForURL(/sort=-importance/);
    await page.locator('[aria-sort=descending]', { hasText: 'Importance' }).waitFor();
    expect(await page.getByLabel('Order').inputValue()).toBe('-importance');
    await page.reload();
    await page.locator('#memory-row-0', { hasText: '90%' }).waitFor();
    await open('/memories?conversation=talk-1&sort=occurred_at');
    expect(await cells(page, 'content')).toEqual(['Note number 0.', 'Note number 1.', 'Note number 2.']);
  });

  test('reports a failed request next to the table, and loads it again', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/workspace' }));
    await page.route('**/api/v2/memories?**', (route) =>
      route.fulfill({
        status: 422,
        json: { status: 'error', error: { code: 'VAL_FIELD_INVALID', message: 'Out of order.' }, meta: {} },
      }),
    );
    await page.goto(`${browser.platform().portalUrl}/memories`);
    await page.getByText('The memories could not be loaded. Out of order.').waitFor();
    await checkPage(page, 'browse-error');
    await page.unroute('**/api/v2/memories?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('#memory-row-0 a').waitFor();
  });

  test('reports memories that could not be changed, and changes the others', async () => {
    await signIn();
    const first = (await page.locator('#memory-row-0 a').getAttribute('href'))!.split('/').at(-1)!;
    await checkbox(0).click();
    await checkbox(1).click();
    await tenant.data('PUT', `/api/v2/memories/${first}`, {
      tags: Array.from({ length: 10 }, (_, i) => `t${i}`),
    });
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByLabel('Tags, separated by commas').fill('eleventh');
    await page.keyboard.press('Enter');
    await page
      .getByText(/1 memory changed\. 1 memory not changed: A memory can have at most 10 tags/)
      .waitFor();
  });

  test('shows the memories by day', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/memories/days?end=2026-05-31' }));
    expect(await page.locator('a.day').count()).toBe(28);
    await checkPage(page, 'browse-days');
    await page.locator('a.day').first().click();
    await page.waitForURL('**/memories?from=2026-05-28&to=2026-05-28');
  });

  test('shows the conversations, and one of them as a timeline', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/memories/conversations' }));
    expect(await page.locator('.results > li').count()).toBe(1);
    expect(await page.locator('.results .meta').textContent()).toContain('3 memories');
    await checkPage(page, 'browse-conversations');
    await page.getByRole('link', { name: 'Note number 0.' }).press('Enter');
    await page.waitForURL('**/memories/conversations?id=talk-1');
    expect(await page.locator('.timeline .content').allTextContents()).toEqual([
      'Note number 0.',
      'Note number 1.',
      'Note number 2.',
    ]);
    await checkPage(page, 'browse-conversation');
    await page.getByRole('link', { name: 'Note number 1.' }).click();
    await page.waitForURL(/\/memories\/[0-9a-f-]{36}$/);
    const back = page.locator('a[href="/memories/conversations?id=talk-1"]');
    expect(await back.textContent()).toBe('All memories of this conversation');
  });

  test('explains a conversation without memories', async () => {
    const path = `/memories/conversations?id=${encodeURIComponent(HOSTILE)}`;
    ({ page } = await browser.signIn({ tenant, path }));
    await page.getByText('No memory belongs to this conversation.').waitFor();
    expect(await page.title()).not.toBe('1');
  });

  test('shows the memories by tag', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/memories/tags' }));
    await checkPage(page, 'browse-tags');
    await page.getByRole('link', { name: 'even', exact: true }).click();
    await page.waitForURL('**/memories?tag=even');
  });

  test('renames a tag with the keyboard only, and asks before it merges two tags', async () => {
    const own = await browser.platform().createTenant();
    const memories = [['tea'], ['tea', 'drink'], ['drink']].map((tags) => ({ content: HOSTILE, tags }));
    await own.data('POST', '/api/v2/memories/bulk', { memories });
    ({ page } = await browser.signIn({ tenant: own, path: '/memories/tags' }));
    await page.getByRole('link', { name: 'Rename tea' }).press('Enter');
    await page.getByText('2 memories with this tag will change.').waitFor();
    await checkPage(page, 'tag-rename');
    const name = page.getByLabel('New name');
    await name.fill('!!');
    await name.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/a tag must have 1 to 100 characters/);
    await name.fill('Hot Drinks');
    await name.press('Enter');
    await page.getByText('The tag “tea” is now “hot-drinks” in 2 memories.').waitFor();
    await page.getByRole('link', { name: 'Rename hot-drinks' }).press('Enter');
    await name.fill('drink');
    await name.press('Enter');
    await page.getByRole('heading', { name: 'Merge “hot-drinks” into “drink”?' }).waitFor();
    await page.getByText('2 memories with the tag “hot-drinks” will have').waitFor();
    await checkPage(page, 'tag-merge');
    await page.getByRole('button', { name: 'Merge the tags' }).press('Enter');
    await page.getByText('The tag “hot-drinks” is now “drink” in 2 memories.').waitFor();
    expect((await page.locator('.tag').allTextContents()).sort()).toEqual(['drink']);
  });

  test('continues a rename of more than 250 memories, and shows its progress without JavaScript', async () => {
    const own = await browser.platform().createTenant();
    await own.data('POST', '/api/v2/memories/bulk', {
      memories: Array.from({ length: 501 }, () => ({ content: 'A memory.', tags: ['many'] })),
    });
    ({ page } = await browser.signIn({ tenant: own, path: '/workspace' }));
    const state = await page.context().storageState();
    const plain = await browser.newPage({ javaScriptEnabled: false, storageState: state });
    const { portalUrl } = browser.platform();
    await plain.goto(`${portalUrl}/memories/tags/rename?tag=many`);
    await plain.getByLabel('New name').fill('all');
    await plain.getByRole('button', { name: 'Rename' }).click();
    await plain.getByText('250 of 501 memories renamed.').waitFor();
    const continuing = plain.getByRole('button', { name: 'Continue' });
    expect(await plain.getByRole('progressbar').getAttribute('value')).toBe('250');
    // A browser with JavaScript continues the same rename, which asks before it merges.
    await page.goto(`${portalUrl}/memories/tags/rename?tag=many`);
    await page.getByLabel('New name').fill('all');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Merge the tags' }).click();
    await page.getByText('The tag “many” is now “all” in 251 memories.').waitFor();
    await continuing.click();
    await plain.getByText('The tag “many” is now “all” in 250 memories.').waitFor();
  });

  test('shows no rename to a user without the permission to write', async () => {
    ({ page } = await browser.signIn({ tenant, role: 'viewer', path: '/memories/tags' }));
    await page.locator('.tag').first().waitFor();
    expect(await page.getByRole('link', { name: /^Rename/ }).count()).toBe(0);
  });

  test('shows the memories by type', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/memories/types' }));
    await checkPage(page, 'browse-types');
    await page.getByRole('main').getByRole('link', { name: 'Fact' }).click();
    await page.waitForURL('**/memories?type=fact');
  });

  test('explains an empty workspace', async () => {
    const empty = await browser.signIn({ path: '/memories' });
    await empty.page.getByText('There are no memories yet.').waitFor();
    await checkPage(empty.page, 'browse-empty');
    await empty.page.getByRole('link', { name: 'Conversations' }).click();
    await empty.page.getByText('No memory belongs to a conversation yet.').waitFor();
  });

  test('offers no commands to a viewer, and the API rejects them', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/memories', role: 'viewer' }));
    await page.locator('.memory-row[aria-rowindex="2"] a').waitFor();
    expect(await page.getByRole('region', { name: 'Selected memories' }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await grid().focus();
    for (const key of ['Space', 'Control+A', 'Delete']) await page.keyboard.press(key);
    expect(await page.locator('.memory-row.selected').count()).toBe(0);
    await checkPage(page, 'browse-viewer');

    const { items } = await tenant.data('GET', '/api/v2/memories?per_page=2');
    const updates = items.flatMap(({ id }: { id: string }) => [
      { memory_id: id, add_tags: ['forbidden'], ttl_seconds: 60 },
    ]);
    const status = await page.evaluate<number>(`fetch('/api/v2/memories/bulk-update', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': document.querySelector('meta[name=csrf-token]').content,
      },
      body: ${JSON.stringify(JSON.stringify({ updates }))},
    }).then((response) => response.status)`);
    expect(status).toBe(403);
    expect(await total('tags=forbidden')).toBe(0);
    for (const { id } of items)
      expect(await tenant.data('GET', `/api/v2/memories/${id}`)).toMatchObject({ expires_at: null });
  });

  test('shows a list with pages without JavaScript', async () => {
    ({ page } = await browser.signIn({ tenant, path: '/workspace' }));
    const state = await page.context().storageState();
    const plain = await browser.newPage({ javaScriptEnabled: false, storageState: state });
    await plain.goto(`${browser.platform().portalUrl}/memories`);
    expect(await plain.locator('.results > li').count()).toBe(25);
    await plain.getByRole('link', { name: 'Next page' }).click();
    expect(await plain.locator('.results > li').count()).toBe(25);
  });
});
