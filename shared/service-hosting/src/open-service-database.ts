import { assertSchemaReady, databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database, DatabaseOptions } from '@loci/postgres';
import type { ProcessContext } from './start-process.ts';
import { retryUntilAvailable } from './retry-until-available.ts';

export interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_MAX_CONNECTIONS: number;
}

export interface ServiceDatabase {
  database: Database;
  options: DatabaseOptions;
  /** For readiness. */
  check(): Promise<unknown>;
  /** Writes the state of the pool into the metrics. */
  report(): void;
}

/**
 * The database of a service, once it answers.
 * @throws StartupError when its schema lacks a migration, with the command that applies it
 */
export async function openServiceDatabase(
  service: string,
  { DATABASE_URL, DATABASE_MAX_CONNECTIONS }: DatabaseConfig,
  migrationsDir: URL,
  { log, metrics, stopping }: ProcessContext,
): Promise<ServiceDatabase> {
  const options: DatabaseOptions = {
    ...databaseOptionsFromUrl(DATABASE_URL),
    maxConnections: DATABASE_MAX_CONNECTIONS,
    applicationName: `loci-${service}`,
  };
  const database = openDatabase(options);
  await retryUntilAvailable(() => assertSchemaReady(database, migrationsDir), {
    what: 'PostgreSQL',
    log,
    signal: stopping,
  });
  return {
    database,
    options,
    check: () => database.inSystemTransaction((tx) => tx.query('SELECT 1')),
    report: () => {
      const { total, idle } = database.poolState();
      metrics.dbClientConnections.set(
        { db_client_connection_pool_name: service, db_client_connection_state: 'used' },
        total - idle,
      );
      metrics.dbClientConnections.set(
        { db_client_connection_pool_name: service, db_client_connection_state: 'idle' },
        idle,
      );
    },
  };
}
