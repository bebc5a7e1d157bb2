/**
 * Limits how far bulk creations are ahead of the search indexes. Bulk creations are faster than indexing. Without a
 * limit, the memories of a long import become searchable long after the last response, and the events of other requests
 * wait behind them.
 *
 * @see docs/reference/memories.md#create-memories-in-bulk
 */
export interface IndexingBacklog {
  /**
   * Adds a request to the backlog of a tenant. Waits while the backlog is full, at most `MAX_WAIT_MS`.
   *
   * @param bytes size of the request body. Undefined if it is unknown.
   * @returns a function that removes the request from the backlog. Further calls have no effect.
   * @throws the reason of `signal` if it is aborted during the wait
   */
  add(tenantId: string, bytes: number | undefined, signal: AbortSignal): Promise<() => void>;
}

/**
 * Maximum size of the backlog of a tenant in one process, about 4,000 memories of 15 to 40 words. The embedded indexes
 * need less than two seconds for them. A single larger request is accepted.
 */
export const MAX_BACKLOG_BYTES = 1024 * 1024;
/** Maximum duration of a wait in milliseconds. Limits the delay while the search indexes are unavailable. */
export const MAX_WAIT_MS = 5_000;

interface WaitingRequest {
  bytes: number;
  admit: () => void;
}

interface TenantBacklog {
  bytes: number;
  requests: number;
  /** Requests that wait, oldest first. */
  waiting: Set<WaitingRequest>;
}

/** Creates an empty backlog. Each process limits only the requests that it handles. */
export function createIndexingBacklog(): IndexingBacklog {
  const backlogs = new Map<string, TenantBacklog>();

  const hasRoom = (backlog: TenantBacklog, bytes: number): boolean =>
    backlog.requests === 0 || backlog.bytes + bytes <= MAX_BACKLOG_BYTES;

  function admitWaiting(tenantId: string, backlog: TenantBacklog): void {
    for (const next of backlog.waiting) {
      if (!hasRoom(backlog, next.bytes)) return;
      next.admit();
    }
    if (backlog.requests === 0) backlogs.delete(tenantId);
  }

  return {
    add: async (tenantId, bytes = MAX_BACKLOG_BYTES, signal) => {
      const backlog = backlogs.get(tenantId) ?? { bytes: 0, requests: 0, waiting: new Set() };
      backlogs.set(tenantId, backlog);
      const enter = (): void => {
        backlog.bytes += bytes;
        backlog.requests++;
      };
      if (backlog.waiting.size === 0 && hasRoom(backlog, bytes)) enter();
      else await waitForAdmission(backlog, bytes, enter, signal);
      let isRemoved = false;
      return () => {
        if (isRemoved) return;
        isRemoved = true;
        backlog.bytes -= bytes;
        backlog.requests--;
        admitWaiting(tenantId, backlog);
      };
    },
  };
}

/** Waits until the request is admitted. Admits it after `MAX_WAIT_MS`. */
function waitForAdmission(
  backlog: TenantBacklog,
  bytes: number,
  enter: () => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => {
      backlog.waiting.delete(waiting);
      clearTimeout(timer);
      signal.removeEventListener('abort', fail);
    };
    const admit = (): void => {
      stopWaiting();
      enter();
      resolve();
    };
    const fail = (): void => {
      stopWaiting();
      reject(signal.reason as Error);
    };
    const waiting: WaitingRequest = { bytes, admit };
    const timer = setTimeout(admit, MAX_WAIT_MS).unref();
    backlog.waiting.add(waiting);
    signal.addEventListener('abort', fail);
    if (signal.aborted) fail();
  });
}
