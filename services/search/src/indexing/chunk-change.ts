import { CHUNK_REVISION } from '@loci/events';
import type { ChunkState, DocumentChunks } from '@loci/events';
import type { ItemToIndex } from './index-change.ts';

/**
 * Converts a document chunk to an index change. Chunks have no memory type, importance or tags, so filters on
 * these fields exclude them.
 */
export const toChunkChange = (
  tenantId: string,
  document: Omit<DocumentChunks, 'chunks'>,
  chunk: ChunkState,
): ItemToIndex => ({
  kind: 'chunk',
  contentRevision: CHUNK_REVISION,
  item: {
    tenantId,
    id: chunk.id,
    revision: CHUNK_REVISION,
    content: chunk.content,
    sourceType: 'document_upload',
    memoryType: null,
    importance: null,
    confidence: null,
    userId: document.user_id,
    tags: [],
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    metadata: { ...chunk.metadata, start_char: chunk.start_char, end_char: chunk.end_char },
    documentId: document.id,
    chunkIndex: chunk.chunk_index,
    totalChunks: document.chunk_count,
    conversationId: null,
  },
});
