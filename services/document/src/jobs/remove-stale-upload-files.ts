import type { Job } from '@loci/service-hosting';
import type { UploadFolder } from '../uploads/upload-folder.ts';

const INTERVAL_MS = 600_000;
const INITIAL_DELAY_MS = 1_000;
/** Minimum age of a stale file. Longer than an upload can take from its first byte until it is parsed. */
const MIN_AGE_MS = 3_600_000;

/** Job that deletes files that crashed processes left in the upload folder. */
export const removeStaleUploadFiles = (folder: Pick<UploadFolder, 'removeStale'>, now: () => Date): Job => ({
  name: 'remove-stale-upload-files',
  intervalMs: INTERVAL_MS,
  initialDelayMs: INITIAL_DELAY_MS,
  // Each process has its own upload folder.
  runsInEveryProcess: true,
  run: () => folder.removeStale(new Date(now().getTime() - MIN_AGE_MS)),
});
