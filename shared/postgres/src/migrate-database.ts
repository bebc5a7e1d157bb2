import { databaseOptionsFromUrl } from './connection-url.ts';
import { isTransientError, translateError } from './errors.ts';
import { serviceRole } from './service-role.ts';
import { ensureDatabase, migrateServices } from './service-schema.ts';
import type { AdminConnection } from './service-schema.ts';
import { StartupError } from '@loci/core';

export interface MigratedService {
  service: string;
  migrationsDir: URL;
  /**
   * The service's own DATABASE_URL. Its user is `loci_<service>`, and its password becomes the role's; without a
   * password, or with null, the role is the platform team's to make.
   */
  url: string | null;
}

export interface MigrateDatabaseOptions {
  /** The database is created, over the server's `postgres` one, when it is missing. */
  admin: AdminConnection;
  services: readonly MigratedService[];
}

/**
 * Creates or updates roles, schemas and tables of services on a PostgreSQL 15 or newer. Safe to run from several
 * processes at once, and to repeat.
 *
 * @throws StartupError for what a person can put right: a URL of another role or database, a role that is missing or
 *   may see too much, an admin who is not let in
 * @throws SYS_SERVICE_UNAVAILABLE when the server does not answer
 */
export async function migrateDatabase({ admin, services }: MigrateDatabaseOptions): Promise<void> {
  const schemas = services.map(({ service, migrationsDir, url }) => ({
    service,
    migrationsDir,
    rolePassword: url === null ? null : passwordOf(service, url, admin),
  }));
  try {
    await migrateServices(admin, schemas).catch(async (error: unknown) => {
      if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
      await ensureDatabase({ ...admin, database: 'postgres' }, admin.database);
      await migrateServices(admin, schemas);
    });
  } catch (error) {
    if (isTransientError(error)) throw translateError(error);
    if (!NOT_ALLOWED.has(codeOf(error))) throw error;
    throw new StartupError(
      `PostgreSQL does not allow ${admin.user} what preparing needs: ${(error as Error).message}. It must own the ` +
        'database and may create roles (CREATEROLE), unless the roles are made beforehand.',
      { cause: error },
    );
  }
}

const NO_SUCH_DATABASE = '3D000';
const NOT_ALLOWED = new Set(['28000', '28P01', '42501']);

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

function passwordOf(service: string, url: string, admin: AdminConnection): string | null {
  const { user, password, database } = databaseOptionsFromUrl(url, `DATABASE_URL of ${service}`);
  if (user !== serviceRole(service)) {
    throw new StartupError(`DATABASE_URL of ${service}: its user must be ${serviceRole(service)}.`);
  }
  if (database !== admin.database) {
    throw new StartupError(`DATABASE_URL of ${service}: names another database than the admin's URL.`);
  }
  return password === '' ? null : password;
}
