import type { EmbeddingStatus } from '@loci/contracts';
import type { Chunk } from '../chunking/chunk.ts';
import type { Document } from '../documents/document.ts';

/** Chunk of a stored document. Only its embedding status changes. */
export interface StoredChunk extends Chunk {
  tenantId: string;
  id: string;
  documentId: string;
  embeddingStatus: EmbeddingStatus;
  createdAt: Date;
}

/** Creates the stored chunks of a document. Their creation time is the time of the last change of the document. */
export const toStoredChunks = (
  { tenantId, id: documentId, updatedAt }: Document,
  chunks: readonly Chunk[],
  newId: () => string,
): StoredChunk[] =>
  chunks.map((chunk) => ({
    ...chunk,
    tenantId,
    id: newId(),
    documentId,
    embeddingStatus: 'pending',
    createdAt: updatedAt,
  }));

/** New embedding status of a chunk. */
export interface ChunkEmbeddingStatus {
  tenantId: string;
  documentId: string;
  chunkId: string;
  status: EmbeddingStatus;
}
