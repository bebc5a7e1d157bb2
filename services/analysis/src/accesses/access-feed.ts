export interface AccessCount {
  tenantId: string;
  id: string;
  /** All accesses so far. */
  accessCount: number;
  lastAccessed: Date;
}

export interface AccessFeedRequest {
  /** Inclusive. */
  since: Date;
  /** The last entry of the page before, which had the same `since`; null for the first page. */
  after: Pick<AccessCount, 'tenantId' | 'id' | 'lastAccessed'> | null;
  limit: number;
}

/**
 * How the memory service tells of counted reads, which make no event (ARCHITECTURE.md section 5).
 */
export interface AccessFeed {
  /**
   * Memories of all tenants that were last read at `since` or later, ordered by (lastAccessed, tenantId, id);
   * fewer than `limit` when there are no more.
   * @throws SYS_SERVICE_UNAVAILABLE
   */
  accessedSince(request: AccessFeedRequest): Promise<AccessCount[]>;
}
