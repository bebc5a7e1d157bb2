import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runAs } from './account.ts';
import type { Account } from './account.ts';
import { POSTGRES_MAJOR } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { folderArgument } from './folder-argument.ts';
import { serverEnvironment } from './server-environment.ts';
import { StartupError } from '@loci/core';

const PASSWORD_FILE = 'postgres-password';
const UNFINISHED = 'postgres.new-';

export const SUPERUSER = 'postgres';

/** The folder of the cluster in a DATA_DIR. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export interface NewCluster {
  dataDir: string;
  account: Account;
  binaries: Binaries;
  /** Leaves out the disk syncs; for clusters that are thrown away. */
  throwAway: boolean;
}

/**
 * The superuser's password of the cluster in `dataDir`, which is created first if it is absent. It appears under
 * its name when it is complete and synced, so a start that is killed here leaves nothing that looks like a cluster.
 *
 * @throws StartupError for a cluster of another major version, or without its password
 */
export async function ensureCluster(options: NewCluster): Promise<string> {
  const folder = clusterFolder(options.dataDir);
  const passwordPath = join(options.dataDir, PASSWORD_FILE);
  if (!existsSync(folder)) {
    for (const name of readdirSync(options.dataDir)) {
      if (name.startsWith(UNFINISHED)) rmSync(join(options.dataDir, name), { recursive: true, force: true });
    }
    const password = randomBytes(24).toString('base64url');
    writeFileSync(passwordPath, password + '\n', { mode: 0o600 });
    chmodSync(passwordPath, 0o600);
    const unfinished = join(options.dataDir, `${UNFINISHED}${process.pid}`);
    mkdirSync(unfinished, { mode: 0o700 });
    if (options.account.foreign) chownSync(unfinished, options.account.uid, options.account.gid);
    await initialize(unfinished, password, options);
    if (!options.throwAway) syncFile(passwordPath);
    renameSync(unfinished, folder);
    if (!options.throwAway) syncFile(options.dataDir);
    return password;
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(POSTGRES_MAJOR)) {
    throw new StartupError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this version of Loci runs ${POSTGRES_MAJOR}. ` +
        'Start the version of Loci that made it, or choose another DATA_DIR.',
    );
  }
  if (!existsSync(passwordPath)) {
    throw new StartupError(
      `${passwordPath} is missing. Restore it from a backup, or choose another DATA_DIR.`,
    );
  }
  return readFileSync(passwordPath, 'utf8').trim();
}

async function initialize(folder: string, password: string, options: NewCluster): Promise<void> {
  const argument = folderArgument(folder, options.account);
  try {
    // initdb opens its password file by name: a pipe that its own account made is one that it may open.
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'cat | "$@" --pwfile=/dev/stdin',
        'initdb',
        options.binaries.initdb,
        '-D',
        argument.path,
        '-U',
        SUPERUSER,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorting and letter case of the server's own, the same on every machine.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(options.throwAway ? ['--no-sync'] : []),
      ],
      {
        ...runAs(options.account),
        cwd: '/',
        env: serverEnvironment(),
        stdio: ['pipe', 'ignore', 'pipe', argument.stdio],
      },
    );
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    child.stdin!.on('error', () => {});
    child.stdin!.end(password + '\n');
    const [code, errors] = await Promise.all([exited, text(child.stderr!)]);
    if (code !== 0) {
      rmSync(folder, { recursive: true, force: true });
      if (/No space left on device/i.test(errors)) {
        throw new StartupError(
          `The disk of DATA_DIR ${options.dataDir} is full. Free some space, or choose another.`,
        );
      }
      throw new Error(`initdb failed (${code}): ${errors.trim()}`);
    }
  } finally {
    argument.close();
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
