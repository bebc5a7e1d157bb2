import type { Candidates, CandidatesRequest } from '@loci/contracts';
import type { VectorSpace } from '../vector-index/vector-space.ts';

export interface CandidateRetrieverOptions {
  /**
   * Returns the vector space that serves searches.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if its embedding model is unknown or no longer configured
   */
  servingSpace(): Promise<VectorSpace>;
  /** Milliseconds after which a retriever counts as failed. */
  timeoutMs: number;
}

/**
 * Finds the candidates of a search: the best items of each requested retriever, their scores in the other
 * retriever, and their conversation neighbors.
 */
export interface CandidateRetriever {
  /**
   * Returns the candidates, sorted by blended score, importance, creation time (all descending) and ascending
   * id. A requested retriever that is unavailable or too slow is listed in `failed`. If the keyword index is
   * unavailable, candidates have no importance and no creation time.
   *
   * @param signal aborts the search. The method then rejects with the reason of the signal.
   * @throws SYS_SERVICE_UNAVAILABLE if no requested retriever responds
   * @see docs/reference/search.md#candidates
   */
  retrieve(request: CandidatesRequest, signal: AbortSignal): Promise<Candidates>;
}
