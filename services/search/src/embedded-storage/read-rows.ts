import type { DatabaseSync } from 'node:sqlite';

const ROWS_PER_QUERY = 2000;

/**
 * Reads the table `rows` in ascending order of `slot`, the ordinal. Paging is twice as fast as iterating.
 *
 * @param columns columns of `Row`. The first one is `slot`.
 */
export function* readRows<Row extends readonly [ordinal: number, ...unknown[]]>(
  database: DatabaseSync,
  columns: string,
): Generator<Row> {
  const page = database.prepare(`SELECT ${columns} FROM rows WHERE slot > ? ORDER BY slot LIMIT ?`);
  page.setReturnArrays(true);
  for (let after = -1; ;) {
    const rows = page.all(after, ROWS_PER_QUERY) as unknown as Row[];
    yield* rows;
    if (rows.length < ROWS_PER_QUERY) return;
    after = rows.at(-1)![0];
  }
}
