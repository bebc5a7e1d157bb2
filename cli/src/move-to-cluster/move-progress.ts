import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Position of an interrupted move, from which the next run resumes. */
export interface MoveProgress {
  /** Identifies the target database and bucket. The progress does not apply to another target. */
  target: string;
  /** Primary key of the last copied row, by `schema.table`. */
  tables: Record<string, { after: unknown[]; done: boolean }>;
  /** Key of the last copied object, by tenant id. */
  objects: Record<string, { after: string; done: boolean }>;
}

const FILE = 'migration-progress.json';

/** Reads the progress that is stored in a data folder. Returns null if no move was started. */
export function readProgress(dataDir: string): MoveProgress | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as MoveProgress;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the stored progress atomically. */
export function saveProgress(dataDir: string, progress: MoveProgress): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(progress), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
