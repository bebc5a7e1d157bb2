import { closeSync, existsSync, openSync } from 'node:fs';
import { StartupError } from '@loci/core';
import { findInaccessibleFolder } from './folder-access.ts';
import type { ServerAccount } from './server-account.ts';

/** Folder argument of a child process, which consists of a path and of a descriptor to inherit as fd 3. */
export interface FolderArgument {
  path: string;
  /**
   * Descriptor for the option `stdio` of the child process, or `'ignore'` if the path needs no descriptor.
   */
  stdio: number | 'ignore';
  /** Closes the descriptor in this process. */
  close(): void;
}

/**
 * Returns an argument with which a program of `account` can open the folder. If the account cannot access a
 * parent folder, for example a folder that root created with `mktemp -d`, the argument is an open descriptor.
 * Linux does not check the parent folders of an open descriptor.
 *
 * @param folder an existing folder of the account
 * @throws StartupError if a parent is inaccessible and the system has no `/proc/self/fd`
 */
export function createFolderArgument(folder: string, account: ServerAccount): FolderArgument {
  const inaccessible = findInaccessibleFolder(folder, account);
  if (inaccessible === null) return { path: folder, stdio: 'ignore', close() {} };
  if (!account.isForeign || !existsSync('/proc/self/fd')) {
    throw new StartupError(
      `PostgreSQL runs with uid ${account.uid}. ` +
        `This user cannot access ${inaccessible}, which contains DATA_DIR. ` +
        `Run chmod 711 ${inaccessible}, or choose a DATA_DIR outside of it.`,
    );
  }
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', stdio: descriptor, close: () => closeSync(descriptor) };
}
