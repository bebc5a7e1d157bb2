import { describe, expect, test } from '@jest/globals';
import { pairById } from './pair-by-id.ts';

const PAGE_SIZE = 3;
const items = (ids: string) => [...ids].map((id) => ({ id }));
const pagesOf = (ids: string) => async (afterId: string | null) =>
  items(ids)
    .filter(({ id }) => afterId === null || id > afterId)
    .slice(0, PAGE_SIZE);

async function pair(first: string, second: string) {
  const found = { onlyFirst: '', onlySecond: '', both: '' };
  for await (const { onlyFirst, onlySecond, both } of pairById(pagesOf(first), pagesOf(second), PAGE_SIZE)) {
    found.onlyFirst += onlyFirst.map(({ id }) => id).join('');
    found.onlySecond += onlySecond.map(({ id }) => id).join('');
    found.both += both.map(([a, b]) => (a.id === b.id ? a.id : '?')).join('');
  }
  return found;
}

describe('every item is in one place, whatever the pages are', () => {
  const LISTS = ['', 'a', 'abc', 'abcd', 'abcdef', 'bdfhjl', 'ghijkl', 'abcdefghijkl', 'lm', 'acegikm'];
  const cases = LISTS.flatMap((first) => LISTS.map((second) => [first, second] as const));
  test.each(cases)('%j and %j', async (first, second) => {
    const among = (list: string, other: string, wanted: boolean) =>
      [...list].filter((id) => other.includes(id) === wanted).join('');
    expect(await pair(first, second)).toEqual({
      onlyFirst: among(first, second, false),
      onlySecond: among(second, first, false),
      both: among(first, second, true),
    });
  });
});

test('the first list is read before the second in every range', async () => {
  const reads: string[] = [];
  const reading = (name: string, ids: string) => async (afterId: string | null) => {
    reads.push(`${name} ${afterId}`);
    return pagesOf(ids)(afterId);
  };
  for await (const pairing of pairById(reading('first', 'abcde'), reading('second', 'abx'), PAGE_SIZE)) {
    void pairing;
  }
  expect(reads).toEqual(['first null', 'second null', 'first c', 'second c']);
});

test('a first list that goes away ends it', async () => {
  const found = [];
  for await (const pairing of pairById(
    async (afterId) => (afterId === null ? items('abc') : null),
    pagesOf('abcdef'),
    PAGE_SIZE,
  ))
    found.push(pairing);
  expect(found).toHaveLength(1);
});
