import { createWriteStream } from 'node:fs';
import { chown, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { chooseServerAccount, POSTGRES_MAJOR } from '@loci/postgres/embedded';
import { BackupError } from './backup-error.ts';
import type { BackupSize, Manifest } from './backup-format.ts';
import { readArchive } from './read-archive.ts';
import type { BackupConsumer } from './read-archive.ts';

export interface RestoreBackupOptions {
  /** File that `createBackup` wrote. */
  source: string;
  /** New or empty folder. */
  dataDir: string;
  passphrase?: string | undefined;
  /** Receives the number of files so far. */
  onProgress?: ((files: number) => void) | undefined;
}

/** Folder for the files until all of them are verified. Loci does not start on a data folder that contains it. */
const STAGING = '.restoring';
/** Without this file, Loci does not start on the folder, so it is moved last. */
const STAMP_FILE = 'loci-data.json';
/** Entries that operating systems create in unused folders. */
const IGNORED = new Set(['lost+found', '.DS_Store']);

/**
 * Restores a backup into an empty data folder. The platform rebuilds the search indexes at its next start.
 *
 * @throws BackupError if the folder is not empty, the passphrase is wrong, or the backup is damaged
 * @see docs/recovery.md#restore-the-standalone-platform
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<BackupSize> {
  const { source, dataDir, passphrase } = options;
  const existed = (await readdir(dataDir).catch(emptyIfMissing)) !== undefined;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const entries = (await readdir(dataDir)).filter((name) => !IGNORED.has(name));
  if (entries.length > 0)
    throw new BackupError(
      `${dataDir} is not empty: it contains ${entries.slice(0, 3).join(', ')}. Choose a new or empty folder.`,
    );
  const staging = join(dataDir, STAGING);
  await mkdir(staging, { mode: 0o700 });
  try {
    const size = await readArchive(source, passphrase, new RestoringConsumer(staging, options.onProgress));
    await moveEntries(staging, dataDir);
    return size;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existed) await rmdir(dataDir).catch(() => undefined);
    throw error;
  }
}

class RestoringConsumer implements BackupConsumer {
  readonly #staging: string;
  readonly #onProgress: RestoreBackupOptions['onProgress'];
  readonly #account: ReturnType<typeof chooseServerAccount>;
  readonly #folders = new Set<string>();
  #files = 0;

  constructor(staging: string, onProgress: RestoreBackupOptions['onProgress']) {
    this.#staging = staging;
    this.#onProgress = onProgress;
    this.#account = chooseServerAccount(join(staging, 'postgres'));
  }

  onManifest({ loci, postgres }: Manifest): void {
    if (postgres === POSTGRES_MAJOR) return;
    throw new BackupError(
      `The backup contains a database of PostgreSQL ${postgres}, but this version of Loci uses PostgreSQL ` +
        `${POSTGRES_MAJOR}. Restore it with Loci ${loci}.`,
    );
  }

  async onFolder(path: string): Promise<void> {
    if (path === '.' || this.#folders.has(path)) return;
    await this.onFolder(dirname(path));
    await mkdir(join(this.#staging, path), { recursive: true, mode: 0o700 });
    await this.#own(path);
    // The set saves a call for each file. An object store can have many folders.
    if (this.#folders.size < 10_000) this.#folders.add(path);
  }

  async onFile(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    await this.onFolder(dirname(path));
    const file = createWriteStream(join(this.#staging, path), { mode: 0o600, flush: true });
    await pipeline(content, file);
    await this.#own(path);
    this.#onProgress?.((this.#files += 1));
  }

  /** PostgreSQL runs under another account if this process runs as root. */
  async #own(path: string): Promise<void> {
    const { isForeign, uid, gid } = this.#account;
    if (isForeign && /^postgres(\/|$)/.test(path)) await chown(join(this.#staging, path), uid, gid);
  }
}

async function moveEntries(staging: string, dataDir: string): Promise<void> {
  const names = (await readdir(staging)).filter((name) => name !== STAMP_FILE);
  for (const name of names) await rename(join(staging, name), join(dataDir, name));
  await syncFolder(dataDir);
  await rename(join(staging, STAMP_FILE), join(dataDir, STAMP_FILE));
  await rmdir(staging);
  await syncFolder(dataDir);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
