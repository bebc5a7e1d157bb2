import { z } from 'zod';
import { queryNumber } from './fields.ts';

export const MAX_PER_PAGE = 100;
/** Far beyond any list, and small enough that `page * per_page` stays an exact integer in PostgreSQL. */
const MAX_PAGE = 1_000_000_000;

/** @see SPEC.md "Endpoints"; out of bounds is 422 (DECISIONS.md) */
export const pageQuery = {
  page: queryNumber(z.int().min(1).max(MAX_PAGE)).default(1),
  per_page: queryNumber(z.int().min(1).max(MAX_PER_PAGE)).default(20),
};

/** Entries of a list that SPEC.md does not page, asked for without a page. */
export const MAX_UNPAGED = 1_000;

/** Lists without pages of their own take them all the same. @see DECISIONS.md "HTTP in general" */
export const optionalPageQuery = {
  page: pageQuery.page,
  per_page: queryNumber(z.int().min(1).max(MAX_PER_PAGE)).default(MAX_UNPAGED),
};

export interface Page {
  page: number;
  perPage: number;
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

/** `data` of a paginated answer. */
export function toPage<T>(items: T[], { page, perPage }: Page, total: number) {
  const pages = Math.ceil(total / perPage);
  return {
    items,
    pagination: { page, per_page: perPage, total, pages, has_next: page < pages, has_prev: page > 1 },
  };
}
