import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE = '<img src=x onerror="document.title=\'owned\'">"</svg><script>1</script> \u202E hostile';

interface Circle {
  x: number;
  y: number;
}

/** Saves the map as an SVG file, which contains what the map shows in pixels of its element. */
async function saveSvg(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'SVG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('loci-graph.svg');
  return readFile((await download.path())!, 'utf8');
}

const circlesOf = (svg: string): Circle[] =>
  [...svg.matchAll(/<circle cx="([\d.-]+)" cy="([\d.-]+)"/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));

const map = (page: Page) => page.getByRole('application');
const panel = (page: Page) => page.getByRole('region', { name: 'Memory', exact: true });
const waitForCounts = (page: Page, counts: string) =>
  page.getByRole('status').filter({ hasText: counts }).waitFor();

describeInBrowser('the graph page', (browser) => {
  let tenant: Tenant;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    tenant = await browser.platform().createTenant();
    const store = async (name: string, content: string, fields: object = {}): Promise<void> => {
      ids[name] = (await tenant.data('POST', '/api/v2/memories', { content, ...fields })).id;
    };
    const relate = (from: string, to: string, type: string, fields: object = {}): Promise<unknown> =>
      tenant.data('POST', '/api/v2/relationships', {
        from_id: ids[from],
        to_id: ids[to],
        relationship_type: type,
        ...fields,
      });
    await store('garden', 'The garden has an old well.', { tags: ['garden'] });
    await store('well', 'The well is twelve meters deep.', { memory_type: 'insight', tags: ['garden'] });
    await store('water', 'Its water is too hard for tea.', { memory_type: 'correction' });
    await store('tea', 'Ada drinks green tea in the garden.', { memory_type: 'conversation' });
    await store('pump', 'A hand pump stood on the well.', {
      valid_from: '2001-01-01',
      valid_until: '2010-01-01',
      occurred_at: '2001-01-01',
    });
    await store('hostile', HOSTILE);
    await relate('well', 'garden', 'part_of');
    await relate('well', 'water', 'causes');
    await relate('tea', 'water', 'contradicts');
    await relate('hostile', 'garden', 'references');
    await relate('pump', 'well', 'part_of');
    await eventually(async () => {
      const { relationships } = await tenant.data('POST', '/api/v2/relationships/neighborhood', {
        memory_ids: [ids['well'], ids['garden']],
      });
      expect(relationships).toHaveLength(3);
      const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'green tea' });
      expect(items).not.toEqual([]);
    });
  }, 120_000);

  describe('with a mouse', () => {
    test('starts from a memory, grows by a click and keeps the memories at their places', async () => {
      const { page } = await browser.signIn({ tenant, path: `/graph?start=${ids['garden']}` });
      await waitForCounts(page, '3 memories, 2 relationships');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const before = await saveSvg(page);
      expect(circlesOf(before)).toHaveLength(3);
      expect(before).toContain('The garden has an old well.');

      await page.reload();
      await waitForCounts(page, '3 memories, 2 relationships');
      expect(circlesOf(await saveSvg(page))).toEqual(circlesOf(before));

      const [x, y] = nodeOf(before, 'The well is twelve');
      await map(page).click({ position: { x, y } });
      await panel(page).getByText('The well is twelve meters deep.').waitFor();
      await waitForCounts(page, '4 memories, 3 relationships');
      const after = circlesOf(await saveSvg(page));
      expect(after).toHaveLength(4);
      for (const circle of circlesOf(before)) expect(after).toContainEqual(circle);
      await checkPage(page, 'graph');
    });
  });

  test('starts from a search and from a tag', async () => {
    const { page } = await browser.signIn({ tenant, path: '/graph' });
    await page.getByRole('searchbox').fill('green tea');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/graph?q=green+tea');
    await page.getByText('for “green tea”').waitFor();
    await page.getByRole('searchbox').fill('#garden');
    await page.keyboard.press('Enter');
    await page.getByText('2 memories with the tag garden').waitFor();
    await waitForCounts(page, '4 memories');
  });
});

/** Returns the position of the node whose label starts with a text. */
function nodeOf(svg: string, label: string): [number, number] {
  const text = new RegExp(`<text x="([\\d.-]+)" y="([\\d.-]+)">${label}`).exec(svg);
  if (text === null) throw new Error(`The map does not show the label ${label}.`);
  const [x, y] = [Number(text[1]), Number(text[2])];
  const distance = (circle: Circle): number => Math.hypot(circle.x - x, circle.y - y);
  const [nearest] = circlesOf(svg).sort((a, b) => distance(a) - distance(b));
  return [nearest!.x, nearest!.y];
}
