import { z } from 'zod';
import { fitItems } from './bounded-list.ts';
import { queryNumber } from './fields.ts';
import { continueAfter, cursorField, encodeCursor } from './list-cursor.ts';
import type { Cursor } from './list-cursor.ts';

export const MAX_PER_PAGE = 100;
/** Far beyond any list, and small enough that `page * per_page` stays an exact integer in PostgreSQL. */
const MAX_PAGE = 1_000_000_000;

/** @see SPEC.md "Endpoints"; out of bounds is 422 (DECISIONS.md) */
export const pageQuery = {
  page: queryNumber(z.int().min(1).max(MAX_PAGE)).default(1),
  per_page: queryNumber(z.int().min(1).max(MAX_PER_PAGE)).default(20),
};

const CURSOR_DESCRIPTION =
  'next_cursor of the previous response, with the same filters and order. Takes precedence over page.';
const cursor = cursorField.optional().meta({ description: CURSOR_DESCRIPTION });

/** Query of a list whose items can be large: `toCursorPage` limits its size. */
export const cursorPageQuery = { ...pageQuery, cursor };

/** Entries of a list that SPEC.md does not page, asked for without a page. */
export const MAX_UNPAGED = 1_000;

/** Lists without pages of their own take them all the same. @see DECISIONS.md "HTTP in general" */
export const optionalPageQuery = {
  page: pageQuery.page,
  per_page: queryNumber(z.int().min(1).max(MAX_PER_PAGE)).default(MAX_UNPAGED),
};

export const optionalCursorPageQuery = { ...optionalPageQuery, cursor };

export interface Page {
  page: number;
  perPage: number;
}

/** A page by its number, or the items after a cursor, which takes precedence. */
export interface CursorPage extends Page {
  cursor?: Cursor | undefined;
}

export const paginationSchema = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
  has_next: z.boolean(),
  has_prev: z.boolean(),
});

export const paginated = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), pagination: paginationSchema });

/** Says how to continue a list, and whether its size limit left items out. */
export const continuation = {
  truncated: z
    .boolean()
    .describe('True for fewer items than asked for because of the size limit. Continue with next_cursor.'),
  next_cursor: z.string().nullable().describe('Value of cursor for the items that follow; null at the end.'),
};

export const cursorPaginationSchema = paginationSchema.extend(continuation);

export const cursorPaginated = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), pagination: cursorPaginationSchema });

/** `data` of a paginated answer. */
export function toPage<T>(items: T[], { page, perPage }: Page, total: number) {
  const pages = Math.ceil(total / perPage);
  return {
    items,
    pagination: { page, per_page: perPage, total, pages, has_next: page < pages, has_prev: page > 1 },
  };
}

/** LIMIT and OFFSET of a page: one row more than shown reveals whether another follows. */
export const toLimit = ({ page, perPage, cursor }: CursorPage): { limit: number; offset: number } => ({
  limit: perPage + 1,
  offset: cursor ? 0 : (page - 1) * perPage,
});

interface CursorList<Row, Item> {
  /** Name of the list and its order, as in {@link Cursor}. */
  list: string;
  toItem: (row: Row) => Item;
  /** Sort key of a row, complete enough to be unique. */
  keyOf: (row: Row) => readonly (string | number)[];
}

/**
 * Limits a page to `per_page` items and to the size of a response.
 *
 * @param rows what a query with `toLimit` found: up to `perPage + 1`
 */
export function takePage<Row, Item>(
  rows: readonly Row[],
  { page, perPage, cursor }: CursorPage,
  { list, toItem, keyOf }: CursorList<Row, Item>,
) {
  const start = cursor?.position ?? (page - 1) * perPage;
  const shown = rows.slice(0, perPage).map(toItem);
  const items = fitItems(shown);
  const last = rows[items.length - 1];
  const more = last !== undefined && items.length < rows.length;
  return {
    items,
    start,
    truncated: items.length < shown.length,
    next_cursor: more ? encodeCursor({ list, after: keyOf(last), position: start + items.length }) : null,
  };
}

/** `data` of a paginated answer whose size is limited. @param rows as in {@link takePage} */
export function toCursorPage<Row, Item>(
  rows: readonly Row[],
  asked: CursorPage,
  total: number,
  shape: CursorList<Row, Item>,
) {
  const { items, start, truncated, next_cursor } = takePage(rows, asked, shape);
  const { perPage } = asked;
  return {
    items,
    pagination: {
      page: Math.floor(start / perPage) + 1,
      per_page: perPage,
      total,
      pages: Math.ceil(total / perPage),
      has_next: next_cursor !== null,
      has_prev: start > 0,
      truncated,
      next_cursor,
    },
  };
}

/**
 * Limits the results of a search, best first, to the size of a response.
 *
 * @param list as in {@link Cursor}
 * @param skip results that earlier responses have shown
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

/**
 * Returns how many results of a search to skip.
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export function resumeAt(cursor: Cursor | undefined, list: string): number {
  continueAfter(cursor, list, z.tuple([]));
  return cursor?.position ?? 0;
}
