import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Folder with the code that runs in browsers. */
export const BROWSER_FOLDER = join(packageFolder, 'browser');

/** Folder of the bundle. Not in version control. */
export const BUNDLE_FOLDER = join(packageFolder, 'dist', 'browser');

/** Folders whose files can be part of the bundle, without packages from npm. */
const SOURCE_FOLDERS = [
  BROWSER_FOLDER,
  join(packageFolder, 'src', 'texts'),
  fileURLToPath(new URL('./', import.meta.resolve('@loci/client'))),
];

const ENTRY = /^(.+)\.(?:island\.tsx|worker\.ts)$/;

/**
 * Returns the entry points by name: `search` for a file `search.island.tsx`, which a page loads, and `layout` for a file
 * `layout.worker.ts`, which runs in a worker.
 */
export async function findEntryPoints(): Promise<Record<string, string>> {
  const files = await readdir(BROWSER_FOLDER, { recursive: true });
  return Object.fromEntries(
    files.flatMap((file) => {
      const name = ENTRY.exec(basename(file))?.[1];
      return name === undefined ? [] : [[name, join(BROWSER_FOLDER, file)]];
    }),
  );
}

/** Returns a hash of all source files, and of the lock file, which determines the versions of the packages from npm. */
export async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of SOURCE_FOLDERS) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|json)$/.test(entry.name));
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      hash
        .update(relative(packageFolder, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  hash.update(await readFile(join(packageFolder, '..', '..', 'package-lock.json')));
  return hash.digest('hex');
}
