import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { countTenantRows } from './count-tenant-rows.ts';
import type { Database } from './database.ts';
import { deleteTenantRows } from './delete-tenant-rows.ts';

const TENANT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const ROWS = 2_500;

/** The referencing table sorts after the referenced table, and one table has no tenant. */
const MIGRATION = `
  CREATE TABLE a_parents (tenant_id uuid, id int, PRIMARY KEY (tenant_id, id));
  CREATE TABLE b_children (tenant_id uuid, id int, FOREIGN KEY (tenant_id, id) REFERENCES a_parents);
  CREATE TABLE c_settings (id int);
  SELECT loci_isolate('a_parents');
  SELECT loci_isolate('b_children');`;

const folder = mkdtempSync(join(tmpdir(), 'loci-delete-tenant-rows-'));
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  writeFileSync(join(folder, '0001-create-tables.sql'), MIGRATION);
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
  database = testDatabase.open('sample');
});
afterAll(async () => {
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() =>
  database.inSystemTransaction(async (tx) => {
    await tx.query('DELETE FROM b_children');
    await tx.query('DELETE FROM a_parents');
    await tx.query('INSERT INTO c_settings VALUES (1)');
    for (const tenant of [TENANT, OTHER]) {
      await tx.query(`INSERT INTO a_parents SELECT $1, generate_series(1, ${ROWS})`, [tenant]);
      await tx.query(`INSERT INTO b_children SELECT $1, generate_series(1, ${ROWS})`, [tenant]);
    }
  }),
);

const countRows = (tenantId: string): Promise<number> =>
  database.inTransaction(tenantId, async (tx) => {
    const [row] = await tx.query<{ rows: number }>(
      `SELECT (SELECT count(*) FROM a_parents WHERE tenant_id = $1)::int
         + (SELECT count(*) FROM b_children WHERE tenant_id = $1)::int AS rows`,
      [tenantId],
    );
    return row!.rows;
  });

test('countTenantRows counts the rows of one tenant in every table with a column `tenant_id`', async () => {
  await database.inSystemTransaction((tx) =>
    tx.query('DELETE FROM b_children WHERE tenant_id = $1 AND id > 10', [TENANT]),
  );
  expect(await countTenantRows(database, TENANT)).toEqual({ a_parents: ROWS, b_children: 10 });
});

test('deletes the rows of one tenant from referencing tables before referenced tables', async () => {
  await expect(deleteTenantRows(database, TENANT, () => false)).resolves.toEqual({
    deleted: 2 * ROWS,
    done: true,
  });
  expect(await countRows(TENANT)).toBe(0);
  expect(await countRows(OTHER)).toBe(2 * ROWS);
});

test('continues an interrupted call in the next call', async () => {
  let batches = 0;
  const first = await deleteTenantRows(database, TENANT, () => batches++ === 2);
  expect(first).toEqual({ deleted: 2_000, done: false });
  expect(await countRows(TENANT)).toBe(2 * ROWS - 2_000);
  const second = await deleteTenantRows(database, TENANT, () => false);
  expect(second).toEqual({ deleted: 2 * ROWS - 2_000, done: true });
});

test('deletes no row if the tenant has none', async () => {
  await deleteTenantRows(database, TENANT, () => false);
  await expect(deleteTenantRows(database, TENANT, () => false)).resolves.toEqual({ deleted: 0, done: true });
});
