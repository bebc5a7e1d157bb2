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
import { StartupError } from '@loci/core';
import { createFolderArgument } from './folder-argument.ts';
import { POSTGRES_MAJOR } from './postgres-binaries.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { runAs } from './server-account.ts';
import type { ServerAccount } from './server-account.ts';
import { serverEnvironment } from './server-environment.ts';

export const PASSWORD_FILE = 'postgres-password';
/** Prefix of a cluster folder that is still being created. */
const UNFINISHED_PREFIX = 'postgres.new-';

export const SUPERUSER = 'postgres';

/** Returns the folder of the cluster in a data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export interface ClusterOptions {
  dataDir: string;
  account: ServerAccount;
  binaries: PostgresBinaries;
  /** True to skip syncs to disk, for tests. */
  ephemeral: boolean;
}

/**
 * Creates the cluster if it does not exist. A new cluster gets its final name after it was completed and synced to disk,
 * so an interrupted creation leaves no partial cluster.
 *
 * @returns the password of the superuser
 * @throws StartupError if the cluster has another major version, or its password file is missing
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const folder = clusterFolder(options.dataDir);
  const passwordPath = join(options.dataDir, PASSWORD_FILE);
  if (!existsSync(folder)) {
    for (const name of readdirSync(options.dataDir)) {
      if (name.startsWith(UNFINISHED_PREFIX))
        rmSync(join(options.dataDir, name), { recursive: true, force: true });
    }
    const password = randomBytes(24).toString('base64url');
    writeFileSync(passwordPath, password + '\n', { mode: 0o600 });
    chmodSync(passwordPath, 0o600);
    const unfinished = join(options.dataDir, `${UNFINISHED_PREFIX}${process.pid}`);
    mkdirSync(unfinished, { mode: 0o700 });
    if (options.account.isForeign) chownSync(unfinished, options.account.uid, options.account.gid);
    await runInitdb(unfinished, password, options);
    if (!options.ephemeral) syncFile(passwordPath);
    renameSync(unfinished, folder);
    if (!options.ephemeral) syncFile(options.dataDir);
    return password;
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(POSTGRES_MAJOR)) {
    throw new StartupError(
      `The database in ${folder} was created by PostgreSQL ${version}, but this version of Loci uses PostgreSQL ` +
        `${POSTGRES_MAJOR}. Start the version of Loci that created it, or choose another DATA_DIR.`,
    );
  }
  if (!existsSync(passwordPath)) {
    throw new StartupError(
      `The password file ${passwordPath} is missing. Restore it from a backup, or choose another DATA_DIR.`,
    );
  }
  return readFileSync(passwordPath, 'utf8').trim();
}

async function runInitdb(folder: string, password: string, options: ClusterOptions): Promise<void> {
  const folderArgument = createFolderArgument(folder, options.account);
  try {
    // initdb opens its password file by name. It can open a pipe only if its own account created the pipe, as
    // here.
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'cat | "$@" --pwfile=/dev/stdin',
        'initdb',
        options.binaries.initdb,
        '-D',
        folderArgument.path,
        '-U',
        SUPERUSER,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // With the built-in locale provider, sorting and case conversion are identical on every machine.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(options.ephemeral ? ['--no-sync'] : []),
      ],
      {
        ...runAs(options.account),
        cwd: '/',
        env: serverEnvironment(),
        stdio: ['pipe', 'ignore', 'pipe', folderArgument.stdio],
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
          `The disk of DATA_DIR ${options.dataDir} is full. Free some space, or choose another DATA_DIR.`,
        );
      }
      throw new Error(`initdb failed with exit code ${code}: ${errors.trim()}`);
    }
  } finally {
    folderArgument.close();
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
