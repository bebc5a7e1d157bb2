import { closeSync, existsSync, openSync } from 'node:fs';
import type { Account } from './account.ts';
import { closedFolder } from './reachable.ts';
import { StartupError } from '@loci/core';

/** How a program of another account is told of a folder: its name, and the descriptor to hand over as its fd 3. */
export interface FolderArgument {
  path: string;
  /** `'ignore'` when the path says it all. */
  stdio: number | 'ignore';
  close(): void;
}

/**
 * Names a folder to a program that runs under `account`. Where a parent folder is closed to that account (root's
 * clone made by `mktemp -d`), Linux lets the program in through an open descriptor of the folder itself.
 *
 * @param folder exists and belongs to the account
 * @throws StartupError where a parent is closed and the system has no such way; names the parent
 */
export function folderArgument(folder: string, account: Account): FolderArgument {
  const closedAt = closedFolder(folder, account);
  if (closedAt === null) return { path: folder, stdio: 'ignore', close() {} };
  if (!account.foreign || !existsSync('/proc/self/fd')) {
    throw new StartupError(
      `The account ${account.uid}, which runs PostgreSQL, cannot enter ${closedAt}, which holds DATA_DIR. ` +
        `Open it (chmod 711 ${closedAt}), or choose a DATA_DIR outside of it.`,
    );
  }
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', stdio: descriptor, close: () => closeSync(descriptor) };
}
