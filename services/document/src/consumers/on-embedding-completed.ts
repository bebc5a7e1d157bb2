import { CHUNK_REVISION, embeddingStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import type { ChunkEmbeddingStatus } from '../chunks/stored-chunk.ts';

/**
 * Records what the search service found out about the embeddings of chunks, and with it how far each document is. Not a
 * change of the document: no event, `updated_at` stays.
 */
export const onEmbeddingCompleted = (
  database: Pick<Database, 'inSystemTransaction'>,
  chunks: Pick<ChunkRepository, 'setEmbeddingStatuses'>,
): Consumer => ({
  group: 'document-embeddings',
  topics: ['embedding'],
  handle: async (events) => {
    const outcomes = latestByChunk(events);
    if (outcomes.length === 0) return;
    await database.inSystemTransaction((tx) => chunks.setEmbeddingStatuses(tx, outcomes));
  },
});

/** Events of one chunk come in the order in which they happened. */
function latestByChunk(events: readonly EventEnvelope[]): ChunkEmbeddingStatus[] {
  const latest = new Map<string, ChunkEmbeddingStatus>();
  for (const event of events) {
    const state = embeddingStateSchema.parse(event.data);
    if (state.kind !== 'chunk' || state.document_id === null || state.content_revision !== CHUNK_REVISION)
      continue;
    latest.set(`${event.tenant_id}:${state.id}`, {
      tenantId: event.tenant_id,
      documentId: state.document_id,
      chunkId: state.id,
      status: state.embedding_status,
    });
  }
  return [...latest.values()];
}
