import { DELETED_CHUNK_REVISION, documentChunksSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { chunkChange } from '../indexing/chunk-change.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexItemsDeps } from '../indexing/index-items.ts';

/** An event carries up to 1 MB of chunks. */
const EVENTS_PER_BATCH = 4;
const CHUNKS_PER_STEP = 500;

/** Embeds and indexes the chunks of documents as they are uploaded, and forgets them with their document. */
export const onDocumentChanged = (deps: IndexItemsDeps): Consumer => ({
  group: 'search-documents',
  topics: ['document'],
  batchSize: EVENTS_PER_BATCH,
  handle: async (events) => {
    for (const event of events) {
      if (event.type === 'document.deleted') await removeChunks(deps, event);
      else await indexChunks(deps, event);
    }
  },
});

async function indexChunks(deps: IndexItemsDeps, event: EventEnvelope): Promise<void> {
  const { chunks, ...document } = documentChunksSchema.parse(event.data);
  for (let at = 0; at < chunks.length; at += CHUNKS_PER_STEP) {
    const step = chunks.slice(at, at + CHUNKS_PER_STEP);
    await indexItems(
      deps,
      step.map((chunk) => chunkChange(event.tenant_id, document, chunk)),
    );
  }
}

/** Step by step, each of which leaves fewer: a repetition after a crash goes on where it was. */
async function removeChunks(deps: IndexItemsDeps, event: EventEnvelope): Promise<void> {
  const { tenant_id: tenantId, aggregate_id: documentId, occurred_at: occurredAt } = event;
  for (;;) {
    const ids = await deps.database.inSystemTransaction((tx) =>
      deps.items.ofDocument(tx, tenantId, documentId, CHUNKS_PER_STEP),
    );
    if (ids.length === 0) return;
    await indexItems(
      deps,
      ids.map((id) => ({
        kind: 'chunk',
        removed: { tenantId, id, revision: DELETED_CHUNK_REVISION, occurredAt },
      })),
    );
  }
}
