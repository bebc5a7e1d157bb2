import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@loci/postgres';
import { claimDataDir, startEmbeddedPostgres } from '@loci/postgres/embedded';

/** PostgreSQL version, and the settings from its command line and configuration file. */
export interface PostgresConditions {
  version: string;
  settings: Record<string, string>;
}

/** An embedded PostgreSQL server with a table for single-row INSERTs. */
export interface InsertDatabase {
  conditions: PostgresConditions;
  /** Inserts one row in its own transaction. Resolves when it is durable. */
  insert(content: string): Promise<void>;
  close(): Promise<void>;
}

const INSERT = 'INSERT INTO bench_rows (id, content) VALUES ($1, $2)';

/**
 * Starts a server with the settings of the platform.
 *
 * @param workFolder folder of the data, which must be on the same disk as the data of the platform
 * @param connections maximum number of connections
 */
export async function openInsertDatabase(workFolder: string, connections: number): Promise<InsertDatabase> {
  const folder = await mkdtemp(join(workFolder, 'loci-bench-insert-'));
  const dataDir = claimDataDir(folder);
  const remove = async () => {
    dataDir.release();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, onExit: () => {} });
    const database = openDatabase({
      ...postgres.superuser,
      maxConnections: connections,
      applicationName: 'loci-bench',
    });
    const close = async () => {
      await database.close();
      await postgres.stop();
      await remove();
    };
    try {
      await database.statement(
        'CREATE TABLE bench_rows (id uuid PRIMARY KEY, content text NOT NULL)',
        [],
        'create',
      );
      const version = await database.statement<{ server_version: string }>(
        'SHOW server_version',
        [],
        'version',
      );
      // Excludes addresses and paths, which differ between machines.
      const settings = await database.statement<{ name: string; value: string }>(
        `SELECT name, current_setting(name) AS value FROM pg_settings
         WHERE source IN ('command line', 'configuration file') AND category <> 'File Locations'
           AND name NOT IN ('port', 'unix_socket_directories', 'listen_addresses')
         ORDER BY name`,
        [],
        'settings',
      );
      return {
        conditions: {
          version: version[0]!.server_version,
          settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
        },
        insert: async (content) => {
          await database.statement(INSERT, [randomUUID(), content], 'insert');
        },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}
