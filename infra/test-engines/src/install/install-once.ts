import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from '../../../setup/install-lock.mjs';

/**
 * Creates and fills a folder of the cache unless it exists. Concurrent runs wait for each other.
 *
 * @param name name of the folder, including the version
 * @param fill fills an empty temporary folder, which is renamed if this succeeds
 * @returns path of the folder
 */
export async function installOnce(
  cacheDir: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheDir, name);
  if (existsSync(folder)) return folder;
  const log = (line: string) => process.stderr.write(`${line}\n`);
  mkdirSync(cacheDir, { recursive: true });
  await withInstallLock(
    `${folder}.lock`,
    () => log(`Another process is installing ${name}. Waiting...`),
    async () => {
      if (existsSync(folder)) return;
      const startedAt = Date.now();
      log(`Installing ${name}...`);
      const unfinished = `${folder}.unfinished`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished, { recursive: true });
      await fill(unfinished);
      renameSync(unfinished, folder);
      log(`Installed ${name} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
    },
  );
  return folder;
}
