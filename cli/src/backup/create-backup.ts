import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  claimDataDir,
  connectionToRunningServer,
  isPartOfBackup,
  POSTGRES_MAJOR,
  startEmbeddedPostgres,
  startOnlineBackup,
} from '@loci/postgres/embedded';
import type { SuperuserConnection } from '@loci/postgres/embedded';
import { VERSION } from '../loci/version.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import { MANIFEST_FILE } from './backup-format.ts';
import type { BackupSize, Manifest } from './backup-format.ts';
import { readArchive, VERIFY_ONLY } from './read-archive.ts';
import { walkFolder } from './walk-folder.ts';

export interface BackupOptions {
  /** Data folder of a standalone platform, which can be running. */
  dataDir: string;
  /** File to write. Replaced if it exists. */
  target: string;
  /** Encrypts the backup. */
  passphrase?: string | undefined;
  /** Receives the number of files so far. */
  onProgress?: ((files: number) => void) | undefined;
}

const DATABASE = 'loci';
/** Schemas with rows that name objects. */
const OBJECT_SCHEMAS = ['artifact', 'document'];
/** A file whose last change is this much older than the start of the backup cannot have changed since. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * Backs up a standalone platform to one file, and verifies the file. Contains everything that was acknowledged before
 * the call. The file gets its name when it is complete and verified.
 *
 * @throws BackupError if the folder is not a data folder of Loci
 * @throws StartupError if the data folder cannot be used
 * @see docs/recovery.md#back-up-the-standalone-platform
 */
export async function createBackup({ dataDir, target, ...options }: BackupOptions): Promise<BackupSize> {
  if (!existsSync(join(dataDir, 'loci-data.json')))
    throw new BackupError(
      `${dataDir} is not a data folder of Loci. Set the DATA_DIR of the platform with --data-dir.`,
    );
  const partial = `${target}.partial`;
  try {
    const server = await openServer(dataDir);
    try {
      await writeBackup(dataDir, server.connection, partial, options);
    } finally {
      await server.close();
    }
    const size = await readArchive(partial, options.passphrase, VERIFY_ONLY);
    await rename(partial, target);
    return size;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

interface Server {
  connection: SuperuserConnection;
  close(): Promise<void>;
}

/** Connects to the server of a running platform, or starts the server of a stopped platform. */
async function openServer(dataDir: string): Promise<Server> {
  const connection = connectionToRunningServer(dataDir);
  if (connection !== null)
    return { connection: { ...connection, database: DATABASE }, close: () => Promise.resolve() };
  const claimed = claimDataDir(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: claimed,
      log: () => undefined,
      // No handler is necessary, because the next statement fails if PostgreSQL has exited.
      onExit: () => undefined,
    });
    return {
      connection: { ...postgres.superuser, database: DATABASE },
      close: async () => {
        await postgres.stop();
        claimed.release();
      },
    };
  } catch (error) {
    claimed.release();
    throw error;
  }
}

async function writeBackup(
  dataDir: string,
  connection: SuperuserConnection,
  path: string,
  { passphrase, onProgress }: Pick<BackupOptions, 'passphrase' | 'onProgress'>,
): Promise<void> {
  const startedAt = Date.now();
  const archive = await ArchiveWriter.create(path, passphrase);
  let files = 0;
  const addFile = async (name: string): Promise<void> => {
    if (await archive.addFile(name, join(dataDir, name))) onProgress?.((files += 1));
  };
  try {
    await archive.addText(MANIFEST_FILE, `${JSON.stringify(createManifest(startedAt), null, 2)}\n`);
    await addFile('loci-data.json');
    await addFile('postgres-password');
    for await (const { path: name } of walkFolder(join(dataDir, 'secrets'))) await addFile(`secrets/${name}`);
    // An object is stored before the row that names it, and deleted after this row. The last pass runs while no row can
    // change, so it finds the objects of all rows that an earlier pass has not found.
    for await (const name of listObjects(dataDir)) await addFile(name);
    await addDatabase(archive, dataDir, connection, startedAt, addFile);
    await archive.finish();
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

function createManifest(time: number): Manifest {
  return {
    format: 'loci-backup',
    version: 1,
    loci: VERSION,
    postgres: POSTGRES_MAJOR,
    created_at: new Date(time).toISOString(),
  };
}

async function addDatabase(
  archive: ArchiveWriter,
  dataDir: string,
  connection: SuperuserConnection,
  startedAt: number,
  addFile: (name: string) => Promise<void>,
): Promise<void> {
  const backup = await startOnlineBackup(connection);
  try {
    for await (const { path, isFolder } of walkFolder(join(dataDir, 'postgres'), isPartOfBackup))
      if (isFolder) await archive.addFolder(`postgres/${path}`);
      else await addFile(`postgres/${path}`);
    const secondPassAt = Date.now();
    await addChangedObjects(dataDir, startedAt, addFile);
    const { label, walFiles } = await backup.finish(OBJECT_SCHEMAS, () =>
      addChangedObjects(dataDir, secondPassAt, addFile),
    );
    await archive.addText('postgres/backup_label', label);
    for (const name of walFiles) await addFile(`postgres/pg_wal/${name}`);
  } finally {
    await backup.close();
  }
}

/** Adds the objects that were stored since a time in milliseconds since 1970. */
async function addChangedObjects(
  dataDir: string,
  since: number,
  addFile: (name: string) => Promise<void>,
): Promise<void> {
  for await (const name of listObjects(dataDir))
    if (changedAt(join(dataDir, name)) >= since - CLOCK_TOLERANCE_MS) await addFile(name);
}

/** Yields the stored objects. Names of unfinished ones start with a dot. */
async function* listObjects(dataDir: string): AsyncGenerator<string> {
  for await (const { path, isFolder } of walkFolder(
    join(dataDir, 'objects'),
    (name) => !name.startsWith('.'),
  ))
    if (!isFolder) yield `objects/${path}`;
}

/** Time of the last change in milliseconds since 1970, or 0 if the file does not exist any more. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
