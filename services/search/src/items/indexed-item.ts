/** A memory or document chunk with all fields of a search result, so that results need no call to the owner. */
export interface IndexedItem {
  tenantId: string;
  /** UUID of the memory or chunk. */
  id: string;
  /** Revision of the owner's record, from 1. Indexes skip older revisions. */
  revision: number;
  content: string;
  sourceType: string;
  /** Null for document chunks. */
  memoryType: string | null;
  /** 0..1. Null for document chunks. */
  importance: number | null;
  /** 0..1. Null for document chunks. */
  confidence: number | null;
  userId: string;
  tags: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  metadata?: Record<string, unknown>;
  /** Null for memories. */
  documentId: string | null;
  /** Zero-based position in the document. Null for memories. */
  chunkIndex: number | null;
  /** Number of chunks of the document. Null for memories. */
  totalChunks: number | null;
  conversationId: string | null;
}

/** The fields that filters apply to. */
export type FilterableItem = Pick<
  IndexedItem,
  'sourceType' | 'memoryType' | 'importance' | 'userId' | 'tags' | 'createdAt'
>;

/** Revision of one item in an index, compared with the owner's record. */
export interface IndexedRevision {
  id: string;
  revision: number;
  /** True for a tombstone. */
  deleted: boolean;
}

export interface RemovedItem {
  id: string;
  /** Revision of the removal. Older revisions of the item stay removed. */
  revision: number;
}
