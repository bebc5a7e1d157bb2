import { databaseOptionsFromUrl, migrateDatabase } from '@loci/postgres';
import { renumberRestoredEvents } from './event-positions.ts';
import { PLATFORM_SCHEMAS } from './platform-schemas.ts';
import { SCHEMA_NAMES } from './schema-names.ts';
import type { SchemaName } from './schema-names.ts';

/**
 * Creates the roles, schemas and tables of all services and applies pending migrations. Prepares the pending events of a
 * database that was restored from a dump. Idempotent, and safe to run concurrently.
 *
 * @param adminUrl database of the platform, with a role that may create roles and schemas
 * @param urls database URL of each schema; a password in it is set on the role
 * @returns number of pending events that were prepared
 * @throws StartupError if a URL, a role or a privilege is wrong; the message states what to do
 * @throws AppError `SYS_SERVICE_UNAVAILABLE` if PostgreSQL is not reachable
 */
export async function migratePlatformDatabase(
  adminUrl: string,
  urls: Record<SchemaName, string>,
): Promise<number> {
  const admin = databaseOptionsFromUrl(adminUrl, 'DATABASE_ADMIN_URL');
  await migrateDatabase({
    admin,
    services: SCHEMA_NAMES.map((service) => ({
      service,
      migrationsDir: PLATFORM_SCHEMAS[service],
      url: urls[service],
    })),
  });
  return renumberRestoredEvents(admin);
}
