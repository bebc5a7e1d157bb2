import { RELEVANCE_MODEL } from './relevance-model.ts';

/** Signals of one result. */
export interface ItemSignals {
  /** Share of the distinct terms of the query that the item contains, 0 to 1. */
  coverage: number;
  /** Cosine similarity to the query, 0 to 1. Null if the item has no vector yet. */
  similarity: number | null;
  /** Rank score of {@link defaultRankScore}, 0 to 1. */
  rankScore: number;
}

/** Signals of a search. */
export interface QuerySignals {
  /** Highest coverage of a result. */
  coverage: number;
  /** Highest similarity of a candidate. */
  similarity: number;
  /** Number of candidates. */
  candidates: number;
}

/** Number of candidates above which more candidates make no difference. Equals the smallest retriever window. */
const MAX_CANDIDATES = 200;

/**
 * Estimates the probability that an item is part of the answer to the query: the probability that the tenant has an answer,
 * multiplied by the probability that the item is part of it if there is one. Both are logistic regressions.
 *
 * @returns the probability, 0 to 1
 * @see docs/reference/search.md#relevance
 */
export function estimateRelevance(query: QuerySignals, item: ItemSignals): number {
  const { query: q, item: i } = RELEVANCE_MODEL;
  const candidates = Math.log(Math.min(MAX_CANDIDATES, Math.max(1, query.candidates)));
  const hasAnswer = logistic(
    q.intercept +
      q.coverage * query.coverage +
      q.coverageSquared * query.coverage ** 2 +
      q.similarity * query.similarity +
      q.candidates * candidates,
  );
  const isPart = logistic(
    i.intercept +
      i.coverage * item.coverage +
      i.similarity * (item.similarity ?? 0) +
      i.rankScore * item.rankScore +
      i.rankScoreSquared * item.rankScore ** 2 +
      i.candidates * candidates,
  );
  return Math.round(hasAnswer * isPart * 10_000) / 10_000;
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));
