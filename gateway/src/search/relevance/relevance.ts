import { RELEVANCE_MODEL } from './relevance-model.ts';

/** Signals of one result. */
export interface ItemSignals {
  /** Share of the distinct terms of the query that the item contains, 0 to 1. */
  coverage: number;
  /** Cosine similarity to the query, 0 to 1. Null if the item has no vector yet. */
  similarity: number | null;
  /** Fused score with the default parameters and the ranking `rrf`, 0 to 1. */
  rankScore: number;
  /** Score of the item by the model of learned ranking. Null if the model does not score it, or if the items are not turns. */
  turnScore: number | null;
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
 * multiplied by the probability that the item is part of it if there is one. Both are logistic regressions, and the second one is
 * another one for turns of conversations that the model of learned ranking scores. The estimate of the second one is replaced by the
 * share of relevant results that was observed at this estimate.
 *
 * @returns the probability, 0 to 1
 * @see docs/reference/search.md#relevance
 */
export function estimateRelevance(query: QuerySignals, item: ItemSignals): number {
  const { query: q } = RELEVANCE_MODEL;
  const candidates = Math.log(Math.min(MAX_CANDIDATES, Math.max(1, query.candidates)));
  const hasAnswer = logistic(
    q.intercept +
      q.coverage * query.coverage +
      q.coverageSquared * query.coverage ** 2 +
      q.similarity * query.similarity +
      q.candidates * candidates,
  );
  return Math.round(hasAnswer * estimatePart(item, candidates) * 10_000) / 10_000;
}

/** Returns the probability that an item is part of the answer if there is one. @param candidates logarithm of their number */
function estimatePart(
  { coverage, similarity, rankScore, turnScore }: ItemSignals,
  candidates: number,
): number {
  const { item: i, itemShares, turn: t, turnShares } = RELEVANCE_MODEL;
  return turnScore === null
    ? observedShare(
        itemShares,
        i.intercept +
          i.coverage * coverage +
          i.similarity * (similarity ?? 0) +
          i.rankScore * rankScore +
          i.rankScoreSquared * rankScore ** 2 +
          i.candidates * candidates,
      )
    : observedShare(
        turnShares,
        t.intercept +
          t.coverage * coverage +
          t.similarity * (similarity ?? 0) +
          t.score * turnScore +
          t.candidates * candidates,
      );
}

type Knots = readonly (readonly [estimate: number, share: number])[];

/** Returns the observed share of relevant results at a value of a regression. */
function observedShare(knots: Knots, value: number): number {
  const estimate = logistic(value);
  const next = knots.findIndex(([x]) => x > estimate);
  if (next === -1) return knots.at(-1)![1];
  const [[x0, y0], [x1, y1]] = [knots[next - 1]!, knots[next]!];
  return y0 + ((y1 - y0) * (estimate - x0)) / (x1 - x0);
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));
