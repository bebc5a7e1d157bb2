import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { LastTransactions } from '@loci/service-hosting';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import { documentDeleted } from './document.events.ts';
import type { DocumentRepository } from './document.repository.ts';
import { purgeDocument } from './purge-document.ts';
import type { PurgeDocumentDeps } from './purge-document.ts';

export interface DeleteDocumentDeps extends PurgeDocumentDeps {
  documents: Pick<DocumentRepository, 'softDelete' | 'purge'>;
  chunks: Pick<ChunkRepository, 'removeOfDocument'>;
  inLastTransaction: LastTransactions['inLastTransaction'];
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a document and its chunks permanently. The event `document.deleted` removes them from the indexes.
 * If the object store is unavailable, a job deletes the file later. Deleting a document during its upload
 * makes the upload fail.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws RES_NOT_FOUND if the document does not exist
 * @see docs/reference/documents.md#delete-a-document
 */
export async function deleteDocument(
  deps: DeleteDocumentDeps,
  caller: Caller,
  id: string,
  toOutcome: () => unknown,
): Promise<void> {
  const { tenantId } = caller;
  const document = await deps.inLastTransaction(
    tenantId,
    async (tx) => {
      const now = deps.now();
      const deleted = await deps.documents.softDelete(tx, tenantId, id, now);
      if (!deleted) throw notFound('document', id);
      if (!deleted.wasStored) return null;
      await Promise.all([
        deps.chunks.removeOfDocument(tx, tenantId, id),
        deps.outbox.append(tx, documentDeleted(deleted.document, now)),
      ]);
      return deleted.document;
    },
    toOutcome,
  );
  // The object of a running upload may not exist yet. The upload itself deletes it later.
  if (document) await purgeDocument(deps, document);
}
