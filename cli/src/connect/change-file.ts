import { mkdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomically } from '../loci/files/write-atomically.ts';
import { ConfigError } from './config-files/config-error.ts';

/** Largest configuration file. Claude Code stores its history in its file, which can have several megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Attempts to change a file that another program changes at the same time. */
const MAX_ATTEMPTS = 3;
export const BACKUP_SUFFIX = '.loci-backup';

export interface FileChange {
  /** Path after symbolic links are resolved. */
  path: string;
  kind: 'created' | 'changed' | 'deleted' | 'unchanged';
  before: string;
  after: string;
  /** Copy of the content before the change, if the command created one. */
  backup: string | null;
}

export interface ChangeOptions {
  /** Only determines the change. */
  isDryRun: boolean;
  /** True to keep an existing backup, because it has the content before the first change. */
  keepsBackup?: (before: string) => boolean;
  /** Returns true if the file must be deleted instead of being written. */
  deletes?: (before: string, backup: string | undefined) => boolean;
}

/**
 * Changes a file atomically. Keeps its mode, follows symbolic links, and writes a backup next to it. A new file is readable
 * only by its owner. If another program changes the file at the same time, the change is computed again.
 *
 * @param compute returns the new content. `before` is empty if the file does not exist.
 * @throws ConfigError if the file cannot be read or written
 */
export async function changeFile(
  path: string,
  compute: (before: string, backup: string | undefined) => string,
  { isDryRun, keepsBackup = () => false, deletes = () => false }: ChangeOptions,
): Promise<FileChange> {
  try {
    const target = await realpath(path).catch(() => path);
    const backupPath = `${target}${BACKUP_SUFFIX}`;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = await readText(target);
      const content = before ?? '';
      const backup = await readText(backupPath);
      const after = compute(content, backup);
      const change = { path: target, before: content, after, backup: null };
      if (after === content) return { ...change, kind: 'unchanged' };
      const isDeletion = deletes(content, backup);
      const kind = isDeletion ? 'deleted' : before === undefined ? 'created' : 'changed';
      if (isDryRun) return { ...change, kind, after: isDeletion ? '' : after };
      const hasBackup = backup !== undefined && keepsBackup(content);
      const createsBackup = before !== undefined && !isDeletion && !hasBackup;
      if (!(await replace(target, before, isDeletion ? undefined : after, createsBackup))) continue;
      return { ...change, kind, backup: createsBackup ? backupPath : null };
    }
    throw new ConfigError(`${path} changes all the time. Quit the assistant, and run the command again.`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof ConfigError || code === undefined) throw error;
    throw new ConfigError(`${path} cannot be changed: ${message}. Check its permissions.`);
  }
}

async function readText(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MAX_BYTES)
    throw new ConfigError(`${path} is not a file of at most 64 MiB. Check the path.`);
  const bytes = await readFile(path);
  const text = bytes.toString('utf8');
  // Otherwise, writing the text back would replace the invalid bytes.
  if (!Buffer.from(text).equals(bytes))
    throw new ConfigError(`${path} is not UTF-8. Convert the file to UTF-8.`);
  return text;
}

/** Writes or deletes the file. Returns false if it has another content than `before`. */
async function replace(
  path: string,
  before: string | undefined,
  after: string | undefined,
  createsBackup: boolean,
): Promise<boolean> {
  const mode = before === undefined ? 0o600 : (await stat(path)).mode & 0o777;
  await mkdir(dirname(path), { recursive: true });
  if (createsBackup) await writeAtomically(`${path}${BACKUP_SUFFIX}`, before ?? '', { mode });
  const isUnchanged = async (): Promise<boolean> => (await readText(path)) === before;
  if (after !== undefined) return writeAtomically(path, after, { mode, isAllowed: isUnchanged });
  if (!(await isUnchanged())) return false;
  await rm(path, { force: true });
  return true;
}
