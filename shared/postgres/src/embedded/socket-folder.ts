import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findInaccessibleFolder } from './folder-access.ts';
import type { ServerAccount } from './server-account.ts';

const PREFIX = 'loci-pgsocket-';
const SOCKET_FILE = '.s.PGSQL.65535';
/** Maximum length of the path of a Unix socket on macOS. Linux allows 107 bytes. */
const MAX_PATH_BYTES = 103;

/**
 * Creates a folder for the Unix socket of the server, which only the account of the server and root can enter.
 * Statements over a Unix socket need less CPU than over TCP.
 *
 * @param parent defaults to the folder for temporary files
 * @returns null if the path would be too long for a socket, or the account cannot enter `parent`
 */
export function createSocketFolder(account: ServerAccount, parent: string = tmpdir()): string | null {
  const longestPath = join(parent, `${PREFIX}XXXXXX`, SOCKET_FILE);
  if (Buffer.byteLength(longestPath) > MAX_PATH_BYTES) return null;
  if (findInaccessibleFolder(parent, account) !== null) return null;
  const folder = mkdtempSync(join(parent, PREFIX));
  if (account.isForeign) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Deletes the socket and lock files of a killed server, because PostgreSQL refuses to start if it finds them. */
export function clearSocketFolder(folder: string): void {
  for (const file of readdirSync(folder)) rmSync(join(folder, file), { force: true });
}

/** Deletes the folder. Idempotent. Ignores folders that `createSocketFolder` did not create. */
export function removeSocketFolder(folder: string): void {
  if (!basename(folder).startsWith(PREFIX)) return;
  rmSync(folder, { recursive: true, force: true });
}
