/**
 * Installs the dependencies of this folder's package.json (150 MB) if they are missing or outdated. The
 * folder is not part of the npm workspace, so that a normal installation skips them. This script is
 * JavaScript, because it runs on the system's Node.js, which may not support TypeScript.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInstallLock } from '../setup/install-lock.mjs';
import { print, runNpm } from '../setup/run-npm.mjs';
import { StartError } from '../setup/start-error.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const stamp = join(folder, 'node_modules', '.loci-installed');
const lockHash = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash;

try {
  await withInstallLock(
    join(folder, '..', '..', '.runtime', 'conformance.lock'),
    () => print('Another process is installing the conformance suite and clients. Waiting...'),
    async () => {
      if (isInstalled()) return;
      await runNpm(
        folder,
        ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
        { what: 'the conformance suite and clients (150 MB, once)', progress: () => 'downloading' },
      );
      writeFileSync(stamp, lockHash);
    },
  );
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  print(error.message);
  process.exitCode = 1;
}
