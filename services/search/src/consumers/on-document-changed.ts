import { DELETED_CHUNK_REVISION, chunksRemovedSchema, documentChunksSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { isOldEvent } from '@loci/messaging';
import type { Consumer } from '@loci/messaging';
import { toChunkChange } from '../indexing/chunk-change.ts';
import type { IndexChange, ItemToRemove } from '../indexing/index-change.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexItemsDeps } from '../indexing/index-items.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';

export interface OnDocumentChangedDeps extends IndexItemsDeps {
  documentOwner: ItemOwner;
}

/** Maximum number of events per batch. It is small, because one event can contain 1 MB of chunks. */
const EVENTS_PER_BATCH = 4;
const CHUNKS_PER_BATCH = 500;

/** Embeds and indexes the chunks of documents, and removes the chunks of deleted and reprocessed documents. */
export const onDocumentChanged = (deps: OnDocumentChangedDeps): Consumer => ({
  group: 'search-documents',
  topics: ['document'],
  batchSize: EVENTS_PER_BATCH,
  handle: async (events) => {
    let changes: IndexChange[] = [];
    let deleted: EventEnvelope[] = [];
    const flush = async (): Promise<void> => {
      await indexInBatches(deps, changes);
      await removeAllChunks(deps, deleted);
      changes = [];
      deleted = [];
    };
    for (const event of events) {
      if (event.type === 'document.deleted') {
        deleted.push(event);
        continue;
      }
      // A deletion removes the chunks that are stored when it is handled, so earlier chunks must be stored before, and
      // later ones after.
      if (deleted.length > 0) await flush();
      changes.push(...(await toChanges(deps, event)));
    }
    await flush();
  },
});

/**
 * Returns the changes to the chunks of an event. If the event is old, its chunks are read from the document service, so
 * that only those that still exist are indexed.
 */
async function toChanges(deps: OnDocumentChangedDeps, event: EventEnvelope): Promise<IndexChange[]> {
  const { tenant_id: tenantId, occurred_at: occurredAt } = event;
  if (event.type === 'document.chunks_removed')
    return chunksRemovedSchema.parse(event.data).chunk_ids.map((id) => toRemoval(tenantId, id, occurredAt));
  const { chunks, ...document } = documentChunksSchema.parse(event.data);
  if (!isOldEvent(event, deps.now())) return chunks.map((chunk) => toChunkChange(tenantId, document, chunk));
  const changes: IndexChange[] = [];
  for (let start = 0; start < chunks.length; start += CHUNKS_PER_BATCH) {
    const ids = chunks.slice(start, start + CHUNKS_PER_BATCH).map(({ id }) => id);
    changes.push(...(await deps.documentOwner.changes(tenantId, ids)));
  }
  return changes;
}

async function indexInBatches(deps: IndexItemsDeps, changes: readonly IndexChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += CHUNKS_PER_BATCH)
    await indexItems(deps, changes.slice(start, start + CHUNKS_PER_BATCH));
}

/** Removes the chunks of documents in batches. After a crash, a redelivery resumes with the remaining chunks. */
async function removeAllChunks(deps: IndexItemsDeps, deletions: readonly EventEnvelope[]): Promise<void> {
  if (deletions.length === 0) return;
  const removedAt = new Map(deletions.map((event) => [event.aggregate_id, event.occurred_at]));
  const documents = deletions.map((event) => ({ tenantId: event.tenant_id, id: event.aggregate_id }));
  for (;;) {
    const chunks = await deps.database.inSystemTransaction((tx) =>
      deps.items.findChunks(tx, documents, CHUNKS_PER_BATCH),
    );
    if (chunks.length === 0) return;
    await indexItems(
      deps,
      chunks.map(({ tenantId, id, documentId }) => toRemoval(tenantId, id, removedAt.get(documentId)!)),
    );
  }
}

const toRemoval = (tenantId: string, id: string, occurredAt: string): ItemToRemove => ({
  kind: 'chunk',
  removed: { tenantId, id, revision: DELETED_CHUNK_REVISION, occurredAt },
});
