import { MEMORY_TYPES, normalizeTag } from '@loci/contracts';

/** Orders of the list. The first one is the default. */
export const SORT_ORDERS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: '-occurred_at', label: 'Latest event first' },
  { value: '-updated_at', label: 'Recently changed first' },
  { value: '-importance', label: 'Most important first' },
] as const;

const MAX_CURSOR_LENGTH = 4_096;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What the list of memories shows. Null for a filter that is not set. */
export interface BrowseFilter {
  type: string | null;
  tag: string | null;
  /** First day of the events, for example `2026-05-01`. */
  from: string | null;
  /** Last day of the events. */
  to: string | null;
  /** One of {@link SORT_ORDERS}. */
  sort: string;
}

const NO_FILTER: BrowseFilter = { type: null, tag: null, from: null, to: null, sort: SORT_ORDERS[0].value };

/** Reads the filter from the query of a request. Ignores unknown and malformed values, because users edit URLs. */
export function readBrowseFilter(query: Record<string, unknown>): BrowseFilter {
  const text = (name: string): string | null => {
    const value = query[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const oneOf = (name: string, values: readonly string[]): string | null => {
    const value = text(name);
    return value !== null && values.includes(value) ? value : null;
  };
  const date = (name: string): string | null => {
    const value = text(name);
    return value !== null && isDate(value) ? value : null;
  };
  const [from, to] = [date('from'), date('to')];
  return {
    type: oneOf('type', MEMORY_TYPES),
    tag: normalizeTag(text('tag') ?? ''),
    // The API rejects a period that ends before it starts.
    ...(from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }),
    sort:
      oneOf(
        'sort',
        SORT_ORDERS.map(({ value }) => value),
      ) ?? NO_FILTER.sort,
  };
}

/** True for a day that exists. The parser of dates accepts February 31 as March 3. */
const isDate = (value: string): boolean =>
  DATE.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().slice(0, 10) === value;

/** Returns the position in the list from the query of a request. Null for the start. */
export const readCursor = (query: Record<string, unknown>): string | null => {
  const { cursor } = query;
  return typeof cursor === 'string' && cursor !== '' && cursor.length <= MAX_CURSOR_LENGTH ? cursor : null;
};

/** Returns the URL of the list with a filter. */
export function browseUrl(filter: Partial<BrowseFilter>, cursor: string | null = null): string {
  const { type, tag, from, to, sort } = { ...NO_FILTER, ...filter };
  const parameters = { type, tag, from, to, sort: sort === NO_FILTER.sort ? null : sort, cursor };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? '/memories' : `/memories?${new URLSearchParams(given).toString()}`;
}

/** True if the filter omits memories. */
export const hasFilter = ({ type, tag, from, to }: BrowseFilter): boolean =>
  [type, tag, from, to].some((value) => value !== null);

/** Returns the query parameters of `GET /api/v2/memories` for a filter. */
export function toApiQuery(filter: BrowseFilter, cursor: string | null): Record<string, string> {
  const { type, tag, from, to, sort } = filter;
  const parameters = { memory_types: type, tags: tag, start_date: from, end_date: to, sort, cursor };
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
