import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run-npm.mjs';

/** True when `node_modules` is what the lock file says. */
export function dependenciesAreInstalled(root) {
  try {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    if (readIfThere(stampPath(root)) === hashOf(lock)) return true;
    // Installed by hand: npm keeps a list of what it put there.
    const list = readIfThere(join(root, 'node_modules', '.package-lock.json'));
    return list !== undefined && agrees(JSON.parse(lock).packages, JSON.parse(list).packages);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Puts the lock file's packages into `node_modules`, and leaves the lock file as it is. No package's install script is
 * run, and none is needed. Not `npm ci`: that refuses a lock file that lacks an optional package of some other
 * platform, and registries do not always have all of those.
 */
export async function installDependencies(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const folders = Object.keys(JSON.parse(lock).packages).filter((path) => path.startsWith('node_modules/'));
  await runNpm(
    root,
    [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    {
      what: `the dependencies (${folders.length} packages, once)`,
      progress: () =>
        `${folders.filter((path) => existsSync(join(root, path, 'package.json'))).length} packages`,
    },
  );
  writeFileSync(stampPath(root), hashOf(lock));
}

function agrees(wanted, present) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = present[path];
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return entry.link === true ? found.link === true : found.version === entry.version;
  });
}

function stampPath(root) {
  return join(root, 'node_modules', '.loci-installed');
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
