import { readFile, rm } from 'node:fs/promises';
import type { Machine } from '../loci/credentials/config-folder.ts';
import type { Assistant, ConfigFile, Setup } from './assistant.ts';
import { BACKUP_SUFFIX, changeFile } from './change-file.ts';
import type { FileChange } from './change-file.ts';

/** Writes the settings of Loci to the files of an assistant. All files are checked before the first one is changed. */
export async function connectAssistant(
  assistant: Assistant,
  machine: Machine,
  setup: Setup,
  isDryRun: boolean,
): Promise<FileChange[]> {
  return changeAll(assistant.files(machine), isDryRun, (file, dryRun) =>
    changeFile(file.path, (before) => file.connect(before, setup), {
      isDryRun: dryRun,
      // The content already has settings of Loci, so the existing backup is older and does not have them.
      keepsBackup: (before) => file.disconnect(before) !== before,
    }),
  );
}

/**
 * Removes the settings of Loci from the files of an assistant. A file that only `connect` has changed gets the bytes of its
 * backup, and a file that `connect` has created is deleted.
 *
 * @param setup settings that `connect` would write now
 */
export async function disconnectAssistant(
  assistant: Assistant,
  machine: Machine,
  setup: Setup,
  isDryRun: boolean,
): Promise<FileChange[]> {
  return changeAll(assistant.files(machine), isDryRun, async (file, dryRun) => {
    const change = await changeFile(file.path, (before, backup) => withoutLoci(file, setup, before, backup), {
      isDryRun: dryRun,
      keepsBackup: () => true,
      deletes: (before, backup) => backup === undefined && isOnlyLoci(file, before),
    });
    if (!dryRun && change.kind === 'changed') await removeBackup(change);
    return change;
  });
}

function withoutLoci(file: ConfigFile, setup: Setup, before: string, backup: string | undefined): string {
  const removed = file.disconnect(before);
  if (removed === before || backup === undefined) return removed;
  return connectsTo(file, setup, backup, before) ? backup : removed;
}

function connectsTo(file: ConfigFile, setup: Setup, backup: string, expected: string): boolean {
  try {
    return file.connect(backup, setup) === expected;
  } catch {
    return false;
  }
}

/** Returns whether nothing remains without the settings of Loci, so `connect` has created the file. */
function isOnlyLoci(file: ConfigFile, text: string): boolean {
  const removed = file.disconnect(text);
  return removed !== text && ['', '{}'].includes(removed.replaceAll(/\s/gu, ''));
}

/** The backup is not needed any more if the file has its content. */
async function removeBackup({ path, after }: FileChange): Promise<void> {
  const backupPath = `${path}${BACKUP_SUFFIX}`;
  const backup = await readFile(backupPath, 'utf8').catch(() => undefined);
  if (backup === after) await rm(backupPath, { force: true });
}

async function changeAll(
  files: readonly ConfigFile[],
  isDryRun: boolean,
  change: (file: ConfigFile, isDryRun: boolean) => Promise<FileChange>,
): Promise<FileChange[]> {
  const planned: FileChange[] = [];
  for (const file of files) planned.push(await change(file, true));
  if (isDryRun) return planned;
  const changes: FileChange[] = [];
  for (const file of files) changes.push(await change(file, false));
  return changes;
}
