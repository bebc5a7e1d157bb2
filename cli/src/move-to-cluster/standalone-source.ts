import { join } from 'node:path';
import type { ObjectStore } from '@loci/object-store';
import { createFolderObjectStore } from '@loci/object-store/embedded';
import { openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { claimDataDir, startEmbeddedPostgres } from '@loci/postgres/embedded';
import { loadConfig } from '@loci/runtime';
import { environmentSchema, startStandalone } from '@loci/standalone';

/** Stores of a stopped standalone platform. */
export interface StandaloneSource {
  /** Database with all schemas, opened with the superuser role. */
  database: Database;
  objects: ObjectStore;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Opens the stores of a data folder.
 *
 * @throws StartupError if the platform is running on the folder
 */
export async function openStandaloneSource(dataDir: string): Promise<StandaloneSource> {
  const claimed = claimDataDir(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir: claimed,
    log: () => undefined,
    // No handler is necessary, because the next statement fails if PostgreSQL has exited.
    onExit: () => undefined,
  });
  const database = openDatabase({
    ...postgres.superuser,
    database: 'loci',
    applicationName: 'loci-move-to-cluster',
    maxConnections: 4,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const objects = await createFolderObjectStore({ directory: join(claimed.path, 'objects') });
  return {
    database,
    objects,
    close: async () => {
      await database.close();
      await objects.close();
      await postgres.stop();
      claimed.release();
    },
  };
}

/**
 * Runs the standalone platform on free ports until all services have handled all events, so that the tables of the
 * consumers are complete.
 *
 * @throws StartupError if the platform is already running
 */
export async function drainSource(dataDir: string): Promise<void> {
  const freePorts = { PORT: '0', AUTH_PORT: '0', PORTAL_PORT: '0', ADMIN_PORT: '0' };
  const platform = await startStandalone(
    loadConfig(environmentSchema, { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...freePorts }),
    { print: () => undefined, startedAt: Date.now() },
  );
  await platform.drain();
  await platform.stop();
}
