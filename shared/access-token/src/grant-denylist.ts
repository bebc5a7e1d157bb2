/** One page of what was revoked. */
export interface RevokedGrants {
  grantIds: readonly string[];
  /** Where the next page begins; opaque. */
  cursor: string;
  /** True when another page can be had at once. */
  more: boolean;
}

export interface GrantDenylist {
  isRevoked(grantId: string): boolean;
  /**
   * Learns what was revoked since the last time. Call it every few seconds; calls never overlap.
   * @throws what `fetchRevoked` throws; what is known stays known
   */
  refresh(): Promise<void>;
  /** Milliseconds since the list was last complete; Infinity before the first time. */
  ageMs(): number;
}

export interface GrantDenylistOptions {
  /** @param since the last cursor, or null from the beginning */
  fetchRevoked(since: string | null): Promise<RevokedGrants>;
  /** How long to remember: at least as long as the longest access token lives. Default 8 days. */
  retentionMs?: number | undefined;
  now?(): number;
}

const EIGHT_DAYS_MS = 8 * 86_400_000;

/** The revoked grants whose access tokens may still be about, in memory: asked on every request. */
export function createGrantDenylist(options: GrantDenylistOptions): GrantDenylist {
  const { fetchRevoked, retentionMs = EIGHT_DAYS_MS, now = Date.now } = options;
  // A Map keeps the order of insertion, so the oldest entries are its first.
  const seenAtMs = new Map<string, number>();
  let cursor: string | null = null;
  let completeAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  async function fetchAll(): Promise<void> {
    const startedAtMs = now();
    for (let more = true; more;) {
      const page = await fetchRevoked(cursor);
      for (const grantId of page.grantIds) if (!seenAtMs.has(grantId)) seenAtMs.set(grantId, now());
      cursor = page.cursor;
      more = page.more;
    }
    completeAtMs = startedAtMs;
    for (const [grantId, seen] of seenAtMs) {
      if (now() - seen < retentionMs) break;
      seenAtMs.delete(grantId);
    }
  }

  return {
    isRevoked: (grantId) => seenAtMs.has(grantId),
    refresh: () =>
      (refreshing ??= fetchAll().finally(() => {
        refreshing = null;
      })),
    ageMs: () => now() - completeAtMs,
  };
}
