import { MEMORY_TYPES, SOURCE_TYPES, normalizeTag } from '@loci/contracts';

/** Orders of the list. The first one is the default. */
export const SORT_ORDERS = [
  '-created_at',
  'created_at',
  '-occurred_at',
  'occurred_at',
  '-updated_at',
  '-importance',
] as const;

const MAX_CURSOR_LENGTH = 4_096;
const MAX_CONVERSATION_ID_LENGTH = 200;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What the list of memories shows. Null for a filter that is not set. */
export interface BrowseFilter {
  type: string | null;
  tag: string | null;
  source: string | null;
  /** Minimum importance, for example `0.5`. */
  importance: string | null;
  pinned: 'true' | 'false' | null;
  conversation: string | null;
  /** First day of the events, for example `2026-05-01`. */
  from: string | null;
  /** Last day of the events. */
  to: string | null;
  /** One of {@link SORT_ORDERS}. */
  sort: string;
}

export const NO_FILTER: BrowseFilter = {
  type: null,
  tag: null,
  source: null,
  importance: null,
  pinned: null,
  conversation: null,
  from: null,
  to: null,
  sort: SORT_ORDERS[0],
};

/** Reads the filter from the query of a request. Ignores unknown and malformed values, because users edit URLs. */
export function readBrowseFilter(query: Record<string, unknown>): BrowseFilter {
  const text = (name: string): string | null => {
    const value = query[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | null =>
    values.find((value) => value === text(name)) ?? null;
  const date = (name: string): string | null => {
    const value = text(name);
    return value !== null && isDate(value) ? value : null;
  };
  const [from, to, conversation] = [date('from'), date('to'), text('conversation')];
  const importance = Number(text('importance') ?? Number.NaN);
  return {
    type: oneOf('type', MEMORY_TYPES),
    tag: normalizeTag(text('tag') ?? ''),
    source: oneOf('source', SOURCE_TYPES),
    importance: importance > 0 && importance <= 1 ? String(importance) : null,
    pinned: oneOf('pinned', ['true', 'false']),
    conversation:
      conversation !== null && conversation.length <= MAX_CONVERSATION_ID_LENGTH ? conversation : null,
    // The API rejects a period that ends before it starts.
    ...(from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }),
    sort: oneOf('sort', SORT_ORDERS) ?? NO_FILTER.sort,
  };
}

/** True for a day that exists. The parser of dates accepts February 31 as March 3. */
export const isDate = (value: string): boolean =>
  DATE.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().slice(0, 10) === value;

/** Returns the position in the list from the query of a request. Null for the start. */
export const readCursor = (query: Record<string, unknown>, name = 'cursor'): string | null => {
  const cursor = query[name];
  return typeof cursor === 'string' && cursor !== '' && cursor.length <= MAX_CURSOR_LENGTH ? cursor : null;
};

/** Returns the URL of the list with a filter. */
export function browseUrl(filter: Partial<BrowseFilter>, cursor: string | null = null): string {
  const { sort, ...others } = { ...NO_FILTER, ...filter };
  const given = definedOf({ ...others, sort: sort === NO_FILTER.sort ? null : sort, cursor });
  return Object.keys(given).length === 0 ? '/memories' : `/memories?${new URLSearchParams(given).toString()}`;
}

/** True if the filter omits memories. */
export const hasFilter = ({ sort: _, ...filter }: BrowseFilter): boolean =>
  Object.values(filter).some((value) => value !== null);

/** Returns the query parameters of `GET /api/v2/memories` for a filter. */
export const toApiQuery = (filter: BrowseFilter, cursor: string | null): Record<string, string> =>
  definedOf({
    memory_types: filter.type,
    tags: filter.tag,
    source_types: filter.source,
    min_importance: filter.importance,
    pinned: filter.pinned,
    conversation_id: filter.conversation,
    start_date: filter.from,
    end_date: filter.to,
    sort: filter.sort,
    cursor,
  });

const definedOf = (parameters: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null),
  );
