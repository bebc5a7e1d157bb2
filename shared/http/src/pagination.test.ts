import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { MAX_UNPAGED, cursorPageQuery, optionalCursorPageQuery, toCursorPage } from './pagination.ts';

describe('pagination', () => {
  const query = z.object(cursorPageQuery);
  const optionalQuery = z.object(optionalCursorPageQuery);

  test('defaults to page 1 with 20 items per page', () => {
    expect(query.parse({})).toEqual({ page: 1, per_page: 20 });
  });

  test('accepts up to 100 items per page', () => {
    expect(query.parse({ page: '3', per_page: '100' })).toEqual({ page: 3, per_page: 100 });
  });

  test.each([{ page: '0' }, { page: '1e30' }, { per_page: '101' }, { per_page: '0' }])(
    'rejects the query %j',
    (invalid) => {
      expect(query.safeParse(invalid).success).toBe(false);
    },
  );

  test('returns up to 1,000 items of an optionally paginated list by default', () => {
    expect(optionalQuery.parse({})).toEqual({ page: 1, per_page: MAX_UNPAGED });
  });

  test('accepts at most 100 items per requested page of an optionally paginated list', () => {
    expect(optionalQuery.parse({ per_page: '100' }).per_page).toBe(100);
    expect(optionalQuery.safeParse({ per_page: '101' }).success).toBe(false);
  });

  test.each([
    [1, 10, 0, { pages: 0, has_next: false, has_prev: false }],
    [1, 10, 10, { pages: 1, has_next: false, has_prev: false }],
    [1, 10, 11, { pages: 2, has_next: true, has_prev: false }],
    [2, 10, 11, { pages: 2, has_next: false, has_prev: true }],
    [9, 10, 11, { pages: 2, has_next: false, has_prev: true }],
  ])(
    'computes pages, has_next and has_prev for page %i with %i items per page and %i items in total',
    (page, perPage, total, expected) => {
      const rows = Array.from({ length: total }, (_, n) => n).slice((page - 1) * perPage, page * perPage + 1);
      const list = { list: 'numbers', toItem: (n: number) => n, keyOf: (n: number) => [n] };
      const { pagination } = toCursorPage(rows, { page, perPage }, { count: total, isExact: true }, list);
      expect(pagination).toMatchObject({ page, per_page: perPage, total, total_is_exact: true, ...expected });
    },
  );
});
