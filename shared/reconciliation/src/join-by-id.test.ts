import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { joinById } from './join-by-id.ts';
import type { IdPage } from './read-page.ts';

const readerOf =
  (ids: readonly string[]) =>
  async ({ afterId, limit }: IdPage) =>
    ids
      .filter((id) => afterId === null || id > afterId)
      .slice(0, limit)
      .map((id) => ({ id }));

describe('joinById', () => {
  test('returns the union of the lists in id order, with the item of each list, for any page size', async () => {
    const list = fc
      .uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 12 })
      .map((ids) => ids.sort());
    await assertProperty(
      fc.asyncProperty(list, list, list, fc.integer({ min: 1, max: 5 }), async (a, b, c, limit) => {
        const read = joinById({ a: readerOf(a), b: readerOf(b), c: readerOf(c) });
        const found = [];
        for (let afterId: string | null = null; ;) {
          const page = await read({ afterId, limit });
          found.push(...page);
          if (page.length < limit) break;
          afterId = page.at(-1)!.id;
        }
        const union = [...new Set([...a, ...b, ...c])].sort();
        expect(found).toEqual(
          union.map((id) => ({
            id,
            items: {
              ...(a.includes(id) && { a: { id } }),
              ...(b.includes(id) && { b: { id } }),
              ...(c.includes(id) && { c: { id } }),
            },
          })),
        );
      }),
      { runs: 500 },
    );
  });
});
