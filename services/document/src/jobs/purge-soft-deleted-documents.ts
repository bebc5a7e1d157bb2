import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { DocumentRepository } from '../documents/document.repository.ts';

const INTERVAL_MS = 60_000;
/**
 * Minimum time from the expiry of a pending document to its purge. Much longer than a renewal can be delayed.
 */
const MIN_EXPIRED_MS = 600_000;
const BATCH_SIZE = 100;

export interface PurgeSoftDeletedDocumentsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  documents: Pick<DocumentRepository, 'lockSoftDeleted' | 'purge'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/**
 * Job that deletes the files and rows of interrupted uploads, and of deleted documents whose file could not
 * be deleted because the object store was unavailable. Can run in several processes at the same time.
 */
export const purgeSoftDeletedDocuments = ({
  database,
  documents,
  objects,
  now,
}: PurgeSoftDeletedDocumentsDeps): Job => {
  const purgeBatch = (): Promise<number> =>
    database.inSystemTransaction(async (tx) => {
      const before = new Date(now().getTime() - MIN_EXPIRED_MS);
      const documentsToPurge = await documents.lockSoftDeleted(tx, before, BATCH_SIZE);
      for (const document of documentsToPurge) {
        await objects.delete(document.objectKey);
        await documents.purge(tx, document);
      }
      return documentsToPurge.length;
    });
  return {
    name: 'purge-soft-deleted-documents',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      while (!signal.aborted && (await purgeBatch()) === BATCH_SIZE);
    },
  };
};
