import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '@loci/core';
import pg from 'pg';
import { clusterFolder, PASSWORD_FILE, SUPERUSER } from './postgres-cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { isServerProcess } from './server-process.ts';
import type { SuperuserConnection } from './start-embedded-postgres.ts';

/** Files that a copy of the cluster needs in addition, to recover to the end of the backup. */
export interface BackupEnd {
  /** Content of the file `backup_label` in the folder of the cluster. */
  label: string;
  /** Names of the files in `pg_wal` with the changes during the backup, oldest first. */
  walFiles: string[];
}

/** A backup of a running server. Files of the cluster can be copied from its start until `finish`. */
export interface OnlineBackup {
  /**
   * Ends the backup. The server keeps the WAL files until `close`.
   *
   * @throws StartupError if a write holds a lock of a table for too long
   * @param schemas schemas to whose tables nothing is written during `beforeEnd` and the end
   * @param beforeEnd copies files outside of the cluster that rows of these schemas name
   */
  finish(schemas: readonly string[], beforeEnd: () => Promise<void>): Promise<BackupEnd>;
  /** Ends the session, and with it an unfinished backup. Idempotent. */
  close(): Promise<void>;
}

/** Maximum time in which all tables must be locked. Longer than any write of the platform. */
const LOCKING_TIMEOUT_MS = 60_000;
/**
 * Maximum time in milliseconds of one wait for a lock. Below the `deadlock_timeout` of PostgreSQL, 1 second, so that the backup
 * releases its locks before a write that waits for them is canceled as part of a deadlock.
 */
const LOCK_TIMEOUT_MS = 500;
/** Pause between two attempts in milliseconds, in which waiting writes proceed. */
const LOCK_PAUSE_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** Paths in the folder of a cluster that a copy must not contain. The server creates them again. */
const EXCLUDED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.|^postmaster\.(pid|opts)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init)(\/|$)/;

/**
 * Returns true if a copy of a cluster contains a file or folder.
 *
 * @param path relative to the folder of the cluster, with slashes
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
export const isPartOfBackup = (path: string): boolean => !EXCLUDED.test(path);

/** Returns the connection to the server that runs on a data folder, or null if no server runs. */
export function connectionToRunningServer(dataDir: string): SuperuserConnection | null {
  const cluster = clusterFolder(dataDir);
  const file = readPostmasterFile(cluster);
  if (file?.ready !== true || !isServerProcess(cluster, file.pid)) return null;
  const password = readFileSync(join(dataDir, PASSWORD_FILE), 'utf8').trim();
  const host = file.socketFolder === '' ? '127.0.0.1' : file.socketFolder;
  return { host, port: file.port, user: SUPERUSER, password, database: 'postgres' };
}

/**
 * Starts a backup of a running server.
 *
 * @param lockingTimeoutMs time after which `finish` gives up if writes hold locks
 * @throws StartupError if an earlier version of Loci started the server
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function startOnlineBackup(
  connection: SuperuserConnection,
  lockingTimeoutMs = LOCKING_TIMEOUT_MS,
): Promise<OnlineBackup> {
  const client = new pg.Client({ ...connection, application_name: 'loci-backup' });
  // Queries fail with the error as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: settings } = await client.query<{ wal_level: string }>('SHOW wal_level');
    if (settings[0]!.wal_level === 'minimal')
      throw new StartupError(
        'An earlier version of Loci started this platform, which cannot be backed up while it runs. ' +
          'Restart or stop the platform, then run the command again.',
      );
    // The slot exists as long as this session. It keeps the WAL from before the start of the backup.
    await client.query(`SELECT pg_create_physical_replication_slot($1, true, true)`, [
      `loci_backup_${process.pid}`,
    ]);
    const { rows } = await client.query<{ start: string }>(
      `SELECT pg_backup_start('loci backup', true)::text AS start`,
    );
    const start = rows[0]!.start;
    let closing: Promise<void> | undefined;
    return {
      finish: async (schemas, beforeEnd) => {
        await lockTables(client, schemas, lockingTimeoutMs);
        await beforeEnd();
        const end = await finish(client, start);
        await client.query('COMMIT');
        return end;
      },
      close: () => (closing ??= client.end()),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Waits for running writes to the tables of the schemas, and blocks further ones until the transaction ends. A write can hold the
 * lock of one table and wait for another one that is already locked here, so all locks are released and requested again if one is
 * not available.
 *
 * @throws StartupError if a write holds a lock for longer than the timeout
 */
async function lockTables(client: pg.Client, schemas: readonly string[], timeoutMs: number): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(
    `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ' ORDER BY schemaname, tablename) AS names
     FROM pg_tables WHERE schemaname = ANY($1)`,
    [schemas],
  );
  const { names } = rows[0]!;
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
    try {
      if (names !== null) await client.query(`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`);
      return;
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      await client.query('ROLLBACK');
      if (performance.now() > deadlineMs)
        throw new StartupError(
          `A write did not end within ${timeoutMs / 1_000} seconds, so the backup cannot end. Run the command again.`,
          { cause: error },
        );
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

const isLockConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK_DETECTED);

async function finish(client: pg.Client, start: string): Promise<BackupEnd> {
  const { rows } = await client.query<{ stop: string; labelfile: string }>(
    'SELECT lsn::text AS stop, labelfile FROM pg_backup_stop(false)',
  );
  const { stop, labelfile: label } = rows[0]!;
  const { rows: names } = await client.query<{ first: string; last: string }>(
    'SELECT pg_walfile_name($1::pg_lsn) AS first, pg_walfile_name($2::pg_lsn) AS last',
    [start, stop],
  );
  const { first, last } = names[0]!;
  const { rows: files } = await client.query<{ name: string }>(
    `SELECT name FROM pg_ls_waldir() WHERE name BETWEEN $1 AND $2 AND name ~ '^[0-9A-F]{24}$' ORDER BY name`,
    [first, last],
  );
  return { label, walFiles: files.map(({ name }) => name) };
}
