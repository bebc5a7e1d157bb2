export interface AccessCount {
  tenantId: string;
  id: string;
  /** Total number of accesses up to `lastAccessed`. */
  accessCount: number;
  lastAccessed: Date;
}

export interface AccessFeedRequest {
  /** Inclusive lower bound of `lastAccessed`. */
  since: Date;
  /** Last item of the previous page with the same `since`. Null for the first page. */
  after: Pick<AccessCount, 'tenantId' | 'id' | 'lastAccessed'> | null;
  /** Maximum number of items. At least 1. */
  limit: number;
}

/** Feed of the access counts of memories. Access counts change without an event, so they must be polled. */
export interface AccessFeed {
  /**
   * Returns a page of the access counts with a `lastAccessed` of `since` or later, over all tenants, in
   * ascending order of (lastAccessed, tenantId, id). A page with fewer than `limit` items is the last one.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable
   */
  accessedSince(request: AccessFeedRequest): Promise<AccessCount[]>;
}
