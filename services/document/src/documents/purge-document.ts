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
 * Removes the file of a document that nobody sees any more, then its row. Never throws: when a store is down the row
 * stays, and the job finishes later.
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
