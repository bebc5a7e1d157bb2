import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedFileError } from './sqlite-errors.ts';

/** The tables of an index, and a number that changes with their shape. */
export interface TenantSchema {
  version: number;
  tables: string;
}

// "LOCI" in ASCII.
const APPLICATION_ID = 0x4c4f4349;
// The check reads the whole file: 10 ms at this size.
const MAX_CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * Opens a tenant's SQLite file, or makes it. One connection per file; a commit is durable against
 * the death of the process.
 *
 * @throws DamagedFileError for a file of another kind or version, or one that fails its check
 */
export function openTenantFile(path: string, schema: TenantSchema): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const isNew = !existsSync(path);
  const database = new DatabaseSync(path);
  try {
    database.exec(
      isNew
        ? 'PRAGMA page_size = 8192; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL'
        : 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL',
    );
    database.exec(
      'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; PRAGMA journal_size_limit = 8388608; PRAGMA temp_store = MEMORY',
    );
    if (isNew) createTables(database, schema);
    else refuseDamaged(database, schema, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Moves a damaged file out of the way; the previous one set aside is dropped. */
export function quarantineFile(path: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  if (existsSync(path)) renameSync(path, `${path}.damaged`);
}

/** Runs `work` in one transaction: all of it is kept, or nothing. */
export function inSqliteTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function createTables(database: DatabaseSync, schema: TenantSchema): void {
  inSqliteTransaction(database, () => {
    database.exec(schema.tables);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${schema.version}`);
  });
}

function refuseDamaged(database: DatabaseSync, schema: TenantSchema, path: string): void {
  const applicationId = database.prepare('PRAGMA application_id').get()!['application_id'];
  const version = database.prepare('PRAGMA user_version').get()!['user_version'];
  if (applicationId !== APPLICATION_ID || version !== schema.version) {
    throw new DamagedFileError(`The index file has version ${version}, not ${schema.version}.`);
  }
  if (statSync(path).size > MAX_CHECKED_BYTES) return;
  const check = database.prepare('PRAGMA quick_check(1)').get()!['quick_check'];
  if (check !== 'ok') throw new DamagedFileError(`The index file is damaged: ${check}`);
}
