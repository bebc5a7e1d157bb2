import type { EmbeddingStatus } from '@loci/contracts';
import type { Chunk } from '../chunking/chunk.ts';

/** A chunk of a stored document. Only its embedding's status ever changes. */
export interface StoredChunk extends Chunk {
  tenantId: string;
  id: string;
  documentId: string;
  embeddingStatus: EmbeddingStatus;
  createdAt: Date;
}

/** Of how many chunks the embedding is made, and of how many it cannot be. */
export interface ChunkEmbeddingStatus {
  tenantId: string;
  documentId: string;
  chunkId: string;
  status: EmbeddingStatus;
}
