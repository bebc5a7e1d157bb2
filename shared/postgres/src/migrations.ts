import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { StartupError } from '@loci/core';
import type pg from 'pg';
import { isConcurrentMigration, runConcurrentMigration } from './concurrent-migration.ts';
import { serviceRole } from './service-role.ts';

export interface AppliedMigration {
  /** File name, for example `0001-create-memories.sql`. */
  name: string;
  /** SHA-256 of the file in hexadecimal digits. */
  checksum: string;
}

export interface Migration extends AppliedMigration {
  sql: string;
}

/** Reads the `.sql` files of a folder in the order of their names, which is the order in which they are applied. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Compares the migrations of this version with the applied migrations. Accepts a database of a newer version,
 * because the previous version runs on the new schema during a rollout.
 *
 * @returns the migrations that are not applied yet
 * @throws StartupError if an applied migration was changed or is not part of this version, or if a migration
 *   is missing before an applied migration
 */
export function findPendingMigrations<M extends AppliedMigration>(
  schema: string,
  known: readonly M[],
  applied: readonly AppliedMigration[],
): M[] {
  const inOrder = applied.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  known.forEach((migration, index) => {
    const counterpart = inOrder[index];
    if (counterpart === undefined) return;
    const problem = mismatchOf(migration, counterpart);
    if (problem === null) return;
    throw new StartupError(
      `The database was created by another version of Loci: the migration ${schema}/${problem}. ` +
        'Start the version of Loci that created it, or use an empty database.',
    );
  });
  return known.slice(inOrder.length);
}

/**
 * Describes the difference of two migrations at the same position of both lists. Returns null if they are
 * equal.
 */
function mismatchOf(known: AppliedMigration, applied: AppliedMigration): string | null {
  if (applied.name === known.name) {
    return applied.checksum === known.checksum ? null : `${known.name} differs from the one that was applied`;
  }
  return applied.name < known.name
    ? `${applied.name} was applied, but is not part of this version`
    : `${known.name} was not applied, but later ones were`;
}

/**
 * Applies the pending migrations of a schema in the order of their names, each in its own transaction, except
 * {@link isConcurrentMigration concurrent migrations}.
 *
 * @throws StartupError if the applied migrations do not belong to this version of Loci
 * @throws Error if a migration fails
 */
export async function applyMigrations(client: pg.Client, schema: string, folder: URL): Promise<void> {
  const quotedSchema = client.escapeIdentifier(schema);
  const role = client.escapeIdentifier(serviceRole(schema));
  await client.query(`CREATE TABLE IF NOT EXISTS ${quotedSchema}.migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    REVOKE ALL ON ${quotedSchema}.migrations FROM PUBLIC, ${role};
    GRANT SELECT ON ${quotedSchema}.migrations TO ${role}`);
  const applied = await client.query<AppliedMigration>(
    `SELECT name, checksum FROM ${quotedSchema}.migrations`,
  );
  const pending = findPendingMigrations(schema, await readMigrations(folder), applied.rows);
  for (const { name, sql, checksum } of pending) {
    try {
      if (isConcurrentMigration(sql)) {
        await runConcurrentMigration(client, schema, sql);
        await client.query('BEGIN');
      } else {
        await beginWith(client, quotedSchema, sql);
      }
      await client.query(`INSERT INTO ${quotedSchema}.migrations (name, checksum) VALUES ($1, $2)`, [
        name,
        checksum,
      ]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Error(`The migration ${schema}/${name} failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** Begins a transaction with the statements of a migration. */
async function beginWith(client: pg.Client, quotedSchema: string, sql: string): Promise<void> {
  // The tenant `*` makes the rows of all tenants visible to a migration. Row-level security also applies
  // to the owner of a table, unless the owner is a superuser.
  await client.query(
    `BEGIN; SET LOCAL search_path = ${quotedSchema}, public; SET LOCAL loci.tenant_id = '*'; ${sql}`,
  );
}
