import type { Database } from '@loci/postgres';
import type { Table } from './schema-tables.ts';

/** Rows per page. Keeps a page of rows with large contents below about 50 MB. */
const ROWS_PER_PAGE = 200;

export interface CopyTableOptions {
  source: Database;
  target: Database;
  table: Table;
  /** Primary key of the last row that has been copied. An empty array starts with the first row. */
  after: readonly unknown[];
  /** Called after each page has been committed, with its number of rows and the key of its last row. */
  onCopied(rows: number, after: unknown[]): void;
}

/**
 * Copies a table in the order of its primary key. Skips rows that exist in the target, so a page may be copied twice.
 * Afterwards, the target generates identity values after those of the copied rows.
 */
export async function copyTable({ source, target, table, after, onCopied }: CopyTableOptions): Promise<void> {
  const name = qualified(table);
  const columns = table.columns.map(quote).join(', ');
  const key = table.key.map(({ column }) => quote(column)).join(', ');
  const keyParameters = table.key.map(({ type }, i) => `$${i + 1}::${type}`).join(', ');
  for (let from = after; ;) {
    const rows = await source.inSystemTransaction((tx) =>
      tx.query<{ row: string; key: unknown[] }>(
        `SELECT to_jsonb(t)::text AS row, jsonb_build_array(${key}) AS key
         FROM (SELECT ${columns} FROM ${name} ${from.length === 0 ? '' : `WHERE (${key}) > (${keyParameters})`}
               ORDER BY ${key} LIMIT ${ROWS_PER_PAGE}) AS t`,
        from,
      ),
    );
    const last = rows.at(-1);
    if (!last) break;
    await target.inSystemTransaction((tx) =>
      tx.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb) ON CONFLICT DO NOTHING`,
        [`[${rows.map(({ row }) => row).join(',')}]`],
      ),
    );
    from = last.key;
    onCopied(rows.length, last.key);
    if (rows.length < ROWS_PER_PAGE) break;
  }
  await target.inSystemTransaction(async (tx) => {
    for (const column of table.identities) {
      await tx.query(
        `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${quote(column)}), 0) + 1, false) FROM ${name}`,
        [name, column],
      );
    }
  });
}

/** Returns the number of rows and an order-independent checksum of their contents. */
export async function checksumTable(
  database: Database,
  table: Table,
): Promise<{ rows: number; checksum: string }> {
  const columns = table.columns.map(quote).join(', ');
  return database.inSystemTransaction(async (tx) => {
    await tx.query(`SET LOCAL timezone = 'UTC'`);
    const [row] = await tx.query<{ rows: number; checksum: string }>(
      `SELECT count(*)::int AS rows,
         coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 16))::bit(64)::bigint::numeric), 0)::text AS checksum
       FROM (SELECT ${columns} FROM ${qualified(table)}) AS t`,
    );
    return row!;
  });
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const qualified = ({ schema, name }: Table): string => `${quote(schema)}.${quote(name)}`;
