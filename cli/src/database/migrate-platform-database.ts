import { databaseOptionsFromUrl, migrateDatabase } from '@loci/postgres';
import { PLATFORM_SCHEMAS, SCHEMA_NAMES } from './platform-schemas.ts';
import type { SchemaName } from './platform-schemas.ts';

/**
 * Roles, schemas and tables of every service. Safe to run at once from several places, and again after each update.
 * @throws as `prepareDatabase` does
 */
export const migratePlatformDatabase = (adminUrl: string, urls: Record<SchemaName, string>): Promise<void> =>
  migrateDatabase({
    admin: databaseOptionsFromUrl(adminUrl, 'DATABASE_ADMIN_URL'),
    services: SCHEMA_NAMES.map((service) => ({
      service,
      migrationsDir: PLATFORM_SCHEMAS[service],
      url: urls[service],
    })),
  });
