/**
 * A memory or document chunk with all fields of a search result, so that results need no call to the memory
 * or document service.
 */
export interface IndexedItem {
  tenantId: string;
  /** UUID of the memory or chunk. */
  id: string;
  /** Revision of the memory or chunk in the service that owns it, from 1. Indexes skip older revisions. */
  revision: number;
  content: string;
  sourceType: string;
  /** Memory type. Null for document chunks. */
  memoryType: string | null;
  /** Importance, 0..1. Null for document chunks. */
  importance: number | null;
  /** Confidence, 0..1. Null for document chunks. */
  confidence: number | null;
  /**
   * Version number of a memory, from 1. Absent for document chunks, and for memories indexed without their
   * version.
   */
  version?: number | undefined;
  userId: string;
  tags: string[];
  /** Creation time, ISO 8601 in UTC. */
  createdAt: string;
  /** Time of the event that the item describes, ISO 8601 in UTC. Absent if it is the creation time. */
  occurredAt?: string | undefined;
  /** Start of the period in which the item is true, inclusive, ISO 8601 in UTC. Absent without a start. */
  validFrom?: string | undefined;
  /** End of the period in which the item is true, exclusive, ISO 8601 in UTC. Absent without an end. */
  validUntil?: string | undefined;
  /** Time from which no search may return the item, ISO 8601 in UTC. Absent if the item does not expire. */
  expiresAt?: string | undefined;
  /** Time of the last update, ISO 8601 in UTC. */
  updatedAt: string;
  metadata?: Record<string, unknown>;
  /** UUID of the document of a chunk. Null for memories. */
  documentId: string | null;
  /** Zero-based position of a chunk in its document. Null for memories. */
  chunkIndex: number | null;
  /** Number of chunks of the document of a chunk. Null for memories. */
  totalChunks: number | null;
  conversationId: string | null;
  /** ID of the version that replaced an inactive version, or null. Absent for all other items. */
  supersededBy?: string | null | undefined;
}

/**
 * Returns the time by which searches filter and order items. The indexes store it in the field of the creation time, so
 * that items without an event time need no new entry.
 */
export const eventTime = ({ createdAt, occurredAt }: Pick<IndexedItem, 'createdAt' | 'occurredAt'>): string =>
  occurredAt ?? createdAt;

/** The fields of an item that search filters use. */
export type FilterableItem = Pick<
  IndexedItem,
  | 'sourceType'
  | 'memoryType'
  | 'importance'
  | 'userId'
  | 'tags'
  | 'createdAt'
  | 'occurredAt'
  | 'validFrom'
  | 'validUntil'
  | 'expiresAt'
  | 'documentId'
>;

/**
 * Revision of one item in an index. Reconciliation compares it with the revision in the service that owns the
 * item.
 */
export interface IndexedRevision {
  id: string;
  revision: number;
  /** True for a tombstone. */
  deleted: boolean;
}

export interface RemovedItem {
  id: string;
  /** Revision of the removal. An index skips later writes of this or an older revision of the item. */
  revision: number;
}
