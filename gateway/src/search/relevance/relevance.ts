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
 * multiplied by the probability that the item is part of it if there is one. Both are logistic regressions. The estimate of the
 * second one is replaced by the share of relevant results that was observed at this estimate.
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
  const isPart = observedShare(
    i.intercept +
      i.coverage * item.coverage +
      i.similarity * (item.similarity ?? 0) +
      i.rankScore * item.rankScore +
      i.rankScoreSquared * item.rankScore ** 2 +
      i.candidates * candidates,
  );
  return Math.round(hasAnswer * isPart * 10_000) / 10_000;
}

/** Returns the observed share of relevant results at a value of the second regression. */
function observedShare(value: number): number {
  const estimate = logistic(value);
  const { itemShares } = RELEVANCE_MODEL;
  const next = itemShares.findIndex(([x]) => x > estimate);
  if (next === -1) return itemShares.at(-1)![1];
  const [[x0, y0], [x1, y1]] = [itemShares[next - 1]!, itemShares[next]!];
  return y0 + ((y1 - y0) * (estimate - x0)) / (x1 - x0);
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));
