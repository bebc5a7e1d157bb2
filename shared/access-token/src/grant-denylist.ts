/** One page of revoked grants. */
export interface RevokedGrants {
  grantIds: readonly string[];
  /** Opaque cursor that the request for the next page contains. */
  cursor: string;
  /** True if the next page is available now. */
  more: boolean;
}

/** In-memory list of revoked grants. An entry is kept until all access tokens of the grant have expired. */
export interface GrantDenylist {
  isRevoked(grantId: string): boolean;
  /**
   * Fetches the grants that were revoked since the last call. Call it every few seconds. Concurrent calls share one run.
   *
   * @throws the error of `fetchRevoked`; grants that are already in the list stay revoked
   */
  refresh(): Promise<void>;
  /** Milliseconds since the start of the last successful refresh. Infinity before the first refresh. */
  ageMs(): number;
}

export interface GrantDenylistOptions {
  /**
   * Fetches one page of revoked grants.
   *
   * @param since cursor of the last page, or null to start from the beginning
   */
  fetchRevoked(since: string | null): Promise<RevokedGrants>;
  /**
   * Milliseconds to keep a revoked grant. Must exceed the longest lifetime of an access token. Default: 8
   * days.
   */
  retentionMs?: number | undefined;
  now?(): number;
}

const EIGHT_DAYS_MS = 8 * 86_400_000;

/** Creates an empty denylist. @see docs/reference/authentication.md#revocation-delay */
export function createGrantDenylist(options: GrantDenylistOptions): GrantDenylist {
  const { fetchRevoked, retentionMs = EIGHT_DAYS_MS, now = Date.now } = options;
  // A Map iterates in insertion order, so the iteration starts with the oldest entry.
  const firstSeenAtMs = new Map<string, number>();
  let cursor: string | null = null;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  async function fetchAll(): Promise<void> {
    const startedAtMs = now();
    for (let more = true; more;) {
      const page = await fetchRevoked(cursor);
      for (const grantId of page.grantIds) if (!firstSeenAtMs.has(grantId)) firstSeenAtMs.set(grantId, now());
      cursor = page.cursor;
      more = page.more;
    }
    refreshedAtMs = startedAtMs;
    for (const [grantId, seenAtMs] of firstSeenAtMs) {
      if (now() - seenAtMs < retentionMs) break;
      firstSeenAtMs.delete(grantId);
    }
  }

  return {
    isRevoked: (grantId) => firstSeenAtMs.has(grantId),
    refresh: () =>
      (refreshing ??= fetchAll().finally(() => {
        refreshing = null;
      })),
    ageMs: () => now() - refreshedAtMs,
  };
}
