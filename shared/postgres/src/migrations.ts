import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';

/**
 * Applies the files of `dir` that this schema has not seen, each in its own transaction, in the order of
 * their names. A file that was changed after it was applied stops the start: a new file is the way.
 */
export async function applyMigrations(client: pg.Client, schema: string, dir: URL): Promise<void> {
  const quoted = client.escapeIdentifier(schema);
  await client.query(`CREATE TABLE IF NOT EXISTS ${quoted}.migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    REVOKE ALL ON ${quoted}.migrations FROM PUBLIC, ${client.escapeIdentifier(`loci_${schema}`)}`);
  const applied = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM ${quoted}.migrations`,
  );
  const known = new Map(applied.rows.map((row) => [row.name, row.checksum]));
  const files = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of files) {
    const sql = await readFile(new URL(name, dir), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const seen = known.get(name);
    if (seen === checksum) continue;
    if (seen !== undefined) {
      throw new Error(
        `Migration ${schema}/${name} was changed after it had been applied. Add a new file instead.`,
      );
    }
    try {
      await client.query(`BEGIN; SET LOCAL search_path = ${quoted}, public; ${sql}`);
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
