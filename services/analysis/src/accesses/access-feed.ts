export interface AccessCount {
  tenantId: string;
  id: string;
  /** Number of all accesses until `lastAccessed`. */
  accessCount: number;
  lastAccessed: Date;
}

export interface AccessFeedRequest {
  /** Inclusive lower bound of `lastAccessed`. */
  since: Date;
  /** Last item of the previous page with the same `since`. Null for the first page. */
  after: Pick<AccessCount, 'tenantId' | 'id' | 'lastAccessed'> | null;
  /** Maximum number of items, from 1. */
  limit: number;
}

/** Access counts of the memory service. They change without an event, so they must be polled. */
export interface AccessFeed {
  /**
   * Returns a page of the memories of all tenants that were accessed at `since` or later, in ascending order of
   * (lastAccessed, tenantId, id). A page with fewer than `limit` items is the last one.
   *
   * @throws SYS_SERVICE_UNAVAILABLE
   */
  accessedSince(request: AccessFeedRequest): Promise<AccessCount[]>;
}
