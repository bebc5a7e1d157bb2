import type { PortalApi } from '../api/portal-api.ts';
import { countOpen, loadOverview } from '../home/overview.ts';

const LIFETIME_MS = 30_000;
/** Time that a page waits for a number that is not known yet. */
const MAX_WAIT_MS = 250;
const MAX_SESSIONS = 10_000;

/** Numbers of open pairs in the inbox, by session. Every page shows its number in the navigation. */
export interface OpenCounts {
  /**
   * Refreshes the number of a session in the background if it is older than 30 seconds. Waits only if the number is not
   * known yet, and at most {@link MAX_WAIT_MS}. A request that fails has no effect, because pages do not need the number.
   */
  refresh(sessionId: string, api: PortalApi): Promise<void>;
  /** Returns the last known number, or 0. */
  get(sessionId: string): number;
  /** Must be called after a decision, so that the next page shows the new number. */
  forget(sessionId: string): void;
}

/** @param now returns the time in milliseconds; it must not depend on the system clock */
export function createOpenCounts(now: () => number = () => performance.now()): OpenCounts {
  const known = new Map<string, { count: number; loadedAtMs: number }>();
  const loading = new Map<string, Promise<void>>();

  function load(sessionId: string, api: PortalApi): Promise<void> {
    const loaded = loadOverview(api, 0)
      .then(
        (overview) => {
          // A decision since the request started has changed the number.
          if (loading.get(sessionId) !== loaded) return;
          known.delete(sessionId);
          if (known.size >= MAX_SESSIONS) known.delete(known.keys().next().value!);
          known.set(sessionId, { count: countOpen(overview).total, loadedAtMs: now() });
        },
        () => undefined,
      )
      .finally(() => {
        if (loading.get(sessionId) === loaded) loading.delete(sessionId);
      });
    loading.set(sessionId, loaded);
    return loaded;
  }

  return {
    refresh: async (sessionId, api) => {
      const current = known.get(sessionId);
      if (current !== undefined && now() - current.loadedAtMs < LIFETIME_MS) return;
      const loaded = loading.get(sessionId) ?? load(sessionId, api);
      if (current === undefined) await Promise.race([loaded, delay(MAX_WAIT_MS)]);
    },
    get: (sessionId) => known.get(sessionId)?.count ?? 0,
    forget: (sessionId) => {
      known.delete(sessionId);
      loading.delete(sessionId);
    },
  };
}

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
