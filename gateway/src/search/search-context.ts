import type { CallOptions, GraphClient, MemoryClient, SearchClient } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { parseDates } from './dates/parse-dates.ts';
import type { DateRange } from './dates/parse-dates.ts';
import type { HybridSearch } from './hybrid-search.ts';
import type { Retriever } from './retriever.ts';

export interface HybridSearchDeps {
  search: Pick<SearchClient, 'candidates' | 'items'>;
  graph: Pick<GraphClient, 'expand' | 'edges' | 'pastEdges'>;
  memory: Pick<MemoryClient, 'getStatesAt'>;
}

/** State of one hybrid search, passed from step to step. */
export interface SearchContext extends HybridSearchDeps {
  tenantId: string;
  /** The search. Its weights change if the embedding model does not understand the query. */
  request: HybridSearch;
  /** Time at which the search started, in milliseconds since the epoch. The age of items is relative to it. */
  nowMs: number;
  /**
   * Periods that the query names. Empty if the search ignores them. The periods of events are added when the events are
   * found.
   */
  dates: readonly DateRange[];
  /** Options of a call to the search service that starts now. */
  searchOptions(): CallOptions;
  /** Options of a call to the graph service that starts now, with a shorter timeout. */
  graphOptions(): CallOptions;
  /** Requested retrievers that failed. The steps of the search add to this set. */
  degraded: Set<Retriever>;
  /**
   * Awaits a call to the graph service. If the service is unavailable, marks the graph as degraded and
   * returns null.
   * @throws the reason of the signal if the caller has disconnected; every other error
   */
  orWithoutGraph<T>(call: Promise<T>): Promise<T | null>;
}

/** Timeout of a whole search in milliseconds. */
const SEARCH_TIMEOUT_MS = 8_000;
/** Timeout of a call to the graph service in milliseconds. Short, because graph results are optional. */
const GRAPH_TIMEOUT_MS = 2_000;

/**
 * Creates the state of a search.
 *
 * @param signal aborted when the caller disconnects
 */
export function createSearchContext(
  deps: HybridSearchDeps,
  caller: Caller,
  request: HybridSearch,
  signal: AbortSignal,
): SearchContext {
  const deadlineMs = performance.now() + SEARCH_TIMEOUT_MS;
  // Each call has the remaining time of the search as its timeout, so the deadline of the search needs no
  // abort signal.
  const remainingMs = (): number => Math.max(1, Math.ceil(deadlineMs - performance.now()));
  const nowMs = Date.now();
  const { requestId } = caller;
  const degraded = new Set<Retriever>();
  return {
    ...deps,
    tenantId: caller.tenantId,
    request,
    nowMs,
    dates:
      request.dateWeight > 0
        ? parseDates(request.query, request.referenceTime?.getTime() ?? nowMs, request.timeZone)
        : [],
    searchOptions: () => ({ signal, timeoutMs: remainingMs(), requestId }),
    graphOptions: () => ({ signal, timeoutMs: Math.min(GRAPH_TIMEOUT_MS, remainingMs()), requestId }),
    degraded,
    orWithoutGraph: async (call) => {
      try {
        return await call;
      } catch (error) {
        signal.throwIfAborted();
        if (!isAppError(error) || error.code !== 'SYS_SERVICE_UNAVAILABLE') throw error;
        degraded.add('graph');
        return null;
      }
    },
  };
}
