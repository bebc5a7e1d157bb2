import { assertSchemaReady, databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database, DatabaseOptions } from '@loci/postgres';
import { observeConnections, observeOperations, updatePoolMetrics } from './observe-stores.ts';
import { retryUntilAvailable } from './retry-until-available.ts';
import type { ProcessContext } from './start-process.ts';

export interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_MAX_CONNECTIONS: number;
}

export interface ServiceDatabase {
  database: Database;
  options: DatabaseOptions;
  /** Readiness check, which resolves if the database responds. */
  check(): Promise<unknown>;
  /** Updates the metrics of the connection pool. */
  updateMetrics(): void;
}

/**
 * Opens the database of a service. Waits until the server is available.
 *
 * @throws StartupError if a migration is not applied, or if the database was created by another version of
 *   Loci
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
    onRelease: observeConnections(metrics, service),
    onStatement: observeOperations(metrics, 'postgresql'),
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
    updateMetrics: () => updatePoolMetrics(metrics, service, database),
  };
}
