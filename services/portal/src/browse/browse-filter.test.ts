import { describe, expect, test } from '@jest/globals';
import { NO_FILTER, browseUrl, readBrowseFilter, readCursor, toApiQuery } from './browse-filter.ts';

describe('filter of the list of memories', () => {
  test('is read from the URL that it was written to', () => {
    const filter = {
      type: 'task',
      tag: 'hot-drinks',
      source: 'conversation',
      importance: '0.5',
      pinned: 'true' as const,
      conversation: 'talk & more',
      from: '2026-05-01',
      to: '2026-05-31',
      sort: '-importance',
    };
    const { searchParams } = new URL(browseUrl(filter, 'abc'), 'http://localhost');
    const query = Object.fromEntries(searchParams);
    expect(readBrowseFilter(query)).toEqual(filter);
    expect(readCursor(query)).toBe('abc');
  });

  test('is not part of the URL if it is not set', () => {
    expect(browseUrl(NO_FILTER)).toBe('/memories');
    expect(browseUrl({ tag: 'tea' })).toBe('/memories?tag=tea');
  });

  test.each([
    ['an unknown type', { type: 'secret' }],
    ['an unknown order', { sort: 'content' }],
    ['an unknown source', { source: 'mail' }],
    ['an importance that is out of bounds', { importance: '2' }],
    ['an unknown state of pins', { pinned: 'yes' }],
    ['a conversation with a long ID', { conversation: 'x'.repeat(201) }],
    ['a date that does not exist', { from: '2026-02-31' }],
    ['a malformed date', { to: 'tomorrow' }],
    ['a tag without letters', { tag: '!!' }],
    ['a repeated parameter', { tag: ['a', 'b'] }],
    ['empty fields of the form', { type: '', tag: ' ', from: '', to: '' }],
  ])('ignores %s', (_, query) => {
    expect(readBrowseFilter(query)).toEqual(NO_FILTER);
  });

  test('normalizes the tag', () => {
    expect(readBrowseFilter({ tag: 'Hot Drinks' }).tag).toBe('hot-drinks');
  });

  test('swaps the days of a period that ends before it starts', () => {
    expect(readBrowseFilter({ from: '2026-06-01', to: '2026-05-01' })).toMatchObject({
      from: '2026-05-01',
      to: '2026-06-01',
    });
  });

  test('becomes parameters of the API', () => {
    expect(toApiQuery({ ...NO_FILTER, type: 'fact', tag: 'tea', from: '2026-05-01' }, 'next')).toEqual({
      memory_types: 'fact',
      tags: 'tea',
      start_date: '2026-05-01',
      sort: '-created_at',
      cursor: 'next',
    });
  });

  test('has no position if the cursor is longer than the API accepts', () => {
    expect(readCursor({ cursor: 'x'.repeat(4_097) })).toBeNull();
  });
});
