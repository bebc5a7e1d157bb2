import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { findPendingMigrations } from './migrations.ts';
import { assertSchemaReady } from './schema-ready.ts';
import { migrateServices } from './service-schema.ts';

const migration = (name: string, checksum = 'a') => ({ name, checksum });
const startupError = (message: string | RegExp): Error =>
  expect.objectContaining({
    name: 'StartupError',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  }) as unknown as Error;

describe('findPendingMigrations', () => {
  const known = [migration('0001.sql'), migration('0002.sql'), migration('0003.sql')];

  test('returns the migrations after the applied migrations', () => {
    expect(findPendingMigrations('memory', known, known.slice(0, 1))).toEqual(known.slice(1));
  });

  test('returns all migrations for an empty schema', () => {
    expect(findPendingMigrations('memory', known, [])).toEqual(known);
  });

  test('accepts applied migrations of a newer version of Loci', () => {
    expect(findPendingMigrations('memory', known, [...known, migration('0004.sql')])).toEqual([]);
  });

  test('ignores the order in which the database returns the applied migrations', () => {
    expect(findPendingMigrations('memory', known, known.toReversed())).toEqual([]);
  });

  test('rejects an applied migration that was changed', () => {
    expect(() => findPendingMigrations('memory', known, [migration('0001.sql', 'b')])).toThrow(
      startupError(
        'The database was created by another version of Loci: the migration memory/0001.sql differs from the one ' +
          'that was applied. Start the version of Loci that created it, or use an empty database.',
      ),
    );
  });

  test('rejects an applied migration that is not part of this version of Loci', () => {
    expect(() =>
      findPendingMigrations('memory', known, [migration('0001.sql'), migration('0001b.sql')]),
    ).toThrow(startupError(/memory\/0001b\.sql was applied, but is not part of this version/));
  });

  test('rejects applied migrations if an earlier migration was not applied', () => {
    expect(() =>
      findPendingMigrations('memory', known, [migration('0001.sql'), migration('0003.sql')]),
    ).toThrow(startupError(/memory\/0002\.sql was not applied, but later ones were/));
  });
});

describe('a database that another version of Loci created', () => {
  const services = (folder: string) => [
    { service: 'notes', migrationsDir: pathToFileURL(`${folder}/`), rolePassword: 'test' },
  ];
  let folder: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'loci-migrations-'));
    writeFileSync(join(folder, '0001-create-notes.sql'), 'CREATE TABLE notes (note text);');
    database = await createTestDatabase({ notes: pathToFileURL(`${folder}/`) });
    writeFileSync(join(folder, '0001-create-notes.sql'), 'CREATE TABLE notes (note text NOT NULL);');
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const refused = startupError(
    /^The database was created by another version of Loci: .*notes\/0001.*use an empty database\.$/,
  );

  test('migrateServices rejects the database without applying a migration', async () => {
    writeFileSync(join(folder, '0002-add-title.sql'), 'ALTER TABLE notes ADD title text;');
    await expect(migrateServices(database.admin, services(folder))).rejects.toEqual(refused);
    const names = await database
      .open('notes')
      .inSystemTransaction((tx) => tx.query('SELECT name FROM migrations'));
    expect(names).toEqual([{ name: '0001-create-notes.sql' }]);
  });

  test('assertSchemaReady rejects the database', async () => {
    await expect(assertSchemaReady(database.open('notes'), pathToFileURL(`${folder}/`))).rejects.toEqual(
      refused,
    );
  });
});
