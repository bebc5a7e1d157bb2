// cspell:ignore Erinnerungen Beziehungen Teil parsererror
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeWithMap } from './support/describe-in-browser.ts';

const HOSTILE = '\u202E<img src=x onerror="document.title=\'owned\'">"</svg><script>1</script> hostile';

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

describeWithMap('the graph page', (browser) => {
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
  });

  const open = (path: string, context = {}) => browser.signIn({ tenant, path, context });

  test('starts from a memory, grows by a click and keeps the memories at their places', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { reducedMotion: 'reduce' });
    await waitForCounts(page, '3 memories, 2 relationships');
    // A slow browser shows no labels while the map still moves.
    const before = await eventually(async () => {
      const svg = await saveSvg(page);
      nodeOf(svg, 'The well is twelve');
      return svg;
    });
    expect(circlesOf(before)).toHaveLength(3);

    await page.reload();
    await waitForCounts(page, '3 memories, 2 relationships');
    expect(circlesOf(await saveSvg(page))).toEqual(circlesOf(before));

    const [x, y] = nodeOf(before, 'The well is twelve');
    await map(page).click({ position: { x, y } });
    await panel(page).getByText('The well is twelve meters deep.').waitFor();
    await waitForCounts(page, '4 memories, 3 relationships');
    const after = await saveSvg(page);
    expect(circlesOf(after)).toHaveLength(4);
    const [shape, shapeBefore] = [shapeOf(after), shapeOf(before)];
    expect(shape.angle).toBeCloseTo(shapeBefore.angle, 2);
    expect(shape.ratio).toBeCloseTo(shapeBefore.ratio, 2);
    await checkPage(page, 'graph');
    await page.getByRole('link', { name: 'Open memory' }).click();
    await page.waitForURL(`**/memories/${ids['well']}`);
  });

  describe('around a memory with many relationships', () => {
    let hub: string;
    let crowded: Tenant;

    beforeAll(async () => {
      crowded = await browser.platform().createTenant();
      const store = async (content: string): Promise<string> =>
        (await crowded.data('POST', '/api/v2/memories', { content })).id;
      hub = await store('The library keeps the letters of all of its former readers in boxes.');
      const letters: string[] = [];
      for (let n = 1; n <= 35; n++) {
        letters.push(await store(`Letter ${n} was written by a reader about a book that was lost.`));
      }
      const [first, ...rest] = letters.map((id) => ({
        from_id: hub,
        to_id: id,
        relationship_type: 'references',
      }));
      const sibling = {
        ...first,
        relationship_type: 'sibling_of',
        direction_type: 'BIDIRECTIONAL',
        strength: 0.9,
      };
      await crowded.data('POST', '/api/v2/relationships/bulk', [sibling, ...rest]);
      await eventually(async () => {
        const { relationships } = await crowded.data('POST', '/api/v2/relationships/neighborhood', {
          memory_ids: [hub],
        });
        expect(relationships).toHaveLength(35);
      });
    });

    const openHub = async (context = {}) => {
      const { page } = await browser.signIn({
        tenant: crowded,
        path: `/graph?start=${hub}`,
        context: { reducedMotion: 'reduce', ...context },
      });
      await waitForCounts(page, '36 memories, 35 relationships');
      return page;
    };

    test('lists all relationships of a memory in pages, with the keyboard', async () => {
      const page = await openHub();
      await page.getByRole('button', { name: 'List' }).click();
      await page.getByRole('button', { name: 'The library keeps' }).first().click();
      const relations = panel(page).locator('.relations > li');
      expect(await relations.count()).toBe(30);
      await checkPage(page, 'graph-relationships');
      await panel(page).getByRole('button', { name: 'Show 5 more relationships' }).press('Enter');
      await relations.nth(34).waitFor();
      const focused = page.locator(':focus');
      expect(await focused.textContent()).toBe(await relations.nth(30).getByRole('button').textContent());
      expect(await panel(page).getByRole('button', { name: 'more relationships' }).count()).toBe(0);
    });

    test('shows relationships in both directions with arrows at both ends', async () => {
      const page = await openHub();
      const svg = await saveSvg(page);
      expect(svg.match(/<path [^>]*stroke-width/g)).toHaveLength(35);
      expect(svg.match(/<path [^>]*Z"/g)).toHaveLength(36);
      await page.getByRole('button', { name: 'List' }).click();
      await page.getByRole('button', { name: 'The library keeps' }).first().click();
      await panel(page).getByText('↔ sibling of').waitFor();
      expect(await panel(page).getByText('→ references').count()).toBe(29);
    });

    test('draws every label inside of the map and none over another, on a desktop and on a phone', async () => {
      const page = await openHub();
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await map(page).press('0');
        const svg = await saveSvg(page);
        const labels = await page.evaluate<LabelBox[]>(
          `(() => {
            const parsed = new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml');
            const image = document.body.appendChild(document.importNode(parsed.documentElement, true));
            const boxes = [...image.querySelectorAll('text')].map((text) => {
              const { x, y, width, height } = text.getBBox();
              const total = Number(image.getAttribute('width'));
              return { text: text.textContent, start: x, end: x + width, top: y, bottom: y + height, total };
            });
            image.remove();
            return boxes;
          })()`,
        );
        expect(labels.length).toBeGreaterThan(1);
        expect(labels.filter(({ start, end, total }) => start < 0 || end > total)).toEqual([]);
        expect(labels.filter((label, index) => labels.slice(0, index).some(covers(label)))).toEqual([]);
        await page.screenshot({ path: `coverage/screenshots/graph-labels-${width}.png` });
      }
    });
  });

  test('starts from a search and from a tag', async () => {
    const { page } = await open('/graph');
    await page.getByRole('searchbox').fill('green tea');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/graph?q=green+tea');
    await page.getByText('for “green tea”').waitFor();
    await page.getByRole('searchbox').fill('#garden');
    await page.keyboard.press('Enter');
    await page.getByText('2 memories with the tag garden').waitFor();
    await waitForCounts(page, '4 memories');
  });

  test('filters the relationships by type', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`);
    await waitForCounts(page, '3 memories, 2 relationships');
    await page.getByRole('checkbox', { name: 'part of' }).uncheck();
    await waitForCounts(page, '3 memories, 1 relationship');
    expect((await saveSvg(page)).match(/<path [^>]*stroke-width/g)).toHaveLength(1);
  });

  test('shows what was true on a day, and the present again', async () => {
    const { page } = await open(`/graph?start=${ids['well']}`);
    await waitForCounts(page, '3 memories, 2 relationships');
    await page.getByLabel('Day', { exact: true }).fill('2005-06-01');
    await waitForCounts(page, '4 memories, 3 relationships');
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByText('A hand pump stood on the well.').first().waitFor();
    await page.getByLabel('Day', { exact: true }).fill('2015-06-01');
    await waitForCounts(page, '3 memories, 2 relationships');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('Point in time: Now').waitFor();
    await waitForCounts(page, '3 memories, 2 relationships');
  });

  test('is usable with the keyboard only', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { reducedMotion: 'reduce' });
    await waitForCounts(page, '3 memories');
    await map(page).focus();
    const before = circlesOf(await saveSvg(page));
    await map(page).press('ArrowRight');
    const moved = circlesOf(await saveSvg(page));
    expect(moved[0]!.x).toBeLessThan(before[0]!.x - 50);
    await map(page).press('0');
    expect(circlesOf(await saveSvg(page))).toEqual(before);
    await page.getByRole('button', { name: 'List' }).press('Enter');
    const list = page.getByRole('region', { name: 'Memories on the map' });
    await list.getByRole('button', { name: 'The well is twelve meters deep.' }).first().press('Enter');
    await waitForCounts(page, '4 memories, 3 relationships');
    await panel(page).getByRole('button', { name: 'Its water is too hard for tea.' }).press('Enter');
    await waitForCounts(page, '5 memories, 4 relationships');
    expect(await panel(page).getByRole('link', { name: 'Open memory' }).getAttribute('href')).toBe(
      `/memories/${ids['water']}`,
    );
    await checkPage(page, 'graph-list');
  });

  test('shows hostile contents as text, on the map, in the list and in exports', async () => {
    const { page } = await open(`/graph?start=${ids['well']}`, { reducedMotion: 'reduce' });
    await waitForCounts(page, '3 memories');
    // Loads the hostile memory from the API. The page replaces control characters of those that it contains.
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('button', { name: 'The garden has an old well.' }).first().click();
    await waitForCounts(page, '4 memories');
    await page.getByRole('button', { name: '<img src=x' }).first().click();
    await panel(page).getByText('<img src=x').waitFor();
    // The map always shows the label of the selected memory.
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: 'Fit to window' }).click();
    const svg = await saveSvg(page);
    expect(svg).not.toContain('<img');
    expect(svg).toContain('\ufffd&lt;img');
    const isValid = await page.evaluate<boolean>(
      `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelector('parsererror') === null`,
    );
    expect(isValid).toBe(true);
    expect(await page.title()).not.toBe('owned');
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('saves the map as a PNG image', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`);
    await waitForCounts(page, '3 memories');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG' }).click(),
    ]);
    const image = await readFile((await saved.path())!);
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect(image.length).toBeGreaterThan(3_000);
  });

  test('explains a failed request and repeats it', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`);
    await waitForCounts(page, '3 memories');
    await page.getByRole('button', { name: 'List' }).click();
    await page.route('**/api/v2/relationships/neighborhood', (route) =>
      route.fulfill({
        status: 403,
        json: {
          status: 'error',
          error: {
            code: 'AUTH_FORBIDDEN',
            message: 'Reading is not allowed.',
            details: null,
            field_errors: null,
          },
          meta: {},
        },
      }),
    );
    await page.getByRole('button', { name: 'The well is twelve meters deep.' }).first().click();
    await page.getByRole('alert').getByText('Reading is not allowed.').waitFor();
    await checkPage(page, 'graph-error');
    await page.unroute('**/api/v2/relationships/neighborhood');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForCounts(page, '4 memories, 3 relationships');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('shows a list in browsers without WebGL', async () => {
    const { page } = await open('/');
    await page.addInitScript(
      `const original = HTMLCanvasElement.prototype.getContext;
       HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
         return type.startsWith('webgl') ? null : original.call(this, type, ...rest);
       };`,
    );
    await page.goto(`${browser.platform().portalUrl}/graph?start=${ids['garden']}`);
    await page.getByText('does not support WebGL').waitFor();
    await page.getByRole('button', { name: 'The garden has an old well.' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Map', exact: true }).count()).toBe(0);
  });

  test('shows a list in browsers without JavaScript', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { javaScriptEnabled: false });
    const items = page.locator('.graph-fallback > ul > li');
    expect(await items.count()).toBe(3);
    expect(await items.first().textContent()).toContain('part of');
    await items.nth(1).getByRole('link', { name: 'Start here' }).click();
    await page.getByRole('heading', { name: 'Graph' }).waitFor();
  });

  test('explains an empty workspace, a search without results, and an unknown memory', async () => {
    const { page } = await browser.signIn({ path: '/graph' });
    await page.getByRole('heading', { name: 'No memories yet' }).waitFor();
    await checkPage(page, 'graph-empty');
    await page.goto(`${browser.platform().portalUrl}/graph?tag=nowhere`);
    await page.getByRole('heading', { name: 'No memories found' }).waitFor();
    const unknown = `${browser.platform().portalUrl}/graph?start=${ids['garden']}`;
    expect((await page.goto(unknown))!.status()).toBe(404);
  });

  test('shows the page in German', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { locale: 'de-DE' });
    await waitForCounts(page, '3 Erinnerungen, 2 Beziehungen');
    await page.getByRole('checkbox', { name: 'Teil von' }).waitFor();
  });

  test('highlights the memory below the pointer, and hides the highlight after it', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { reducedMotion: 'reduce' });
    await waitForCounts(page, '3 memories');
    const highlight = () => page.locator('.sigma-hovers').isVisible();
    const enter = () =>
      eventually(async () => {
        const [x, y] = nodeOf(await saveSvg(page), 'The well is twelve');
        await map(page).hover({ position: { x, y } });
        expect(await highlight()).toBe(true);
      });
    await enter();
    await map(page).hover({ position: { x: 40, y: 40 } });
    await eventually(async () => expect(await highlight()).toBe(false));
    await enter();
    // The pointer leaves the map directly from the memory.
    await page.mouse.move(1, 1);
    await eventually(async () => expect(await highlight()).toBe(false));
  });

  test('moves the drawn image while frames are late, and does not wait for the GPU', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { reducedMotion: 'reduce' });
    await waitForCounts(page, '3 memories');
    const transform = () => page.evaluate(`document.querySelector('.sigma-edges').style.transform`);
    await page.evaluate(`
      isSlow = true;
      const delay = () => {
        for (const end = performance.now() + 40; performance.now() < end; );
        if (isSlow) requestAnimationFrame(delay);
      };
      delay();
      reads = 0;
      const { readPixels } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.readPixels = function (...values) {
        reads++;
        readPixels.apply(this, values);
      };
    `);
    const { x, y, width, height } = (await map(page).boundingBox())!;
    const [startX, startY] = [x + width - 8, y + height - 8];
    await page.mouse.move(startX, startY);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(startX - 5 * step, startY);
    await eventually(async () => expect(await transform()).toMatch(/^matrix\(1, 0, 0, 1, -\d/));
    // Sigma reads the pixel below the pointer until it treats the events as dragging.
    expect(await page.evaluate('reads')).toBeLessThan(10);
    await page.evaluate('isSlow = false');
    await page.mouse.up();
    await eventually(async () => expect(await transform()).toBe(''));
  });

  test('pans a map of 5,000 memories without work for each of them, and stops growing there', async () => {
    const { page } = await open(`/graph?start=${ids['garden']}`, { reducedMotion: 'reduce' });
    await waitForCounts(page, '3 memories');
    const cost = await measurePanning(page);
    await page.route('**/api/v2/relationships/neighborhood', (route) =>
      route.fulfill({ json: { status: 'success', data: generateNeighborhood(6_000, 25_000), meta: {} } }),
    );
    // The layout may still move the node when the click arrives.
    await eventually(async () => {
      await map(page).press('0');
      const [x, y] = nodeOf(await saveSvg(page), 'The well is twelve');
      await map(page).click({ position: { x, y } });
      await page.getByRole('alert').getByText('The map is full').waitFor({ timeout: 3_000 });
    });
    await waitForCounts(page, '5,000 memories, 20,000 relationships');
    const largeCost = await measurePanning(page);
    await page.screenshot({ path: 'coverage/screenshots/graph-5000.png' });
    // The time depends on the load of the machine, but code for each memory would need many times more.
    expect(largeCost.script).toBeLessThan(3 * cost.script + 1);
    expect(largeCost.script).toBeLessThan(1_000 / 60 / 2);
  });
});

/** Text of a label in an SVG file and its box in pixels, and the width of the file. */
interface LabelBox {
  text: string;
  start: number;
  end: number;
  top: number;
  bottom: number;
  total: number;
}

/** Returns a function that checks whether a label covers another one. */
const covers = (one: LabelBox) => (other: LabelBox) =>
  one.start < other.end && other.start < one.end && one.top < other.bottom && other.top < one.bottom;

/** Returns the position of the node whose label starts with a text. */
function nodeOf(svg: string, label: string): [number, number] {
  const text = new RegExp(`<text x="([\\d.-]+)" y="([\\d.-]+)"[^>]*>${label}`).exec(svg);
  if (text === null) throw new Error(`The map does not show the label ${label}.`);
  const [x, y] = [Number(text[1]), Number(text[2])];
  const distance = (circle: Circle): number => Math.hypot(circle.x - x, circle.y - y);
  const [nearest] = circlesOf(svg).sort((a, b) => distance(a) - distance(b));
  return [nearest!.x, nearest!.y];
}

/** Returns the shape of the triangle of the first three memories, which zooming and moving the map do not change. */
function shapeOf(svg: string): { angle: number; ratio: number } {
  const [first, second, third] = circlesOf(svg);
  const side = (to: Circle) => {
    const [x, y] = [to.x - first!.x, to.y - first!.y];
    return { angle: Math.atan2(y, x), length: Math.hypot(x, y) };
  };
  const [one, other] = [side(second!), side(third!)];
  return { angle: one.angle - other.angle, ratio: one.length / other.length };
}

/** Time of a frame in milliseconds, by the part of the browser that needs it. */
interface FrameCost {
  /** JavaScript of the page, with the preparation of the commands for the GPU. */
  script: number;
  /** Waiting for the GPU, which is emulated on the CPU here. */
  gpu: number;
}

/** Functions of WebGL that wait until the GPU has executed all commands. */
const WAITS_FOR_GPU = new Set(['readPixels', 'getError', 'finish', 'clientWaitSync']);
const IS_NOT_SCRIPT = new Set(['(idle)', '(program)', '(root)', '(garbage collector)']);

/** Drags the map, and measures the time per frame with a sampling profiler. */
async function measurePanning(page: Page): Promise<FrameCost> {
  const { x, y, width, height } = (await map(page).boundingBox())!;
  // The corner has no memory that the pointer could drag.
  const [startX, startY] = [x + width - 8, y + height - 8];
  await page.evaluate('frames = 0; count = () => { frames++; requestAnimationFrame(count); }; count();');
  await page.mouse.move(startX, startY);
  await page.mouse.down();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  const before = await page.evaluate<number>('frames');
  await session.send('Profiler.start');
  for (let step = 1; step <= 20; step++) {
    await page.mouse.move(startX - 100 * Math.sin(step / 10), startY - 2 * step);
  }
  const { profile } = await session.send('Profiler.stop');
  const frames = (await page.evaluate<number>('frames')) - before;
  await page.mouse.up();
  await session.detach();
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const cost = { script: 0, gpu: 0 };
  for (const [index, sample] of (profile.samples ?? []).entries()) {
    const name = names.get(sample) ?? '';
    if (IS_NOT_SCRIPT.has(name)) continue;
    cost[WAITS_FOR_GPU.has(name) ? 'gpu' : 'script'] += profile.timeDeltas![index]! / 1_000 / frames;
  }
  return cost;
}

/** Creates memories and relationships like those of the API. Every relationship connects neighbors or far memories. */
function generateNeighborhood(memoryCount: number, relationshipCount: number): object {
  const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const types = ['fact', 'insight', 'conversation', 'task', 'reference'];
  return {
    memories: Array.from({ length: memoryCount }, (_, n) => ({
      id: id(n),
      content: `Generated memory ${n} with a text of the usual length, so that its label is cut.`,
      is_shortened: false,
      memory_type: types[n % types.length],
      importance: 0.5,
      tags: [],
      created_at: '2026-01-01T00:00:00.000Z',
      occurred_at: '2026-01-01T00:00:00.000Z',
      version: 1,
      is_active: true,
      validity: 'current',
      relationship_count: 8,
    })),
    relationships: Array.from({ length: relationshipCount }, (_, n) => {
      const from = n % 4_900;
      const distance = 1 + ((n * 7_919) % (n % 5 === 0 ? 4_000 : 40));
      return {
        id: id(1_000_000 + n),
        from_id: id(from),
        to_id: id((from + distance) % 4_900),
        relationship_type: n % 9 === 0 ? 'contradicts' : 'references',
        direction_type: n % 3 === 0 ? 'BIDIRECTIONAL' : 'DIRECTED',
        strength: 0.5,
      };
    }),
    truncated: false,
  };
}
