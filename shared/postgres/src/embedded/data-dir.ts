import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '@loci/core';

const STAMP_FILE = 'loci-data.json';
const LOCK_FILE = 'loci.lock';
const OWNER_FILE = 'loci.pid';
const FORMAT = 1;

/** Left by the system or by a version control in a folder that nobody uses yet. */
const HARMLESS = new Set(['lost+found', '.gitkeep', '.gitignore', '.DS_Store']);

/** A DATA_DIR that belongs to this process alone until `release()`. */
export interface ClaimedDataDir {
  /** Absolute. */
  readonly path: string;
  /** Frees the folder for another process. Harmless when repeated; the end of the process does it as well. */
  release(): void;
}

/**
 * Makes the folder if it is absent and claims it for this process. Call it before anything is written there.
 * Nothing needs cleaning after a kill -9: the claim is a lock of the operating system, held through SQLite, so it
 * ends with the process, it cannot be mistaken for a reused process id, and it holds between containers that
 * share a volume.
 *
 * @throws StartupError when the folder is in use, is not ours, is from a newer version, or cannot be written
 */
export function claimDataDir(dataDir: string): ClaimedDataDir {
  const path = resolve(dataDir);
  return explained(path, () => {
    makeFolder(path);
    checkStamp(path);
    const lock = lockFolder(path);
    try {
      if (!existsSync(join(path, STAMP_FILE))) {
        writeFileSync(join(path, STAMP_FILE), JSON.stringify({ application: 'loci', format: FORMAT }) + '\n');
      }
      writeFileSync(join(path, OWNER_FILE), `${process.pid}\n`);
      openToServer(path);
    } catch (error) {
      lock.close();
      throw error;
    }
    return {
      path,
      release() {
        if (lock.isOpen) lock.close();
      },
    };
  });
}

/** Not `mkdirSync`'s own `recursive`: where nothing can be made (`/proc`) that never returns. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path);
}

function checkStamp(path: string): void {
  const stampPath = join(path, STAMP_FILE);
  if (existsSync(stampPath)) {
    const format = formatOf(readFileSync(stampPath, 'utf8'));
    if (format === FORMAT) return;
    throw new StartupError(
      format === undefined
        ? `DATA_DIR ${path} has a damaged ${STAMP_FILE}. Restore that file from a backup, or choose another DATA_DIR.`
        : `DATA_DIR ${path} has the format ${format}, and this version of Loci reads ${FORMAT}. ` +
            'Start the version of Loci that made it, or choose another DATA_DIR.',
    );
  }
  // A start that was killed before its stamp leaves the lock file only.
  const foreign = readdirSync(path).filter((name) => !HARMLESS.has(name) && !name.startsWith(LOCK_FILE));
  if (foreign.length > 0) {
    throw new StartupError(
      `DATA_DIR ${path} is not empty and was not made by Loci (it holds ${foreign.slice(0, 3).join(', ')}). ` +
        'Choose an empty or a new folder.',
    );
  }
}

function formatOf(stamp: string): number | undefined {
  try {
    const format: unknown = (JSON.parse(stamp) as { format?: unknown } | null)?.format;
    return typeof format === 'number' ? format : undefined;
  } catch {
    return undefined;
  }
}

function lockFolder(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    const owner = ownerOf(path);
    throw new StartupError(
      `DATA_DIR ${path} is in use by another Loci${owner === '' ? '' : ` (process ${owner})`}. ` +
        'Stop that one first, or start this one with another DATA_DIR (and other ports).',
      { cause: error },
    );
  }
}

function ownerOf(path: string): string {
  try {
    return readFileSync(join(path, OWNER_FILE), 'utf8').trim();
  } catch {
    return '';
  }
}

/** As root the database runs under another account, which has to pass through this folder to reach its own. */
function openToServer(path: string): void {
  if (process.getuid?.() !== 0) return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o711) !== 0o711) chmodSync(path, mode | 0o711);
}

const EXPLANATIONS: Record<string, string> = {
  EACCES: 'this user may not write there. Give it to this user, or choose another DATA_DIR',
  EPERM: 'this user may not write there. Give it to this user, or choose another DATA_DIR',
  EROFS: 'its file system is read-only. Choose another DATA_DIR',
  ENOSPC: 'the disk is full. Free some space, or choose another DATA_DIR',
  EDQUOT: 'the disk quota is used up. Free some space, or choose another DATA_DIR',
  ENOENT: 'it cannot be made there. Choose another DATA_DIR',
  ENOTDIR: 'it is not a folder. Choose another DATA_DIR',
  EEXIST: 'it is not a folder. Choose another DATA_DIR',
};

function explained<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // SQLite says "unable to open database file" and "attempt to write a readonly database" for the same things.
    const explanation =
      EXPLANATIONS[code ?? ''] ??
      (code === 'ERR_SQLITE_ERROR' && /open|readonly/.test(message) ? EXPLANATIONS['EACCES'] : undefined);
    if (explanation === undefined) throw error;
    throw new StartupError(`DATA_DIR ${path} cannot be used: ${explanation}.`, { cause: error });
  }
}
