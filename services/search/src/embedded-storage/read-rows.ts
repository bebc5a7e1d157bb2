import type { DatabaseSync } from 'node:sqlite';

const ROWS_PER_QUERY = 2000;

/**
 * Reads the table `rows (slot, row)` in ascending order of `slot`, the ordinal. Paging is twice as fast as iterating.
 */
export function* readRows(database: DatabaseSync): Generator<[ordinal: number, row: Uint8Array]> {
  const page = database.prepare('SELECT slot, row FROM rows WHERE slot > ? ORDER BY slot LIMIT ?');
  page.setReturnArrays(true);
  for (let after = -1; ;) {
    const rows = page.all(after, ROWS_PER_QUERY) as unknown as [number, Uint8Array][];
    yield* rows;
    if (rows.length < ROWS_PER_QUERY) return;
    after = rows.at(-1)![0];
  }
}
