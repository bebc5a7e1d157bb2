import type { Database } from './database.ts';
import { readMigrations } from './migrations.ts';
import { StartupError } from '@loci/core';

/** What an operator runs to bring all schemas up to date. */
export const MIGRATE_COMMAND = 'npm run db:migrate';

/** Database, role or password unknown, no right: the database was not prepared, or not for this role. */
const NOT_LET_IN = new Set(['3D000', '28000', '28P01', '42501']);

/**
 * Makes sure that every migration this program knows was applied. One that it does not know is no reason to stop:
 * while a new version rolls out, the old one runs on the new schema.
 *
 * @param database as the service's own role
 * @param migrationsDir folder of the schema's `NNNN-what.sql` files
 * @throws StartupError naming the first missing migration and the command to run, or the migration that differs
 * @throws SYS_SERVICE_UNAVAILABLE when the server does not answer
 */
export async function assertSchemaReady(
  database: Pick<Database, 'inSystemTransaction'>,
  migrationsDir: URL,
): Promise<void> {
  const expected = await readMigrations(migrationsDir);
  const { role, applied } = await readApplied(database).catch((error: unknown) => {
    const { code = '', message } = error as { code?: string; message: string };
    if (!NOT_LET_IN.has(code)) throw error;
    throw new StartupError(
      `PostgreSQL does not let this service in: ${message}. Check its DATABASE_URL and run: ${MIGRATE_COMMAND}`,
      { cause: error },
    );
  });
  const nameOf = ({ name }: { name: string }): string => `${role.replace(/^loci_/, '')}/${name}`;
  const changed = expected.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new StartupError(
      `The migration ${nameOf(changed)} differs from the one that was applied: this program and its database are ` +
        'of different makes.',
    );
  }
  const [first, ...others] = expected.filter(({ name }) => !applied.has(name));
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new StartupError(`The migration ${nameOf(first)}${more} was not applied. Run: ${MIGRATE_COMMAND}`);
}

function readApplied(
  database: Pick<Database, 'inSystemTransaction'>,
): Promise<{ role: string; applied: Map<string, string> }> {
  return database.inSystemTransaction(async (tx) => {
    const [schema] = await tx.query<{ role: string; begun: boolean }>(
      `SELECT current_user AS role, to_regclass('migrations') IS NOT NULL AS begun`,
    );
    const rows = schema!.begun
      ? await tx.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
      : [];
    return { role: schema!.role, applied: new Map(rows.map(({ name, checksum }) => [name, checksum])) };
  });
}
