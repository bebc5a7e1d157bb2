import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import type { DocumentRepository } from './document.repository.ts';
import type { Document } from './document.ts';

export interface PurgeDocumentDeps {
  inTransaction: InTransaction;
  documents: Pick<DocumentRepository, 'purge'>;
  objects: Pick<ObjectStore, 'delete'>;
}

/**
 * Deletes the file of a soft-deleted document and then its row. Never throws. If the object store or the
 * database is unavailable, the row stays and the job `purge-soft-deleted-documents` purges the document
 * later.
 */
export async function purgeDocument(
  { inTransaction, documents, objects }: PurgeDocumentDeps,
  document: Pick<Document, 'tenantId' | 'id' | 'objectKey'>,
): Promise<void> {
  try {
    await objects.delete(document.objectKey);
    await inTransaction(document.tenantId, (tx) => documents.purge(tx, document));
  } catch {
    return;
  }
}
