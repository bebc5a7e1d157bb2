/** A memory or a document chunk as the indexes know it: all that a search result shows, so nobody else is asked. */
export interface IndexedItem {
  tenantId: string;
  /** UUID of the memory or chunk. */
  id: string;
  /** The owner's revision, from 1. Older revisions that arrive late are skipped. */
  revision: number;
  content: string;
  sourceType: string;
  /** Null for document chunks, as importance and confidence are. */
  memoryType: string | null;
  /** 0..1 */
  importance: number | null;
  /** 0..1 */
  confidence: number | null;
  userId: string;
  tags: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  metadata?: Record<string, unknown>;
  documentId: string | null;
  /** From 0, with `totalChunks`: the place of a chunk in its document. */
  chunkIndex: number | null;
  totalChunks: number | null;
  conversationId: string | null;
}

/** What a filter looks at. */
export type FilterableItem = Pick<
  IndexedItem,
  'sourceType' | 'memoryType' | 'importance' | 'userId' | 'tags' | 'createdAt'
>;

/** One entry of an index's inventory, for comparing it with the owner's records. */
export interface IndexedRevision {
  id: string;
  revision: number;
  /** True for a tombstone: the item was removed at this revision. */
  deleted: boolean;
}

/** What was removed, and at which revision. */
export interface RemovedItem {
  id: string;
  revision: number;
}
