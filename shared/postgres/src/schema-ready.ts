import { StartupError } from '@loci/core';
import type { Database } from './database.ts';
import { findPendingMigrations, readMigrations } from './migrations.ts';
import type { AppliedMigration } from './migrations.ts';

/** Command with which operators apply the migrations of all services. */
export const MIGRATE_COMMAND = 'npm run db:migrate';

/** SQLSTATEs of an unknown database, a failed authentication and missing privileges. */
const ACCESS_DENIED = new Set(['3D000', '28000', '28P01', '42501']);

/**
 * Checks that all migrations of this version are applied. Additional migrations of a newer version are accepted, so that
 * the previous version keeps running during a rollout.
 *
 * @param database database with the role of the service
 * @param migrationsDir folder with the `NNNN-what.sql` files of the schema
 * @throws StartupError if a migration is missing, with the command to run, or if the database belongs to another version
 * @throws SYS_SERVICE_UNAVAILABLE if the server is unavailable
 */
export async function assertSchemaReady(
  database: Pick<Database, 'inSystemTransaction'>,
  migrationsDir: URL,
): Promise<void> {
  const known = await readMigrations(migrationsDir);
  const { role, applied } = await readApplied(database).catch((error: unknown) => {
    const { code = '', message } = error as { code?: string; message: string };
    if (!ACCESS_DENIED.has(code)) throw error;
    throw new StartupError(
      `PostgreSQL denies access to this service: ${message}. Check its DATABASE_URL and run: ${MIGRATE_COMMAND}`,
      { cause: error },
    );
  });
  const schema = role.replace(/^loci_/, '');
  const [first, ...others] = findPendingMigrations(schema, known, applied);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new StartupError(
    `The migration ${schema}/${first.name}${more} is not applied. Run: ${MIGRATE_COMMAND}`,
  );
}

function readApplied(
  database: Pick<Database, 'inSystemTransaction'>,
): Promise<{ role: string; applied: AppliedMigration[] }> {
  return database.inSystemTransaction(async (tx) => {
    const [session] = await tx.query<{ role: string; has_migrations: boolean }>(
      `SELECT current_user AS role, to_regclass('migrations') IS NOT NULL AS has_migrations`,
    );
    const { role, has_migrations: hasMigrations } = session!;
    const applied = hasMigrations
      ? await tx.query<AppliedMigration>('SELECT name, checksum FROM migrations')
      : [];
    return { role, applied };
  });
}
