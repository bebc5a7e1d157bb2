import { readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';

/** File that is read for an import. */
export interface FoundFile {
  path: string;
  /** Path relative to the imported folder with `/`, or the file name if a file is imported. */
  name: string;
}

/**
 * Lists the files with an extension in a folder and its subfolders. Skips hidden files and folders, such as `.obsidian`
 * and `.trash`. For a file, returns only this file.
 *
 * @param root path of the folder or file
 * @param extension such as `.md`
 */
export async function* listFiles(root: string, extension: string): AsyncGenerator<FoundFile> {
  if ((await stat(root)).isFile()) {
    yield { path: root, name: basename(root) };
    return;
  }
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    // The order must not depend on the file system, so that repeated imports read the same sequence.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const name = join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) pending.push(name);
      else if (entry.isFile() && entry.name.toLowerCase().endsWith(extension))
        yield { path: join(root, name), name: name.split(sep).join('/') };
    }
  }
}
