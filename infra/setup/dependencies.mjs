import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run-npm.mjs';

/** Returns true if `node_modules` matches the lock file. */
export function dependenciesAreInstalled(root) {
  try {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    if (readIfExists(stampPath(root)) === hashOf(lock)) return true;
    // A manual `npm install` does not update the stamp, but it updates npm's own list of installed packages.
    const list = readIfExists(join(root, 'node_modules', '.package-lock.json'));
    return list !== undefined && matches(JSON.parse(lock).packages, JSON.parse(list).packages);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Installs the packages of the lock file. Install scripts are not needed and not run. Uses `npm install` instead of
 * `npm ci` because `npm ci` deletes `node_modules` first, which would break a platform that runs from the same clone.
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

function matches(wanted, present) {
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

function readIfExists(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
