import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How far a migration is; it goes on from there when it was broken off. */
export interface Progress {
  /** Where it goes: another target is another migration. */
  target: string;
  /** By `schema.table`: the key of the last row that was copied, or that all were. */
  tables: Record<string, { after: unknown[]; done: boolean }>;
  /** By tenant: the key of the last object. */
  objects: Record<string, { after: string; done: boolean }>;
}

const FILE = 'migration-progress.json';

/** Null when nothing was begun in this data folder. */
export function readProgress(dataDir: string): Progress | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Progress;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function saveProgress(dataDir: string, progress: Progress): void {
  const path = join(dataDir, FILE);
  // A crash in the middle leaves the former file whole.
  writeFileSync(`${path}.new`, JSON.stringify(progress), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
