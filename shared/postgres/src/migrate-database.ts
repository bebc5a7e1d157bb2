import { StartupError } from '@loci/core';
import { databaseOptionsFromUrl } from './connection-url.ts';
import { isTransientError, translateError } from './postgres-errors.ts';
import { serviceRole } from './service-role.ts';
import { ensureDatabase, migrateServices } from './service-schema.ts';
import type { AdminConnection } from './service-schema.ts';

export interface MigratedService {
  service: string;
  migrationsDir: URL;
  /**
   * DATABASE_URL of the service. Its user must be `loci_<service>`, and its password becomes the password of that role.
   * If the URL is null or has no password, the role must already exist.
   */
  url: string | null;
}

export interface MigrateDatabaseOptions {
  /**
   * Connection to the database as a role that may create roles and schemas. If the database does not exist,
   * it is created through the database `postgres` of the server.
   */
  admin: AdminConnection;
  services: readonly MigratedService[];
}

/**
 * Creates or updates the roles, schemas and tables of services on PostgreSQL 15 or newer. Idempotent, and safe to run in
 * several processes concurrently.
 *
 * @throws StartupError if a URL names another role or database, a role is missing or bypasses row-level security, the
 *   admin lacks privileges, or the database was created by another version of Loci
 * @throws SYS_SERVICE_UNAVAILABLE if the server is unavailable
 */
export async function migrateDatabase({ admin, services }: MigrateDatabaseOptions): Promise<void> {
  const schemas = services.map(({ service, migrationsDir, url }) => ({
    service,
    migrationsDir,
    rolePassword: url === null ? null : passwordOf(service, url, admin),
  }));
  try {
    await migrateServices(admin, schemas).catch(async (error: unknown) => {
      if (codeOf(error) !== UNKNOWN_DATABASE) throw error;
      await ensureDatabase({ ...admin, database: 'postgres' }, admin.database);
      await migrateServices(admin, schemas);
    });
  } catch (error) {
    if (isTransientError(error)) throw translateError(error);
    if (!ACCESS_DENIED.has(codeOf(error))) throw error;
    throw new StartupError(
      `The role ${admin.user} lacks privileges to migrate the database: ${(error as Error).message}. It must own the ` +
        'database. To create or change the roles of the services, it also needs CREATEROLE.',
      { cause: error },
    );
  }
}

const UNKNOWN_DATABASE = '3D000';
const ACCESS_DENIED = new Set(['28000', '28P01', '42501']);

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

function passwordOf(service: string, url: string, admin: AdminConnection): string | null {
  const name = `DATABASE_URL of ${service}`;
  const { user, password, database } = databaseOptionsFromUrl(url, name);
  if (user !== serviceRole(service)) {
    throw new StartupError(`${name} must have the user ${serviceRole(service)}.`);
  }
  if (database !== admin.database) {
    throw new StartupError(`${name} must name the database ${admin.database}, as the admin URL does.`);
  }
  return password === '' ? null : password;
}
