import type { CallOptions, GraphClient, SearchClient } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { HybridSearch } from './hybrid-search.ts';
import type { Retriever } from './retriever.ts';

export interface HybridSearchDeps {
  search: SearchClient;
  graph: Pick<GraphClient, 'expand' | 'edges'>;
}

/** State of one hybrid search, passed from step to step. */
export interface SearchContext extends HybridSearchDeps {
  tenantId: string;
  request: HybridSearch;
  /** Options of calls to the search service. */
  searchOptions: CallOptions;
  /** Options of calls to the graph service, with a shorter timeout. */
  graphOptions: CallOptions;
  /** Retrievers that should have run and failed. The steps of the search add to this set. */
  degraded: Set<Retriever>;
  /**
   * Awaits a call to the graph service. If the service is unavailable, marks the graph as degraded and returns null.
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
  const searchOptions = {
    signal: AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIMEOUT_MS)]),
    timeoutMs: SEARCH_TIMEOUT_MS,
    requestId: caller.requestId,
  };
  const degraded = new Set<Retriever>();
  return {
    ...deps,
    tenantId: caller.tenantId,
    request,
    searchOptions,
    graphOptions: { ...searchOptions, timeoutMs: GRAPH_TIMEOUT_MS },
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
