import { opendir } from 'node:fs/promises';
import type { Dir } from 'node:fs';
import { join } from 'node:path';

/** File or folder below a folder. */
export interface FolderEntry {
  /** Path relative to the folder, with slashes. */
  path: string;
  isFolder: boolean;
}

/** Yields all files and folders below a folder, except those that disappear meanwhile. A folder precedes its content. */
export async function* walkFolder(
  root: string,
  include: (path: string) => boolean = () => true,
  prefix = '',
): AsyncGenerator<FolderEntry> {
  const folder = await openExisting(join(root, prefix));
  if (folder === undefined) return;
  for await (const entry of folder) {
    const path = prefix + entry.name;
    if (!include(path) || !(entry.isFile() || entry.isDirectory())) continue;
    yield { path, isFolder: entry.isDirectory() };
    if (entry.isDirectory()) yield* walkFolder(root, include, `${path}/`);
  }
}

async function openExisting(path: string): Promise<Dir | undefined> {
  try {
    return await opendir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
