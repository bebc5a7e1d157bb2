import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  checksum: string;
}

/** The `.sql` files of a folder in the order of their names, which is the order they are applied in. */
export async function readMigrations(dir: URL): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, dir), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies the files of `dir` that this schema has not seen, each in its own transaction, in the order of
 * their names. A file that was changed after it was applied stops the start: a new file is the way.
 */
export async function applyMigrations(client: pg.Client, schema: string, dir: URL): Promise<void> {
  const quoted = client.escapeIdentifier(schema);
  const role = client.escapeIdentifier(`loci_${schema}`);
  await client.query(`CREATE TABLE IF NOT EXISTS ${quoted}.migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    REVOKE ALL ON ${quoted}.migrations FROM PUBLIC, ${role};
    GRANT SELECT ON ${quoted}.migrations TO ${role}`);
  const applied = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM ${quoted}.migrations`,
  );
  const known = new Map(applied.rows.map((row) => [row.name, row.checksum]));
  for (const { name, sql, checksum } of await readMigrations(dir)) {
    const seen = known.get(name);
    if (seen === checksum) continue;
    if (seen !== undefined) {
      throw new Error(
        `Migration ${schema}/${name} was changed after it had been applied. Add a new file instead.`,
      );
    }
    try {
      // An owner who is no superuser is under row-level security too, and a migration is about every tenant.
      await client.query(
        `BEGIN; SET LOCAL search_path = ${quoted}, public; SET LOCAL loci.tenant_id = '*'; ${sql}`,
      );
      await client.query(`INSERT INTO ${quoted}.migrations (name, checksum) VALUES ($1, $2)`, [
        name,
        checksum,
      ]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Error(`Migration ${schema}/${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
}
