import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { DocumentRepository } from '../documents/document.repository.ts';

const EVERY_MS = 60_000;
/** Far longer than a running upload goes without renewing its row, even beside a database that was away. */
const MIN_HIDDEN_MS = 600_000;
const BATCH = 100;

export interface PurgeSoftDeletedDocumentsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  documents: Pick<DocumentRepository, 'lockSoftDeleted' | 'purge'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/**
 * Removes files and rows of uploads that a crash ended, and finishes deletes that met a store that was down. Safe to run
 * in several processes.
 */
export const purgeSoftDeletedDocuments = ({
  database,
  documents,
  objects,
  now,
}: PurgeSoftDeletedDocumentsDeps): Job => {
  const removeBatch = (): Promise<number> =>
    database.inSystemTransaction(async (tx) => {
      const before = new Date(now().getTime() - MIN_HIDDEN_MS);
      const hidden = await documents.lockSoftDeleted(tx, before, BATCH);
      for (const document of hidden) {
        await objects.delete(document.objectKey);
        await documents.purge(tx, document);
      }
      return hidden.length;
    });
  return {
    name: 'purge-soft-deleted-documents',
    intervalMs: EVERY_MS,
    run: async (signal) => {
      while (!signal.aborted && (await removeBatch()) === BATCH);
    },
  };
};
