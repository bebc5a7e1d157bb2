/**
 * Installs what package.json beside this file names, once: 150 MB that nobody needs who only runs the platform, so it
 * is no part of the workspace. Plain JavaScript, as prepare.mjs, and run after it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInstallLock } from '../setup/install-lock.mjs';
import { runNpm, say } from '../setup/run-npm.mjs';
import { StartError } from '../setup/start-error.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const stamp = join(folder, 'node_modules', '.loci-installed');
const lockHash = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');
const areInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash;

try {
  await withInstallLock(
    join(folder, '..', '..', '.runtime', 'conformance.lock'),
    () => say('Another run is installing; waiting for it ...'),
    async () => {
      if (areInstalled()) return;
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
  say(error.message);
  process.exitCode = 1;
}
