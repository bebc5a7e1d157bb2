import { deleteObjects } from '@loci/object-store';
import type { Job } from '@loci/service-hosting';
import { uploadPrefix } from './upload.ts';
import type { UploadDeps } from './upload.ts';
import { deleteUpload, lockExpired } from './upload.repository.ts';

const INTERVAL_MS = 60_000;
/** Minimum time from the expiry of an upload to its deletion. Longer than a request can take to store its last part. */
const MIN_EXPIRED_MS = 600_000;
const BATCH_SIZE = 20;

/**
 * Job that deletes the objects and rows of uploads that have expired, were canceled, or were completed a day ago. Can run in
 * several processes at the same time.
 */
export const deleteExpiredUploads = ({ kind, database, objects, now }: UploadDeps): Job => {
  const deleteBatch = (): Promise<number> =>
    database.inSystemTransaction(async (tx) => {
      const expired = await lockExpired(tx, new Date(now().getTime() - MIN_EXPIRED_MS), BATCH_SIZE);
      for (const upload of expired) {
        await deleteObjects(objects, uploadPrefix(kind, upload.tenantId, upload.id), () => false);
        await deleteUpload(tx, upload);
      }
      return expired.length;
    });
  return {
    name: 'delete-expired-uploads',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      while (!signal.aborted && (await deleteBatch()) === BATCH_SIZE);
    },
  };
};
