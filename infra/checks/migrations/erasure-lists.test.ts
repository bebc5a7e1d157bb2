import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

/** Migrations and the folder with the list of stores, by schema. */
const SCHEMAS: [schema: string, migrations: string, lists: string][] = [
  ['auth', 'auth-server/migrations', 'auth-server/src/erasures'],
  // The embedded event transport.
  ['events', 'shared/messaging/migrations', 'services/standalone/src'],
  ...readdirSync(join(ROOT, 'services'))
    .filter((service) => existsSync(join(ROOT, 'services', service, 'migrations')))
    .map((service): [string, string, string] => [
      service,
      `services/${service}/migrations`,
      `services/${service}/src/erasure`,
    ]),
];

const readAll = (folder: string, ending: string): string =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith(ending))
        .sort()
        .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
        .join('\n')
    : '';

/** Returns the tables with rows of tenants that migrations create in their own statements. */
const isolatedTables = (sql: string): string[] =>
  Array.from(sql.matchAll(/loci_isolate\('(\w+)'\)/g), ([, table]) => table!).filter(
    (table) => !new RegExp(`DROP TABLE (IF EXISTS )?${table}\\b`).test(sql),
  );

// Adding a table is one entry. @see CONTRIBUTING.md#where-a-feature-goes
test.each(SCHEMAS)(
  'every table of the schema %s with rows of tenants is in the list of stores of an erasure, with its search or the reason why it has none',
  (_schema, migrations, lists) => {
    const list = readAll(lists, '.ts');
    const tables = isolatedTables(readAll(migrations, '.sql')).filter((table) => table !== 'outbox');
    expect(tables.filter((table) => !list.includes(`table: '${table}'`))).toEqual([]);
  },
);
