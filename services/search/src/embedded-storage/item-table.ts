import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedRevision, RemovedItem } from '../items/indexed-item.ts';

/** SQL that creates the table of {@link ItemTable}. The column `slot` contains the ordinal. */
export const ITEM_TABLE_SQL = `
  CREATE TABLE items (
    id TEXT PRIMARY KEY, revision INTEGER NOT NULL, slot INTEGER, deleted INTEGER NOT NULL
  ) WITHOUT ROWID;`;

export interface ItemRecord {
  revision: number;
  /**
   * Position of the item in the in-memory arrays and key of its rows in other tables. Null if no search finds
   * it.
   */
  ordinal: number | null;
  deleted: boolean;
}

/** The items and tombstones in a tenant's file, with their revisions. */
export class ItemTable {
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #page: StatementSync;
  readonly #deleteTombstone: StatementSync;
  readonly #counts: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT revision, slot, deleted FROM items WHERE id = ?');
    this.#put = database.prepare(
      'INSERT OR REPLACE INTO items (id, revision, slot, deleted) VALUES (?, ?, ?, ?)',
    );
    this.#page = database.prepare('SELECT id, revision, deleted FROM items WHERE id > ? ORDER BY id LIMIT ?');
    this.#deleteTombstone = database.prepare(
      'DELETE FROM items WHERE id = ? AND revision <= ? AND deleted = 1',
    );
    this.#counts = database.prepare(
      'SELECT count(*) FILTER (WHERE deleted = 0) AS live, count(slot) AS searchable FROM items',
    );
    for (const statement of [this.#find, this.#page]) statement.setReturnArrays(true);
  }

  find(id: string): ItemRecord | null {
    const row = this.#find.get(id) as unknown as [number, number | null, number] | undefined;
    return row ? { revision: row[0], ordinal: row[1], deleted: row[2] === 1 } : null;
  }

  put(id: string, { revision, ordinal, deleted }: ItemRecord): void {
    this.#put.run(id, revision, ordinal, deleted ? 1 : 0);
  }

  /** Deletes a tombstone, unless it has a newer revision or the item was restored. */
  deleteTombstone({ id, revision }: RemovedItem): void {
    this.#deleteTombstone.run(id, revision);
  }

  /** Returns up to `limit` revisions with an id greater than `afterId`, in ascending order of id. */
  page(afterId: string, limit: number): IndexedRevision[] {
    const rows = this.#page.all(afterId, limit) as unknown as [string, number, number][];
    return rows.map(([id, revision, deleted]) => ({ id, revision, deleted: deleted === 1 }));
  }

  /**
   * Counts the items that are not tombstones (`live`), and the live items that have an ordinal
   * (`searchable`).
   */
  counts(): { live: number; searchable: number } {
    const { live, searchable } = this.#counts.get() as { live: number; searchable: number };
    return { live, searchable };
  }
}
