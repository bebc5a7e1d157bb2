import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { compareRange } from './compare-by-id.ts';
import type { Comparison } from './compare-by-id.ts';
import type { IdPage, WithId } from './read-page.ts';

const PAGE_SIZE = 3;
const pagesOf =
  (ids: string) =>
  async ({ afterId, limit }: IdPage) =>
    [...ids]
      .filter((id) => afterId === null || id > afterId)
      .slice(0, limit)
      .map((id) => ({ id }));

type ReadLetters = ReturnType<typeof pagesOf>;

/** Compares all ranges, one after the other. */
async function compareRanges(
  readIndex: (page: IdPage) => Promise<WithId[] | null>,
  readOwner: ReadLetters,
): Promise<Comparison<WithId, WithId>[][]> {
  const ranges: Comparison<WithId, WithId>[][] = [];
  for (let afterId: string | null = null; ;) {
    const range: Awaited<ReturnType<typeof compareRange<WithId, WithId>>> = await compareRange(
      readIndex,
      readOwner,
      { afterId, limit: PAGE_SIZE },
    );
    if (range === null) return ranges;
    ranges.push(range.comparisons);
    if (range.lastId === null) return ranges;
    afterId = range.lastId;
  }
}

async function compare(indexed: string, owned: string): Promise<string[]> {
  const ranges = await compareRanges(pagesOf(indexed), pagesOf(owned));
  return ranges
    .flat()
    .map((item) => `${item.indexed?.id ?? '-'}${item.owned?.id ?? '-'}`)
    .sort();
}

describe('compareRange', () => {
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
    await compareRanges(logged('index', 'abcde'), logged('owner', 'abx'));
    expect(reads).toEqual(['index after null', 'owner after null', 'index after c', 'owner after c']);
  });

  test('ends the comparison when the index no longer exists', async () => {
    const readIndex = async (page: IdPage) => (page.afterId === null ? pagesOf('abc')(page) : null);
    expect(await compareRanges(readIndex, pagesOf('abcdef'))).toHaveLength(1);
  });
});
