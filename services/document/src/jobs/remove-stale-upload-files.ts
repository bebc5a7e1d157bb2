import type { Job } from '@loci/service-hosting';
import type { UploadFolder } from '../uploads/upload-folder.ts';

const EVERY_MS = 600_000;
const SOON_MS = 1_000;
/** Longer than an upload may take from its first byte to the end of its parse. */
const MIN_AGE_MS = 3_600_000;

/** Files that a process which died left in the folder for uploads. */
export const removeStaleUploadFiles = (folder: Pick<UploadFolder, 'removeStale'>, now: () => Date): Job => ({
  name: 'remove-stale-upload-files',
  intervalMs: EVERY_MS,
  initialDelayMs: SOON_MS,
  run: () => folder.removeStale(new Date(now().getTime() - MIN_AGE_MS)),
});
