import { CHUNK_REVISION, embeddingStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import type { ChunkEmbeddingStatus } from '../chunks/stored-chunk.ts';

/**
 * Consumer that updates the embedding progress of documents. The search service publishes the embedding
 * status of each chunk. The progress does not count as a change to the document, so the consumer publishes no
 * event and keeps `updated_at`.
 */
export const onEmbeddingCompleted = (
  database: Pick<Database, 'inSystemTransaction'>,
  chunks: Pick<ChunkRepository, 'setEmbeddingStatuses'>,
): Consumer => ({
  group: 'document-embeddings',
  topics: ['embedding'],
  handle: async (events) => {
    const statuses = latestByChunk(events);
    if (statuses.length === 0) return;
    await database.inSystemTransaction((tx) => chunks.setEmbeddingStatuses(tx, statuses));
  },
});

/** Returns the last status of each chunk. Events of one chunk are in order. */
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
