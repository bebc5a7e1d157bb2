import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withInstallLock } from '../../../setup/install-lock.mjs';
import { print, runNpm } from '../../../setup/run-npm.mjs';

/**
 * Installs a package into `.runtime/torture` if it is missing.
 *
 * @returns folder of the package
 */
export async function installNpmServer(root: string, name: string, version: string): Promise<string> {
  const parent = join(root, '.runtime', 'torture');
  const folder = join(parent, `${name.replace('@', '').replaceAll('/', '-')}-${version}`);
  const stamp = join(folder, '.installed');
  await mkdir(folder, { recursive: true });
  await withInstallLock(
    join(parent, 'npm.lock'),
    () => print(`Another process is installing a memory server. Waiting...`),
    async () => {
      if (existsSync(stamp)) return;
      const manifest = { name: 'loci-torture-target', private: true, dependencies: { [name]: version } };
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
      await runNpm(
        folder,
        ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
        { what: `${name} ${version}`, progress: () => 'downloading' },
      );
      await writeFile(stamp, '');
    },
  );
  return join(folder, 'node_modules', name);
}
