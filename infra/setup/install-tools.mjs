/**
 * Installs the tools of a folder, which are the dependencies of its package.json, if they are missing or outdated. Such
 * folders are not part of the npm workspace, so that a normal installation skips them. This script is JavaScript, because
 * it runs on the system's Node.js, which may not support TypeScript.
 *
 * Usage: node infra/setup/install-tools.mjs <folder> <description>
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInstallLock } from './install-lock.mjs';
import { print, runNpm } from './run-npm.mjs';
import { StartError } from './start-error.mjs';

const [name, description] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, name);
const stamp = join(folder, 'node_modules', '.loci-installed');
const lockHash = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash;

try {
  await withInstallLock(
    join(root, '.runtime', `${basename(folder)}.lock`),
    () => print(`Another process is installing ${description}. Waiting...`),
    async () => {
      if (isInstalled()) return;
      await runNpm(
        folder,
        ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
        { what: `${description} (once)`, progress: () => 'downloading' },
      );
      writeFileSync(stamp, lockHash);
    },
  );
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  print(error.message);
  process.exitCode = 1;
}
