import { describe, expect, test } from '@jest/globals';
import { MemoryPages, PAGE_SIZE } from './memory-pages.ts';
import { scrollToRow, visibleRange } from './visible-range.ts';

/** A list whose items are their indexes. Records the loaded pages. */
function createList(count: number) {
  const loaded: [page: number, cursor: string | null][] = [];
  const list = { count, loaded, changes: 0 };
  const pages = new MemoryPages<number>(
    async (page, cursor) => {
      loaded.push([page, cursor]);
      await Promise.resolve();
      const start = page * PAGE_SIZE;
      const items = Array.from(
        { length: Math.max(0, Math.min(PAGE_SIZE, list.count - start)) },
        (_, i) => start + i,
      );
      const end = start + items.length;
      return {
        items,
        total: list.count,
        isTotalExact: true,
        nextCursor: end < list.count ? `after ${end}` : null,
      };
    },
    () => list.changes++,
  );
  return { pages, list };
}

describe('pages of the table', () => {
  test('loads a page once for several requests, and the next one with its cursor', async () => {
    const { pages, list } = createList(1_000);
    await Promise.all([pages.ensure(0, 50), pages.ensure(20, 80)]);
    await pages.ensure(90, 110);
    expect(list.loaded).toEqual([
      [0, null],
      [1, 'after 100'],
    ]);
    expect([pages.get(0), pages.get(150), pages.get(200), pages.total]).toEqual([0, 150, undefined, 1_000]);
  });

  test('loads a page in the middle of a long list without those before it', async () => {
    const { pages, list } = createList(100_000);
    await pages.ensure(99_950, 100_000);
    expect([pages.get(99_999), list.loaded]).toEqual([99_999, [[999, null]]]);
  });

  test('keeps a bounded number of pages', async () => {
    const { pages } = createList(100_000);
    for (let index = 0; index < 100_000; index += PAGE_SIZE) await pages.ensure(index, index + 1);
    const kept = Array.from({ length: 1_000 }, (_, page) => pages.get(page * PAGE_SIZE));
    expect(kept.filter((item) => item !== undefined)).toHaveLength(30);
  });

  test('keeps old items after a change until they are loaded again', async () => {
    const { pages, list } = createList(150);
    await pages.ensure(0, 150);
    list.count = 120;
    pages.invalidate();
    expect([pages.get(149), pages.total]).toEqual([149, 150]);
    await pages.ensure(0, 150);
    expect([pages.get(149), pages.get(119), pages.total]).toEqual([undefined, 119, 120]);
  });

  test('ignores a page that was requested before a change', async () => {
    const { pages, list } = createList(10);
    const before = pages.ensure(0, 10);
    pages.invalidate();
    await before;
    expect([pages.get(0), list.changes]).toEqual([undefined, 0]);
  });

  test('returns the items of a range up to the end of the list', async () => {
    const { pages } = createList(250);
    const items = await pages.range(95, 1_000);
    expect([items[0], items.at(-1), items.length]).toEqual([95, 249, 155]);
  });
});

describe('visible rows', () => {
  test('are those of the viewport with some above and below', () => {
    const viewport = { scrollTop: 4_800, height: 480, rowHeight: 48 };
    expect(visibleRange(viewport, 100_000)).toEqual({ from: 94, to: 116 });
    expect(visibleRange(viewport, 105)).toEqual({ from: 94, to: 105 });
    expect(visibleRange({ ...viewport, scrollTop: 0 }, 3)).toEqual({ from: 0, to: 3 });
    expect(visibleRange(viewport, 0)).toEqual({ from: 0, to: 0 });
  });

  test('include a row after scrolling to it', () => {
    const viewport = { scrollTop: 480, height: 480, rowHeight: 48 };
    expect(scrollToRow(12, viewport, 40)).toBe(480);
    expect(scrollToRow(3, viewport, 40)).toBe(144);
    expect(scrollToRow(30, viewport, 40)).toBe(1_048);
  });
});
