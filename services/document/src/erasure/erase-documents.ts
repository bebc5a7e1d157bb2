import type { UserErasure } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import { queryErasure } from '@loci/service-hosting';
import type { ErasureDatabase } from '@loci/service-hosting';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import { documentDeleted } from '../documents/document.events.ts';
import type { DocumentRepository } from '../documents/document.repository.ts';
import { purgeDocument } from '../documents/purge-document.ts';
import type { PurgeDocumentDeps } from '../documents/purge-document.ts';

export interface EraseDocumentsDeps extends PurgeDocumentDeps {
  database: ErasureDatabase;
  documents: Pick<DocumentRepository, 'softDelete' | 'purge'>;
  chunks: Pick<ChunkRepository, 'removeOfDocument'>;
  outbox: Outbox;
  now(): Date;
}

/** Number of documents that one statement lists. Each document is deleted in its own transaction. */
const BATCH_SIZE = 100;

/**
 * Deletes the recorded documents with their chunks and files and stores their `document.deleted` events. The job
 * `purge-soft-deleted-documents` deletes the rows of interrupted uploads later.
 *
 * @returns false if `mustStop` returned true before all documents were deleted
 */
export async function eraseDocuments(
  deps: EraseDocumentsDeps,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> {
  for (;;) {
    const ids = await deps.database.inSystemTransaction((tx) =>
      queryErasure<{ id: string }>(
        tx,
        erasure,
        `SELECT d.id FROM documents d WHERE d.tenant_id = :tenant
           AND (d.visible_until IS NULL OR d.visible_until > now()) AND d.id IN (
             SELECT id FROM erased_objects
             WHERE tenant_id = :tenant AND erasure_id = :erasure AND kind = 'document')
         ORDER BY d.id LIMIT ${BATCH_SIZE}`,
      ),
    );
    for (const { id } of ids) {
      if (mustStop()) return false;
      await eraseDocument(deps, erasure.tenant_id, id);
    }
    if (ids.length < BATCH_SIZE) return true;
  }
}

async function eraseDocument(deps: EraseDocumentsDeps, tenantId: string, id: string): Promise<void> {
  const stored = await deps.database.inSystemTransaction(async (tx) => {
    const now = deps.now();
    const deleted = await deps.documents.softDelete(tx, tenantId, id, now);
    if (!deleted?.wasStored) return null;
    await Promise.all([
      deps.chunks.removeOfDocument(tx, tenantId, id),
      deps.outbox.append(tx, documentDeleted(deleted.document, now)),
    ]);
    return deleted.document;
  });
  // The object of a running upload may not exist yet. The upload itself deletes it later.
  if (stored) await purgeDocument(deps, stored);
}
