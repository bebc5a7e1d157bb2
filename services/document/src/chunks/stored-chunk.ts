import type { EmbeddingStatus } from '@loci/contracts';
import type { Chunk } from '../chunking/chunk.ts';

/** Chunk of a stored document. Only its embedding status changes. */
export interface StoredChunk extends Chunk {
  tenantId: string;
  id: string;
  documentId: string;
  embeddingStatus: EmbeddingStatus;
  createdAt: Date;
}

/** New embedding status of a chunk. */
export interface ChunkEmbeddingStatus {
  tenantId: string;
  documentId: string;
  chunkId: string;
  status: EmbeddingStatus;
}
