import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Texts } from '../texts/texts.ts';

/** `pagination` of a list response of the API. */
export interface Pagination {
  page: number;
  has_next: boolean;
  has_prev: boolean;
}

/** Maximum page number of the API. */
const MAX_PAGE = 1_000_000_000;

/** Returns the requested page number, or 1 if the parameter is missing or invalid. */
export function pageNumber(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Links to the previous and the next page of a list. Empty if all items fit on one page. */
export const pageLinks = (
  { page, has_next: hasNext, has_prev: hasPrev }: Pagination,
  path: string,
  { previousPage, nextPage }: Pick<Texts['page'], 'previousPage' | 'nextPage'>,
): Html | null =>
  hasPrev || hasNext
    ? html`<p class="pages">
        ${hasPrev && html`<a href="${path}?page=${page - 1}">${previousPage}</a>`}
        ${hasNext && html`<a href="${path}?page=${page + 1}">${nextPage}</a>`}
      </p>`
    : null;
