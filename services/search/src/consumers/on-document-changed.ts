import { DELETED_CHUNK_REVISION, chunksRemovedSchema, documentChunksSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { isOldEvent } from '@loci/messaging';
import type { Consumer } from '@loci/messaging';
import { toChunkChange } from '../indexing/chunk-change.ts';
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
    for (const event of events) {
      if (event.type === 'document.deleted') await removeAllChunks(deps, event);
      else if (event.type === 'document.chunks_removed') await removeReplacedChunks(deps, event);
      else await indexChunks(deps, event);
    }
  },
});

/** Indexes the chunks of an event. If the event is old, indexes only the chunks that still exist. */
async function indexChunks(deps: OnDocumentChangedDeps, event: EventEnvelope): Promise<void> {
  const { chunks, ...document } = documentChunksSchema.parse(event.data);
  const isOld = isOldEvent(event, deps.now());
  for (let start = 0; start < chunks.length; start += CHUNKS_PER_BATCH) {
    const batch = chunks.slice(start, start + CHUNKS_PER_BATCH);
    await indexItems(
      deps,
      isOld
        ? await deps.documentOwner.changes(
            event.tenant_id,
            batch.map(({ id }) => id),
          )
        : batch.map((chunk) => toChunkChange(event.tenant_id, document, chunk)),
    );
  }
}

/** Removes chunks in batches. After a crash, a redelivery resumes with the remaining chunks. */
async function removeAllChunks(deps: IndexItemsDeps, event: EventEnvelope): Promise<void> {
  const { tenant_id: tenantId, aggregate_id: documentId, occurred_at: occurredAt } = event;
  for (;;) {
    const ids = await deps.database.inSystemTransaction((tx) =>
      deps.items.findChunkIds(tx, tenantId, documentId, CHUNKS_PER_BATCH),
    );
    if (ids.length === 0) return;
    await removeChunks(deps, tenantId, ids, occurredAt);
  }
}

async function removeReplacedChunks(deps: IndexItemsDeps, event: EventEnvelope): Promise<void> {
  const { chunk_ids: ids } = chunksRemovedSchema.parse(event.data);
  for (let start = 0; start < ids.length; start += CHUNKS_PER_BATCH) {
    const batch = ids.slice(start, start + CHUNKS_PER_BATCH);
    await removeChunks(deps, event.tenant_id, batch, event.occurred_at);
  }
}

const removeChunks = (
  deps: IndexItemsDeps,
  tenantId: string,
  ids: readonly string[],
  occurredAt: string,
): Promise<void> =>
  indexItems(
    deps,
    ids.map((id) => ({
      kind: 'chunk',
      removed: { tenantId, id, revision: DELETED_CHUNK_REVISION, occurredAt },
    })),
  );
