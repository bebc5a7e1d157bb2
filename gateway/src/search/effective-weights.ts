import type { HybridSearch } from './hybrid-search.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { Retriever } from './retriever.ts';

/** Default weights of a query that the embedding model does not understand. */
const MOSTLY_KEYWORD: Readonly<Record<Retriever, number>> = { keyword: 0.7, vector: 0.1, graph: 0.2 };

/**
 * Known share of the query below which keyword search has the larger weight. The lowest share of the 720 English questions
 * of LoCoMo and Cranfield is .56.
 *
 * @see docs/reference/search.md#known-share
 */
const MIN_KNOWN_SHARE = 0.5;

/** Returns true if the embedding model knows enough words of the query, or if that is unknown. */
export const isUnderstood = ({ vector }: Pick<CandidateSet, 'vector'>): boolean =>
  (vector?.known_share ?? 1) >= MIN_KNOWN_SHARE;

/**
 * Returns the weights of a search. Weights of the caller are not changed.
 *
 * @see docs/reference/search.md#weights
 */
export function effectiveWeights(
  { weights, hasDefaultWeights }: Pick<HybridSearch, 'weights' | 'hasDefaultWeights'>,
  candidateSet: Pick<CandidateSet, 'vector'>,
): HybridSearch['weights'] {
  return hasDefaultWeights && !isUnderstood(candidateSet) ? MOSTLY_KEYWORD : weights;
}
