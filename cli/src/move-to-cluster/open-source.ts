import { join } from 'node:path';
import type { ObjectStore } from '@loci/object-store';
import { createFolderObjectStore } from '@loci/object-store/embedded';
import { openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { claimDataDir, startEmbeddedPostgres } from '@loci/postgres/embedded';
import { loadConfig } from '@loci/runtime';
import { environmentSchema, startStandalone } from '@loci/standalone';

/** What a standalone platform holds, while nobody changes it. */
export interface Source {
  database: Database;
  objects: ObjectStore;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 600_000;

/** Opens a data folder. @throws StartupError while the platform runs on it */
export async function openSource(dataDir: string): Promise<Source> {
  const claimed = claimDataDir(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir: claimed,
    log: () => undefined,
    // The next statement says that it is gone.
    onExit: () => undefined,
  });
  const database = openDatabase({
    ...postgres.superuser,
    database: 'loci',
    applicationName: 'loci-migrate',
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
 * Lets everything that was acknowledged reach every service's tables: the platform runs for that long, on ports that
 * nobody knows.
 *
 * @throws StartupError while it runs already
 */
export async function settleSource(dataDir: string): Promise<void> {
  const anyPort = { PORT: '0', AUTH_PORT: '0', PORTAL_PORT: '0', ADMIN_PORT: '0' };
  const platform = await startStandalone(
    loadConfig(environmentSchema, { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...anyPort }),
    { print: () => undefined, startedAt: Date.now() },
  );
  await platform.drain();
  await platform.stop();
}
