import { loadConfig } from '@loci/runtime';
import { environmentSchema } from './db-migrate.config.ts';
import { migratePlatformDatabase } from './migrate-platform-database.ts';
import type { SchemaName } from './platform-schemas.ts';

/**
 * Prepares the database that environment variables describe. Returns the schemas.
 *
 * @throws ConfigError if a variable is missing or invalid
 * @see docs/configuration.md
 */
export async function runDbMigrate(environment: NodeJS.ProcessEnv): Promise<SchemaName[]> {
  const { adminUrl, urls } = loadConfig(environmentSchema, environment);
  await migratePlatformDatabase(adminUrl, urls);
  return Object.keys(urls) as SchemaName[];
}
