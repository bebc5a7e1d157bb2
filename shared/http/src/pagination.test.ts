import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { MAX_UNPAGED, optionalPageQuery, pageQuery, toPage } from './pagination.ts';

describe('pages', () => {
  test('page and per_page have defaults and bounds', () => {
    const query = z.object(pageQuery);
    expect(query.parse({})).toEqual({ page: 1, per_page: 20 });
    expect(query.parse({ page: '3', per_page: '100' })).toEqual({ page: 3, per_page: 100 });
    for (const wrong of [{ page: '0' }, { page: '1e30' }, { per_page: '101' }, { per_page: '0' }]) {
      expect(query.safeParse(wrong).success).toBe(false);
    }
  });

  test('a list that is not paged holds at most 1,000 entries, or a page of at most 100', () => {
    const query = z.object(optionalPageQuery);
    expect(query.parse({})).toEqual({ page: 1, per_page: MAX_UNPAGED });
    expect(query.parse({ per_page: '100' }).per_page).toBe(100);
    expect(query.safeParse({ per_page: '101' }).success).toBe(false);
  });

  test.each([
    [1, 10, 0, { pages: 0, has_next: false, has_prev: false }],
    [1, 10, 10, { pages: 1, has_next: false, has_prev: false }],
    [1, 10, 11, { pages: 2, has_next: true, has_prev: false }],
    [2, 10, 11, { pages: 2, has_next: false, has_prev: true }],
    [9, 10, 11, { pages: 2, has_next: false, has_prev: true }],
  ])('page %i of %i each, %i in all', (page, perPage, total, expected) => {
    expect(toPage([], { page, perPage }, total).pagination).toEqual({
      page,
      per_page: perPage,
      total,
      ...expected,
    });
  });
});
