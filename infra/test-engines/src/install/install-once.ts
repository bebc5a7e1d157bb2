import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from '../../../setup/install-lock.mjs';

/**
 * Fills a folder of the cache if it is not there yet; a folder that is there is complete. Runs that start at the same
 * time wait for each other.
 *
 * @param name holds the version, so that another version gets another folder
 * @param fill is given an empty folder, which becomes the result only when it succeeds
 * @returns the folder
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
    () => log(`Another run installs ${name}; waiting for it ...`),
    async () => {
      if (existsSync(folder)) return;
      const startedAt = Date.now();
      log(`Installing ${name} ...`);
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
