/** Default constant of reciprocal rank fusion. Equals that of the gateway, whose default weights add up to 1. */
export const DEFAULT_RRF_K = 60;

/** Retrievers in the explanation of a result. */
export type ExplainedRetrievers = Readonly<Record<string, { contribution: number | null } | null>>;

/**
 * Returns the sum of the contributions of the retrievers, by which reciprocal rank fusion ranks a result. The score of the result
 * can contain the learned ranking.
 */
export const rrfSum = (retrievers: ExplainedRetrievers): number =>
  Object.values(retrievers).reduce((sum, retriever) => sum + (retriever?.contribution ?? 0), 0);
