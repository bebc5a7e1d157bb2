import { invalidField } from '../fake-error.ts';
import { byteLength } from '../validation/validate.ts';
import type { Query } from '../validation/read-query.ts';

type Key = readonly (string | number)[];

/** Maximum size of the items of one response, in bytes of JSON. @see docs/reference/http.md#response-size */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Maximum number of objects that the server counts in a list with filters. */
const MAX_COUNTED = 1_000;

/** Name and order of a list. */
export interface ListShape<Row, Item> {
  list: string;
  toItem: (row: Row) => Item;
  /** Sort key of a row, which is unique. */
  keyOf: (row: Row) => Key;
  compare: (a: Key, b: Key) => number;
}

/** Compares keys part by part, in ascending order. */
export function ascending(a: Key, b: Key): number {
  for (const [index, part] of a.entries()) {
    const other = b[index]!;
    if (part < other) return -1;
    if (part > other) return 1;
  }
  return 0;
}

/** Compares keys part by part, in descending order. */
export const descending = (a: Key, b: Key): number => ascending(b, a);

/** Sorts rows and returns the items of the requested page. */
export function takePage<Row, Item>(
  rows: readonly Row[],
  query: Query,
  { list, toItem, keyOf, compare }: ListShape<Row, Item>,
) {
  const sorted = [...rows].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const perPage = query['per_page'] as number;
  const cursor = decodeCursor(query['cursor'] as string | undefined, list);
  const start = cursor?.position ?? ((query['page'] as number) - 1) * perPage;
  const following =
    cursor === null ? sorted.slice(start) : sorted.filter((row) => compare(keyOf(row), cursor.after) > 0);
  const wanted = following.slice(0, perPage).map(toItem);
  const items = fitItems(wanted);
  const last = following[items.length - 1];
  const more = last !== undefined && items.length < following.length;
  const nextCursor = more ? encodeCursor(list, keyOf(last), start + items.length) : null;
  return { items, start, truncated: items.length < wanted.length, nextCursor };
}

/** Returns `data` of a paginated list. @see docs/reference/http.md#pagination */
export function toPaginated<Row, Item>(
  rows: readonly Row[],
  query: Query,
  shape: ListShape<Row, Item>,
  isFiltered: boolean,
) {
  const { items, start, truncated, nextCursor } = takePage(rows, query, shape);
  const perPage = query['per_page'] as number;
  const isExact = !isFiltered || rows.length <= MAX_COUNTED;
  const total = isExact ? rows.length : Math.max(MAX_COUNTED, start + items.length);
  return {
    items,
    pagination: {
      page: Math.floor(start / perPage) + 1,
      per_page: perPage,
      total,
      total_is_exact: isExact,
      pages: Math.ceil(total / perPage),
      has_next: nextCursor !== null,
      has_prev: start > 0,
      truncated,
      next_cursor: nextCursor,
    },
  };
}

function fitItems<T>(items: readonly T[]): T[] {
  let bytes = 0;
  const fitting: T[] = [];
  for (const item of items) {
    bytes += byteLength(JSON.stringify(item)) + 1;
    if (bytes > MAX_LIST_BYTES && fitting.length > 0) break;
    fitting.push(item);
  }
  return fitting;
}

export const encodeCursor = (list: string, after: Key, position: number): string =>
  btoa(encodeURIComponent(JSON.stringify([list, after, position])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @throws FakeError VAL_FIELD_INVALID for a cursor of another list or order */
function decodeCursor(text: string | undefined, list: string): { after: Key; position: number } | null {
  if (text === undefined) return null;
  const [name, after, position] = parseCursor(text);
  if (name === list && Array.isArray(after) && Number.isSafeInteger(position))
    return { after: after as Key, position: position as number };
  const message = 'Must be the next_cursor of an earlier response of the same list in the same order.';
  throw invalidField('cursor', message);
}

function parseCursor(text: string): unknown[] {
  try {
    const parsed = JSON.parse(
      decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/'))),
    ) as unknown;
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
