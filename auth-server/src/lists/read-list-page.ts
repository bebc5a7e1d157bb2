import type { Total } from '@loci/core';
import { continueAfter, timeAndId, timeAndText, timeAndTwoIds, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { countRows } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { z } from 'zod';

/** Schemas of the sort keys in cursors. */
const KEY_SCHEMAS = { id: z.tuple([z.guid()]), timeAndId, timeAndText, timeAndTwoIds };

/** A list with a unique sort key. An index provides the items in the order of the sort key. */
export interface SortedList<Row, Item> {
  /** Name of the list in its cursors. */
  list: string;
  /** SELECT list. */
  columns: string;
  /** Table with alias. Each of its rows is one item. */
  table: string;
  /** JOIN clause of the other tables that `columns` uses. It neither adds nor removes items. */
  join: string;
  /** Columns of the sort key. They belong to `table`. */
  sortKey: readonly string[];
  order: 'ASC' | 'DESC';
  /** Types of the columns of the sort key. */
  keyType: keyof typeof KEY_SCHEMAS;
  toItem: (row: Row) => Item;
  /** Returns the sort key of an item. */
  keyOf: (item: Item) => readonly string[];
}

export interface ListFilter {
  /** WHERE condition on columns of the table. */
  condition: string;
  /** Values of the parameters $1, $2, ... of the condition. */
  values: readonly unknown[];
}

/** Result of {@link readListPage}, from which `toCursorPage` creates the response. */
export interface ListPage<Item> extends Pick<SortedList<never, Item>, 'list' | 'keyOf'> {
  /** Items of the page, plus one item if there is a next page. */
  items: Item[];
  total: Total;
}

/**
 * Reads a page of a list.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export async function readListPage<Row, Item>(
  tx: Transaction,
  { list, columns, table, join, sortKey, order, keyType, toItem, keyOf }: SortedList<Row, Item>,
  { condition, values }: ListFilter,
  page: CursorPage,
): Promise<ListPage<Item>> {
  const after: readonly string[] = continueAfter(page.cursor, list, KEY_SCHEMAS[keyType]) ?? [];
  const { limit, offset } = toLimit(page);
  const all: unknown[] = [...values];
  const parameter = (value: unknown): string => `$${all.push(value)}`;
  const keyset =
    after.length === 0
      ? ''
      : `AND (${sortKey.join(', ')}) ${order === 'ASC' ? '>' : '<'} (${after.map(parameter).join(', ')})`;
  const [rows, total] = await Promise.all([
    tx.query<Row>(
      `SELECT ${columns} FROM ${table} ${join} WHERE ${condition} ${keyset}
       ORDER BY ${sortKey.map((column) => `${column} ${order}`).join(', ')}
       LIMIT ${parameter(limit)} OFFSET ${parameter(offset)}`,
      all,
    ),
    countRows(tx, `SELECT FROM ${table} WHERE ${condition}`, values),
  ]);
  return { items: rows.map(toItem), total, list, keyOf };
}
