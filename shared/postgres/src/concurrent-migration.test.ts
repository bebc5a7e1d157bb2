import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pause } from '@loci/async';
import pg from 'pg';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { migrateServices } from './service-schema.ts';

let folder: string;
let database: TestDatabase;
let client: pg.Client;
let writer: pg.Client;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loci-migrations-'));
  write('0001-create-notes.sql', 'CREATE TABLE notes (note text);');
  database = await createTestDatabase({ notes: pathToFileURL(`${folder}/`) });
  client = new pg.Client(database.admin);
  writer = new pg.Client(database.admin);
  await Promise.all([client.connect(), writer.connect()]);
});
afterEach(async () => {
  await Promise.all([client.end(), writer.end()]);
  await database.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);
const migrate = (): Promise<void> =>
  migrateServices(database.admin, [
    { service: 'notes', migrationsDir: pathToFileURL(`${folder}/`), rolePassword: 'test' },
  ]);
const indexes = async () =>
  (
    await client.query<{ name: string; isValid: boolean }>(
      `SELECT relname AS name, indisvalid AS "isValid" FROM pg_index JOIN pg_class ON oid = indexrelid
       WHERE indrelid = 'notes.notes'::regclass ORDER BY relname`,
    )
  ).rows;
const CREATE_INDEX = `
  -- A comment; with a semicolon.
  CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_by_text ON notes (note);
  ANALYZE notes;`;

test('a concurrent migration blocks no writes', async () => {
  await client.query(`BEGIN; INSERT INTO notes.notes VALUES ('open')`);
  write('0002-index-notes.sql', CREATE_INDEX);
  const migrated = migrate();
  try {
    while (!(await isCreatingIndex())) await pause(10);
    await writer.query(`SET lock_timeout = '1s'; INSERT INTO notes.notes VALUES ('during the migration')`);
  } finally {
    await client.query('COMMIT');
    await migrated;
  }
  expect(await indexes()).toEqual([{ name: 'notes_by_text', isValid: true }]);
});

/** True while the creation of the index waits for the open transaction. */
async function isCreatingIndex(): Promise<boolean> {
  const { rowCount } = await writer.query(
    `SELECT FROM pg_stat_activity WHERE application_name = 'loci-migrate' AND wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}

test('a concurrent migration that failed is repeated, and replaces the unfinished index', async () => {
  await client.query(`INSERT INTO notes.notes VALUES ('twice'), ('twice')`);
  write('0002-index-notes.sql', CREATE_INDEX.replace('CREATE INDEX', 'CREATE UNIQUE INDEX'));
  await expect(migrate()).rejects.toThrow(
    'The migration notes/0002-index-notes.sql failed: could not create',
  );
  expect(await indexes()).toEqual([{ name: 'notes_by_text', isValid: false }]);
  await client.query('TRUNCATE notes.notes');
  await migrate();
  expect(await indexes()).toEqual([{ name: 'notes_by_text', isValid: true }]);
  await migrate();
  const { rows } = await client.query('SELECT name FROM notes.migrations ORDER BY name');
  expect(rows).toEqual([{ name: '0001-create-notes.sql' }, { name: '0002-index-notes.sql' }]);
});

test('processes that migrate at the same time do not wait for each other forever', async () => {
  write('0002-index-notes.sql', CREATE_INDEX);
  await Promise.all([migrate(), migrate(), migrate()]);
  expect(await indexes()).toEqual([{ name: 'notes_by_text', isValid: true }]);
});
