import type { Database } from '@loci/postgres';
import type { Table } from './tables.ts';

/** Large contents make large rows: a page of these stays below some tens of megabytes. */
const ROWS_PER_PAGE = 200;

export interface CopyTableOptions {
  source: Database;
  target: Database;
  table: Table;
  /** The key of the last row that was copied before; empty: from the first. */
  after: readonly unknown[];
  /** Told after each page, when it is stored. */
  onCopied(rows: number, after: unknown[]): void;
}

/** Copies a table in the order of its primary key. What is there already stays: a page may be copied twice. */
export async function copyTable({ source, target, table, after, onCopied }: CopyTableOptions): Promise<void> {
  const name = qualified(table);
  const columns = table.columns.map(quote).join(', ');
  const key = table.key.map(({ column }) => quote(column)).join(', ');
  const behind = table.key.map(({ type }, i) => `$${i + 1}::${type}`).join(', ');
  for (let from = after; ;) {
    const rows = await source.inSystemTransaction((tx) =>
      tx.query<{ row: string; key: unknown[] }>(
        `SELECT to_jsonb(t)::text AS row, jsonb_build_array(${key}) AS key
         FROM (SELECT ${columns} FROM ${name} ${from.length === 0 ? '' : `WHERE (${key}) > (${behind})`}
               ORDER BY ${key} LIMIT ${ROWS_PER_PAGE}) AS t`,
        from,
      ),
    );
    const last = rows.at(-1);
    if (!last) return;
    await target.inSystemTransaction((tx) =>
      tx.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb) ON CONFLICT DO NOTHING`,
        [`[${rows.map(({ row }) => row).join(',')}]`],
      ),
    );
    from = last.key;
    onCopied(rows.length, last.key);
    if (rows.length < ROWS_PER_PAGE) return;
  }
}

/** Rows and a sum over all their contents; equal ones mean equal tables, whatever the order. */
export async function fingerprint(database: Database, table: Table): Promise<{ rows: number; sum: string }> {
  const columns = table.columns.map(quote).join(', ');
  return database.inSystemTransaction(async (tx) => {
    await tx.query(`SET LOCAL timezone = 'UTC'`);
    const [row] = await tx.query<{ rows: number; sum: string }>(
      `SELECT count(*)::int AS rows,
         coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 16))::bit(64)::bigint::numeric), 0)::text AS sum
       FROM (SELECT ${columns} FROM ${qualified(table)}) AS t`,
    );
    return row!;
  });
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const qualified = ({ schema, name }: Table): string => `${quote(schema)}.${quote(name)}`;
