import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServerAccount } from './server-account.ts';

/**
 * Returns the outermost folder on `path`, including `path`, that the account cannot enter. Returns null if
 * the account can enter all folders. Checks the mode bits only, not access control lists.
 *
 * @param path an existing folder
 */
export function findInaccessibleFolder(path: string, account: ServerAccount): string | null {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => !canEnter(folder, account)) ?? null;
}

function canEnter(folder: string, account: ServerAccount): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
