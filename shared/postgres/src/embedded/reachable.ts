import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Account } from './account.ts';

/**
 * The outermost folder on the way to `path` (and `path` itself) that the account may not enter, or null.
 * Goes by the mode bits; access lists may forbid more.
 *
 * @param path an existing folder
 */
export function closedFolder(path: string, account: Account): string | null {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => !mayEnter(folder, account)) ?? null;
}

function mayEnter(folder: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
