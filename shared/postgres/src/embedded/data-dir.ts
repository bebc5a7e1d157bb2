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

/** File that marks a folder as data of Loci and contains the version of its format. */
const STAMP_FILE = 'loci-data.json';
const LOCK_FILE = 'loci.lock';
const OWNER_FILE = 'loci.pid';
const FORMAT = 1;

/** Entries that operating systems and version control create in unused folders. */
const IGNORED_ENTRIES = new Set(['lost+found', '.gitkeep', '.gitignore', '.DS_Store']);

/**
 * Locks of all claimed folders. Without this reference, the garbage collector could close the database of a lock,
 * which releases it while the folder is in use.
 */
const heldLocks = new Set<DatabaseSync>();

/** A data folder that only this process uses until `release()` is called. */
export interface ClaimedDataDir {
  /** Absolute path. */
  readonly path: string;
  /** Releases the lock. Idempotent. The operating system also releases it when the process ends. */
  release(): void;
}

/**
 * Creates the data folder if needed, locks it for this process, and removes the permissions of other users.
 * Must be called before anything is written to the folder.
 *
 * The lock is a file lock of the operating system, acquired through SQLite. The operating system releases the
 * lock when the process ends, so a crash leaves no stale lock. The lock also works between containers that
 * share a volume.
 *
 * @throws StartupError if the folder is in use, contains other data, has an unsupported format, or is not writable
 */
export function claimDataDir(dataDir: string): ClaimedDataDir {
  const path = resolve(dataDir);
  return withUserFacingErrors(path, () => {
    createFolder(path);
    checkStamp(path);
    const lock = lockFolder(path);
    try {
      if (!existsSync(join(path, STAMP_FILE))) {
        writeFileSync(join(path, STAMP_FILE), JSON.stringify({ application: 'loci', format: FORMAT }) + '\n');
      }
      writeFileSync(join(path, OWNER_FILE), `${process.pid}\n`);
      restrictPermissions(path);
    } catch (error) {
      lock.close();
      throw error;
    }
    heldLocks.add(lock);
    return {
      path,
      release() {
        if (heldLocks.delete(lock)) lock.close();
      },
    };
  });
}

/** Creates a folder and its parents without the option `recursive`, which hangs for paths in `/proc`. */
function createFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (!existsSync(dirname(path))) createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function checkStamp(path: string): void {
  const stampPath = join(path, STAMP_FILE);
  if (existsSync(stampPath)) {
    const format = parseFormat(readFileSync(stampPath, 'utf8'));
    if (format === FORMAT) return;
    throw new StartupError(
      format === undefined
        ? `The file ${STAMP_FILE} in DATA_DIR ${path} is damaged. Restore it from a backup, or choose another DATA_DIR.`
        : `DATA_DIR ${path} has the format ${format}, but this version of Loci supports format ${FORMAT}. ` +
            'Start the version of Loci that created it, or choose another DATA_DIR.',
    );
  }
  // A start that was killed before it wrote the stamp leaves only the lock file.
  const foreign = readdirSync(path).filter(
    (name) => !IGNORED_ENTRIES.has(name) && !name.startsWith(LOCK_FILE),
  );
  if (foreign.length > 0) {
    throw new StartupError(
      `DATA_DIR ${path} contains files that do not belong to Loci: ${foreign.slice(0, 3).join(', ')}. ` +
        'Choose an empty or new folder.',
    );
  }
}

function parseFormat(stamp: string): number | undefined {
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
    const owner = readOwnerPid(path);
    throw new StartupError(
      `DATA_DIR ${path} is in use by another Loci process${owner === '' ? '' : ` (pid ${owner})`}. ` +
        'Stop that process, or choose another DATA_DIR and other ports.',
      { cause: error },
    );
  }
}

function readOwnerPid(path: string): string {
  try {
    return readFileSync(join(path, OWNER_FILE), 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Removes the permissions of other users from the folder and its direct entries. Entries further below are
 * unreachable for other users, because they cannot enter these folders. The folder of PostgreSQL belongs to the
 * account of the server, which manages its permissions.
 *
 * If this process runs as root, the server runs under another account, which must be able to enter the folder.
 */
function restrictPermissions(path: string): void {
  const isRoot = process.getuid?.() === 0;
  setMode(path, isRoot ? 0o711 : 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile()) setMode(join(path, entry.name), 0o600);
    if (entry.isDirectory() && !entry.name.startsWith('postgres')) setMode(join(path, entry.name), 0o700);
  }
}

/** Sets the permissions of an entry that this user owns. */
function setMode(path: string, mode: number): void {
  const stats = statSync(path);
  const isOwner = stats.uid === (process.getuid?.() ?? stats.uid);
  if (isOwner && (stats.mode & 0o777) !== mode) chmodSync(path, mode);
}

const PROBLEMS: Record<string, string> = {
  EACCES: 'is not writable by this user. Change its owner or permissions, or choose another DATA_DIR.',
  EPERM: 'is not writable by this user. Change its owner or permissions, or choose another DATA_DIR.',
  EROFS: 'is on a read-only file system. Choose another DATA_DIR.',
  ENOSPC: 'is on a disk without free space. Free some space, or choose another DATA_DIR.',
  EDQUOT: 'exceeds the disk quota. Free some space, or choose another DATA_DIR.',
  ENOENT: 'cannot be created. Choose another DATA_DIR.',
  ENOTDIR: 'is not a folder. Choose another DATA_DIR.',
  EEXIST: 'is not a folder. Choose another DATA_DIR.',
};

/** Converts file system errors of `action` to StartupErrors. */
function withUserFacingErrors<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // SQLite reports missing permissions as "unable to open database file" or "attempt to write a readonly database".
    const problem =
      PROBLEMS[code ?? ''] ??
      (code === 'ERR_SQLITE_ERROR' && /open|readonly/.test(message) ? PROBLEMS['EACCES'] : undefined);
    if (problem === undefined) throw error;
    throw new StartupError(`DATA_DIR ${path} ${problem}`, { cause: error });
  }
}
