import type pg from 'pg';

/**
 * True for a migration that creates or drops indexes while processes write to their tables. PostgreSQL allows these
 * statements only outside of a transaction, so the migration can fail halfway, and must be repeatable.
 */
export const isConcurrentMigration = (sql: string): boolean => /\bINDEX CONCURRENTLY\b/.test(sql);

/**
 * Runs the statements of a migration one after the other, each in its own transaction. Removes the indexes that a failed
 * run has left unfinished, because `IF NOT EXISTS` would accept them.
 *
 * @param sql statements that end with a semicolon and contain none otherwise
 */
export async function runConcurrentMigration(client: pg.Client, schema: string, sql: string): Promise<void> {
  await client.query(`SET search_path = ${client.escapeIdentifier(schema)}, public`);
  try {
    for (const index of await findInvalidIndexes(client, schema)) {
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    }
    for (const statement of splitStatements(sql)) await client.query(statement);
  } finally {
    await client.query('RESET search_path');
  }
}

/** Returns the quoted names of indexes whose creation has failed. PostgreSQL maintains these indexes but does not use them. */
async function findInvalidIndexes(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND NOT indisvalid`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

const splitStatements = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
