import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

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
export const pageLinks = ({ page, has_next: hasNext, has_prev: hasPrev }: Pagination, path: string): Html =>
  html`${hasPrev && html`<a href="${path}?page=${page - 1}">Previous page</a>`}
  ${hasNext && html`<a href="${path}?page=${page + 1}">Next page</a>`}`;
