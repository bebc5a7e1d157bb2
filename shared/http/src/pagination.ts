import { componentNames } from '@loci/contracts';
import type { Total } from '@loci/core';
import { z } from 'zod';
import { fitItems } from './bounded-list.ts';
import { queryNumber } from './fields.ts';
import { continueAfter, cursorField, encodeCursor } from './list-cursor.ts';
import type { Cursor } from './list-cursor.ts';

export const MAX_PER_PAGE = 100;
/**
 * Maximum page number. No list has more pages, and `page * per_page` stays an exact integer in PostgreSQL.
 */
const MAX_PAGE = 1_000_000_000;

const CURSOR_DESCRIPTION =
  'next_cursor of the previous response, with the same filters and order. Takes precedence over page.';
const cursor = cursorField.optional().meta({ description: CURSOR_DESCRIPTION });

const page = queryNumber(z.int().min(1).max(MAX_PAGE)).default(1).describe('Number of the page, from 1.');
const PER_PAGE_DESCRIPTION = `Maximum number of objects of a page, 1 to ${MAX_PER_PAGE}.`;
const perPage = queryNumber(z.int().min(1).max(MAX_PER_PAGE));

/**
 * Query parameters of a paginated list.
 * @see docs/reference/http.md#pagination
 */
export const cursorPageQuery = {
  page,
  per_page: perPage.default(20).describe(PER_PAGE_DESCRIPTION),
  cursor,
};

/** Maximum number of items of a list that is not paginated by default. */
export const MAX_UNPAGED = 1_000;

/** Query parameters of a list that is paginated only on request. */
export const optionalCursorPageQuery = {
  page,
  per_page: perPage
    .default(MAX_UNPAGED)
    .describe(`${PER_PAGE_DESCRIPTION} If omitted, a page has up to ${MAX_UNPAGED} objects.`),
  cursor,
};

/** A requested page by number or by cursor. The cursor takes precedence. */
export interface CursorPage {
  page: number;
  perPage: number;
  cursor?: Cursor | undefined;
}

/** Pagination fields of a list whose response size is limited. */
export const continuation = {
  truncated: z.boolean().describe('True if the size limit omitted items. Continue with next_cursor.'),
  next_cursor: z.string().nullable().describe('Cursor of the next items. Null at the end.'),
};

export const cursorPaginationSchema = z
  .object({
    page: z.int().describe('Number of this page, from 1.'),
    per_page: z.int().describe('Maximum number of objects of a page.'),
    total: z
      .int()
      .describe(
        'Number of objects on all pages if `total_is_exact` is true, otherwise a lower bound of this number.',
      ),
    total_is_exact: z.boolean().describe('False if the list has more than total items.'),
    pages: z.int().describe('Number of pages for `total` objects; 0 if `total` is 0.'),
    has_next: z.boolean().describe('True if more objects follow.'),
    has_prev: z.boolean().describe('True if objects precede this page.'),
    ...continuation,
  })
  .register(componentNames, { name: 'Pagination' });

export const cursorPaginated = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item).describe('Objects of this page.'),
    pagination: cursorPaginationSchema.describe('Place of the page in the list.'),
  });

/** Returns LIMIT and OFFSET of a page. The limit includes one additional row, which shows whether a next page exists. */
export const toLimit = ({ page, perPage, cursor }: CursorPage): { limit: number; offset: number } => ({
  limit: perPage + 1,
  offset: cursor ? 0 : (page - 1) * perPage,
});

interface CursorList<Row, Item> {
  /** Name and order of the list, as in {@link Cursor}. */
  list: string;
  toItem: (row: Row) => Item;
  /** Returns the sort key of a row, which must be unique. */
  keyOf: (row: Row) => readonly (string | number)[];
}

/**
 * Limits a page to `per_page` items and to the maximum response size.
 *
 * @param rows result of a query with `toLimit`, at most `perPage + 1` rows
 */
export function takePage<Row, Item>(
  rows: readonly Row[],
  { page, perPage, cursor }: CursorPage,
  shape: CursorList<Row, Item>,
) {
  return takeItems(rows, { start: cursor?.position ?? (page - 1) * perPage, limit: perPage }, shape);
}

/**
 * Limits a part of a list to `limit` items and to the maximum response size.
 *
 * @param rows at most `limit + 1` rows
 * @param part.start number of items that precede the rows
 */
export function takeItems<Row, Item>(
  rows: readonly Row[],
  { start, limit }: { start: number; limit: number },
  { list, toItem, keyOf }: CursorList<Row, Item>,
) {
  const pageItems = rows.slice(0, limit).map(toItem);
  const items = fitItems(pageItems);
  const last = rows[items.length - 1];
  const more = last !== undefined && items.length < rows.length;
  return {
    items,
    start,
    truncated: items.length < pageItems.length,
    next_cursor: more ? encodeCursor({ list, after: keyOf(last), position: start + items.length }) : null,
  };
}

/**
 * Returns the `data` of a paginated response with a size limit.
 * @param rows result of a query with `toLimit`, at most `perPage + 1` rows
 */
export function toCursorPage<Row, Item>(
  rows: readonly Row[],
  requested: CursorPage,
  { count, isExact }: Total,
  shape: CursorList<Row, Item>,
) {
  const { items, start, truncated, next_cursor } = takePage(rows, requested, shape);
  const { perPage } = requested;
  // A page can start or end after the items that were counted.
  const total = isExact ? count : Math.max(count, start + items.length);
  return {
    items,
    pagination: {
      page: Math.floor(start / perPage) + 1,
      per_page: perPage,
      total,
      total_is_exact: isExact,
      pages: Math.ceil(total / perPage),
      has_next: next_cursor !== null,
      has_prev: start > 0,
      truncated,
      next_cursor,
    },
  };
}

/**
 * Limits ranked search results to the maximum response size.
 *
 * @param ranked results that earlier responses did not contain, best first
 * @param list name and order of the list, as in {@link Cursor}
 * @param skip number of results that earlier responses contained
 */
export function takeRanked<Item>(ranked: readonly Item[], list: string, skip: number) {
  const items = fitItems(ranked);
  const truncated = items.length < ranked.length;
  return {
    items,
    truncated,
    next_cursor: truncated ? encodeCursor({ list, after: [], position: skip + items.length }) : null,
  };
}

/** Cursors of ranked results contain only the position. Created once, because creating a schema takes longer than using it. */
const NO_KEY = z.tuple([]);

/**
 * Returns the number of results that earlier responses contained, or 0 without a cursor.
 * @throws VAL_FIELD_INVALID for a cursor of another list
 */
export function cursorOffset(cursor: Cursor | undefined, list: string): number {
  continueAfter(cursor, list, NO_KEY);
  return cursor?.position ?? 0;
}
