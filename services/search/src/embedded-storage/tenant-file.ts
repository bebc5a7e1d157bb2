import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedFileError } from './sqlite-errors.ts';

/** The schema of the tenant files of one index. */
export interface TenantSchema {
  /**
   * Version of the schema, stored in each file. A file with another version is treated as damaged and
   * refilled.
   */
  version: number;
  /** SQL statements that create the tables. */
  tables: string;
}

/** SQLite application id of index files: "LOCI" in ASCII. */
const APPLICATION_ID = 0x4c4f4349;
/**
 * Maximum size of a file whose integrity is checked when it is opened. The check reads the whole file, which
 * takes 10 ms at this size.
 */
const MAX_CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * Opens a tenant's SQLite file, or creates it. The connection locks the file exclusively. Commits survive a
 * crash of the process, but not of the machine.
 *
 * @throws DamagedFileError if the file is not a Loci index file, has another schema version, or fails its
 *   integrity check
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
    if (isNew) {
      createTables(database, schema);
    } else {
      checkFormat(database, path, schema);
      checkIntegrity(database, path);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Renames a damaged file to `<path>.damaged`, replacing an earlier one, and deletes its write-ahead log. */
export function quarantineFile(path: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  if (existsSync(path)) renameSync(path, `${path}.damaged`);
}

/** Runs `work` in a transaction, which is rolled back if `work` throws. */
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

function checkFormat(database: DatabaseSync, path: string, schema: TenantSchema): void {
  const applicationId = database.prepare('PRAGMA application_id').get()!['application_id'];
  const version = database.prepare('PRAGMA user_version').get()!['user_version'];
  if (applicationId !== APPLICATION_ID)
    throw new DamagedFileError(`${path} is not a Loci index file. Loci rebuilds the file.`);
  if (version !== schema.version)
    throw new DamagedFileError(
      `${path} has schema version ${version}. Expected version ${schema.version}. Loci rebuilds the file.`,
    );
}

function checkIntegrity(database: DatabaseSync, path: string): void {
  if (statSync(path).size > MAX_CHECKED_BYTES) return;
  const result = database.prepare('PRAGMA quick_check(1)').get()!['quick_check'];
  if (result !== 'ok')
    throw new DamagedFileError(`${path} failed its integrity check: ${result}. Loci rebuilds the file.`);
}
