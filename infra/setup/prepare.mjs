/**
 * Prepares a fresh clone with Node.js 20 and npm: installs the dependencies, and Node.js 24 as
 * `.runtime/node`. The scripts in package.json first run this script and then `exec` `.runtime/node`, which
 * therefore receives signals directly. If everything is installed, this script takes 50 ms, writes nothing
 * and needs no network.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependenciesAreInstalled, installDependencies } from './dependencies.mjs';
import { withInstallLock } from './install-lock.mjs';
import { linkNodeRuntime, nodeRuntimeIsLinked } from './node-runtime.mjs';
import { print } from './run-npm.mjs';
import { StartError } from './start-error.mjs';

const WRITE_PROBLEMS = {
  EACCES: 'the folder is not writable for this user',
  EPERM: 'the folder is not writable for this user',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
};

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const isReady = () => dependenciesAreInstalled(root) && nodeRuntimeIsLinked(root);

try {
  if (!isReady()) {
    mkdirSync(join(root, '.runtime'), { recursive: true });
    await withInstallLock(
      join(root, '.runtime', 'install.lock'),
      () => print('Another process is installing the dependencies. Waiting...'),
      async () => {
        if (!nodeRuntimeIsLinked(root)) await linkNodeRuntime(root);
        if (!dependenciesAreInstalled(root)) await installDependencies(root);
      },
    );
  }
} catch (error) {
  const problem = WRITE_PROBLEMS[error.code];
  if (problem === undefined && !(error instanceof StartError)) throw error;
  print(problem === undefined ? error.message : `Loci cannot be installed in ${root}: ${problem}.`);
  process.exitCode = 1;
}
