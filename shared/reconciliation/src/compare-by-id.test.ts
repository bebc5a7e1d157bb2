import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { compareById } from './compare-by-id.ts';
import type { IdPage } from './read-page.ts';

const PAGE_SIZE = 3;
const pagesOf =
  (ids: string) =>
  async ({ afterId, limit }: IdPage) =>
    [...ids]
      .filter((id) => afterId === null || id > afterId)
      .slice(0, limit)
      .map((id) => ({ id }));

async function compare(indexed: string, owned: string): Promise<string[]> {
  const found: string[] = [];
  for await (const range of compareById(pagesOf(indexed), pagesOf(owned), PAGE_SIZE))
    found.push(...range.map((item) => `${item.indexed?.id ?? '-'}${item.owned?.id ?? '-'}`));
  return found.sort();
}

describe('compareById', () => {
  test('compares each id once, for any two lists', async () => {
    const list = fc
      .uniqueArray(fc.constantFrom(...'abcdefghijklmnop'))
      .map((letters) => letters.sort().join(''));
    await assertProperty(
      fc.asyncProperty(list, list, async (indexed, owned) => {
        const ids = [...new Set([...indexed, ...owned])];
        const expected = ids.map(
          (id) => `${indexed.includes(id) ? id : '-'}${owned.includes(id) ? id : '-'}`,
        );
        expect(await compare(indexed, owned)).toEqual(expected.sort());
      }),
      { runs: 500 },
    );
  });

  test('reads the index before the owner in every range', async () => {
    const reads: string[] = [];
    const logged = (name: string, ids: string) => (page: IdPage) => {
      reads.push(`${name} after ${page.afterId}`);
      return pagesOf(ids)(page);
    };
    for await (const range of compareById(logged('index', 'abcde'), logged('owner', 'abx'), PAGE_SIZE))
      expect(range.length).toBeGreaterThan(0);
    expect(reads).toEqual(['index after null', 'owner after null', 'index after c', 'owner after c']);
  });

  test('ends the comparison when the index no longer exists', async () => {
    const ranges = [];
    const readIndex = async (page: IdPage) => (page.afterId === null ? pagesOf('abc')(page) : null);
    for await (const range of compareById(readIndex, pagesOf('abcdef'), PAGE_SIZE)) ranges.push(range);
    expect(ranges).toHaveLength(1);
  });
});
