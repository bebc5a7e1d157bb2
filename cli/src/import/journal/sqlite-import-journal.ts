import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ImportError } from '../import-item.ts';

/** Imported memory: hashes of its identity, and its ID on the server. */
export interface JournalItem {
  key: string;
  ref: string;
  id: string;
}

/** Request that was sent, or was about to be sent, when the last run ended. */
export interface PendingBatch {
  idempotencyKey: string;
  body: string;
  createdAt: number;
}

/** Relationship that waits until both memories exist. */
export interface JournalEdge {
  key: string;
  /** Hashes of the external IDs. */
  fromRef: string;
  toRef: string;
  body: string;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS items (key TEXT PRIMARY KEY, ref TEXT NOT NULL, id TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS items_by_ref ON items (ref);
  CREATE TABLE IF NOT EXISTS batches (key TEXT PRIMARY KEY, body TEXT NOT NULL, created_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS edges (
    key TEXT PRIMARY KEY, from_ref TEXT NOT NULL, to_ref TEXT NOT NULL, body TEXT NOT NULL, done INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS open_edges ON edges (key) WHERE done = 0;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * State of the imports into one account, in a SQLite file. A repeated or resumed import skips what the journal contains,
 * without keeping it in memory.
 */
export class ImportJournal {
  readonly #database: DatabaseSync;

  /** @throws ImportError if another import into the account is running */
  constructor(stateDir: string, account: string) {
    const folder = join(stateDir, 'imports');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#database = openDatabase(join(folder, `${account}.sqlite`));
    try {
      this.#database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
      );
      // Each run adds the relationships of its data. Those that an earlier import could not create are not part of its report.
      this.#database.exec(`BEGIN IMMEDIATE; ${TABLES} DELETE FROM edges WHERE done = 0; COMMIT`);
    } catch (error) {
      this.#database.close();
      if (/locked|busy/i.test((error as Error).message))
        throw new ImportError('Another import into this account is running.');
      throw error;
    }
  }

  has(key: string): boolean {
    return this.#database.prepare('SELECT 1 FROM items WHERE key = ?').get(key) !== undefined;
  }

  /** Returns the ID of a memory with an external ID: the one that was imported last. */
  findByRef(ref: string): string | undefined {
    const row = this.#database.prepare('SELECT max(id) AS id FROM items WHERE ref = ?').get(ref);
    return (row?.['id'] ?? undefined) as string | undefined;
  }

  /** Records a request before it is sent, so that an interrupted run can repeat it with the same idempotency key. */
  begin(batch: PendingBatch): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO batches (key, body, created_at) VALUES (?, ?, ?)')
      .run(batch.idempotencyKey, batch.body, batch.createdAt);
  }

  /** Records the memories of a request in the transaction that removes the request. */
  finish(idempotencyKey: string, items: readonly JournalItem[]): void {
    this.#transaction(() => {
      this.#insert(items);
      this.#database.prepare('DELETE FROM batches WHERE key = ?').run(idempotencyKey);
    });
  }

  /** Records memories that other runs imported. */
  add(items: readonly JournalItem[]): void {
    this.#transaction(() => this.#insert(items));
  }

  pendingBatches(): PendingBatch[] {
    const rows = this.#database.prepare('SELECT key, body, created_at FROM batches LIMIT 100').all();
    return rows.map((row) => ({
      idempotencyKey: row['key'] as string,
      body: row['body'] as string,
      createdAt: row['created_at'] as number,
    }));
  }

  /** Adds relationships, unless they are stored already. Returns how many of them were created before. */
  addEdges(edges: readonly JournalEdge[]): number {
    let created = 0;
    this.#transaction(() => {
      const find = this.#database.prepare('SELECT 1 FROM edges WHERE key = ? AND done = 1');
      const insert = this.#database.prepare(
        'INSERT OR IGNORE INTO edges (key, from_ref, to_ref, body, done) VALUES (?, ?, ?, ?, 0)',
      );
      for (const { key, fromRef, toRef, body } of edges) {
        if (find.get(key) === undefined) insert.run(key, fromRef, toRef, body);
        else created += 1;
      }
    });
    return created;
  }

  /** Returns the next relationships that are not created yet, in the order of their keys. */
  openEdges(after: string, limit: number): JournalEdge[] {
    const rows = this.#database
      .prepare(
        'SELECT key, from_ref, to_ref, body FROM edges WHERE done = 0 AND key > ? ORDER BY key LIMIT ?',
      )
      .all(after, limit);
    return rows.map((row) => ({
      key: row['key'] as string,
      fromRef: row['from_ref'] as string,
      toRef: row['to_ref'] as string,
      body: row['body'] as string,
    }));
  }

  closeEdges(keys: readonly string[]): void {
    this.#transaction(() => {
      const update = this.#database.prepare('UPDATE edges SET done = 1 WHERE key = ?');
      for (const key of keys) update.run(key);
    });
  }

  /** Creation time of the newest memory on the server when the journal last included all imported memories. */
  get knownUntil(): string {
    const row = this.#database.prepare(`SELECT value FROM settings WHERE name = 'known_until'`).get();
    return (row?.['value'] ?? '') as string;
  }

  set knownUntil(value: string) {
    this.#database
      .prepare(`INSERT OR REPLACE INTO settings (name, value) VALUES ('known_until', ?)`)
      .run(value);
  }

  /** Forgets everything. The next run reads the imported memories from the server. */
  clear(): void {
    this.#database.exec(
      'BEGIN; DELETE FROM items; DELETE FROM batches; DELETE FROM edges; DELETE FROM settings; COMMIT',
    );
  }

  close(): void {
    this.#database.close();
  }

  #insert(items: readonly JournalItem[]): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO items (key, ref, id) VALUES (?, ?, ?)');
    for (const { key, ref, id } of items) insert.run(key, ref, id);
  }

  #transaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Opens a SQLite file. Older versions of Node.js, which can run the other commands, have no SQLite. */
function openDatabase(path: string): DatabaseSync {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (sqlite === undefined) throw new ImportError('An import needs Node.js 22.13 or later.');
  return new sqlite.DatabaseSync(path);
}
