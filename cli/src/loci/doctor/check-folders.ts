import { readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configFolder, stateFolder } from '../credentials/config-folder.ts';
import type { Machine } from '../credentials/config-folder.ts';
import { fail, ok, skip, warn } from './check.ts';
import type { CheckResult } from './check.ts';

const LOW_SPACE_BYTES = 1_000_000_000;
const NO_SPACE_BYTES = 100_000_000;

/** Checks that only the user can read the credentials. */
export async function checkCredentialsFile(machine: Machine): Promise<CheckResult> {
  const name = 'credentials';
  const folder = configFolder(machine);
  const file = join(folder, 'profiles.json');
  const stats = await statOrUndefined(file);
  if (stats === undefined) return skip(name, `${file} does not exist.`);
  if (machine.platform === 'win32') return ok(name, `${file} exists.`);
  const folderStats = await stat(folder);
  if ((stats.mode & 0o077) !== 0)
    return fail(
      name,
      `Other users can access ${file}.`,
      `Run \`chmod 600 ${file}\`, and sign in again with \`loci login\` if others use this machine.`,
    );
  if ((folderStats.mode & 0o022) !== 0)
    return fail(name, `Other users can change ${folder}.`, `Run \`chmod 700 ${folder}\`.`);
  return ok(name, `Only you can access ${file}.`);
}

/** Checks that the command can write its folders. */
export async function checkFolders(machine: Machine): Promise<CheckResult> {
  const folders = [configFolder(machine), stateFolder(machine)];
  for (const folder of folders) {
    const existing = await existingParent(folder);
    const isWritable = await access(existing, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable)
      return fail(
        'folders',
        `${existing} is not writable.`,
        `Change the owner or the permissions of ${existing}.`,
      );
  }
  return ok('folders', `${folders.join(' and ')} are writable.`);
}

/** Checks the free space of the disk with a folder. */
export async function checkDisk(folder: string): Promise<CheckResult> {
  const existing = await existingParent(folder);
  const { bavail, bsize } = await statfs(existing);
  return describeSpace(existing, bavail * bsize);
}

/** Describes free space in bytes. */
export function describeSpace(folder: string, bytes: number): CheckResult {
  const message = `${(bytes / 1e9).toFixed(1)} GB are free on the disk of ${folder}.`;
  if (bytes < NO_SPACE_BYTES)
    return fail('disk', message, 'Free some space. Writes fail when the disk is full.');
  if (bytes < LOW_SPACE_BYTES) return warn('disk', message, 'Free some space soon.');
  return ok('disk', message);
}

/** Checks the data folder of a standalone platform on this machine, without a connection to it. */
export async function checkDataFolder(dataDir: string, platform: NodeJS.Platform): Promise<CheckResult[]> {
  const stats = await statOrUndefined(dataDir);
  if (stats === undefined || (await statOrUndefined(join(dataDir, 'loci-data.json'))) === undefined)
    return [skip('data', `${dataDir} is not a data folder, so there is no standalone platform to check.`)];
  const results = [checkDataPermissions(dataDir, stats, platform)];
  const version = readOrUndefined(join(dataDir, 'postgres', 'PG_VERSION'))?.trim();
  if (version === undefined)
    results.push(
      fail(
        'database',
        `${dataDir} has no readable database.`,
        'Run the command as the user that runs the platform, or restore a backup with `loci restore`.',
      ),
    );
  else {
    const pid = Number(readOrUndefined(join(dataDir, 'postgres', 'postmaster.pid'))?.split('\n')[0] ?? NaN);
    const state = isRunning(pid) ? `runs with pid ${pid}` : 'does not run';
    results.push(ok('database', `The database in ${dataDir} is PostgreSQL ${version} and ${state}.`));
  }
  return results;
}

function checkDataPermissions(dataDir: string, { mode }: Stats, platform: NodeJS.Platform): CheckResult {
  // A platform that root starts lets the account of PostgreSQL enter the folder.
  if (platform !== 'win32' && (mode & 0o066) !== 0)
    return fail(
      'data',
      `Other users can read ${dataDir}.`,
      `Run \`chmod 700 ${dataDir}\`, or restart the platform, which removes these permissions.`,
    );
  return ok('data', `${dataDir} is the data folder of a standalone platform.`);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const statOrUndefined = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

async function existingParent(folder: string): Promise<string> {
  let current = folder;
  while ((await statOrUndefined(current)) === undefined && dirname(current) !== current)
    current = dirname(current);
  return current;
}
