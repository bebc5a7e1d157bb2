import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import { documentDeleted } from './document.events.ts';
import type { DocumentRepository } from './document.repository.ts';
import { purgeDocument } from './purge-document.ts';
import type { PurgeDocumentDeps } from './purge-document.ts';

export interface DeleteDocumentDeps extends PurgeDocumentDeps {
  documents: Pick<DocumentRepository, 'softDelete' | 'purge'>;
  chunks: Pick<ChunkRepository, 'removeOfDocument'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a document and its chunks for good. Index entries follow by the event; the file goes at once, or later when
 * the object store is down. One that is still being uploaded is never stored.
 * @throws RES_NOT_FOUND
 * @see SPEC.md "Documents" 3
 */
export async function deleteDocument(deps: DeleteDocumentDeps, caller: Caller, id: string): Promise<void> {
  const { tenantId } = caller;
  const document = await deps.inTransaction(tenantId, async (tx) => {
    const now = deps.now();
    const hidden = await deps.documents.softDelete(tx, tenantId, id, now);
    if (!hidden) throw notFound('document', id);
    if (!hidden.wasStored) return null;
    await Promise.all([
      deps.chunks.removeOfDocument(tx, tenantId, id),
      deps.outbox.append(tx, documentDeleted(hidden.document, now)),
    ]);
    return hidden.document;
  });
  // The object of a running upload is that upload's to remove: it may be about to write it.
  if (document) await purgeDocument(deps, document);
}
