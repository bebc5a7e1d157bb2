import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const SOURCE = new URL('../../src/', import.meta.url);

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

/** Tables that packages in `shared/` use. */
const SHARED_TABLES = ['audit_log'];

/** Returns the tables that the role of the authorization server can read. */
async function readableTables(): Promise<string[]> {
  const rows = await auth.database.inSystemTransaction((tx) =>
    tx.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'auth'`,
    ),
  );
  return rows.map(({ name }) => name);
}

test('the source code of the authorization server uses every table of its schema', async () => {
  const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(new URL(path, SOURCE), 'utf8'))
    .join('\n');
  const tables = await readableTables();
  expect(tables).toEqual(expect.arrayContaining(['tenants', 'failed_sign_ins']));
  const own = tables.filter((table) => !SHARED_TABLES.includes(table));
  const unused = own.filter((table) => !new RegExp(`\\b${table}\\b`).test(source));
  expect(unused).toEqual([]);
});
