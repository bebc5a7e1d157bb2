import { fitLogistic, predictLogistic } from '../statistics/logistic-regression.ts';
import type { ObservedSearch, ResultSignals } from './collect-searches.ts';

/** Coefficients of the two regressions, each with its intercept first. @see gateway/src/search/relevance/relevance.ts */
export interface RelevanceFit {
  query: number[];
  item: number[];
}

/** Equals the constant of the gateway. */
const MAX_CANDIDATES = 200;
/** Weights of the searches. Questions of the same subject can have an answer that is not marked as such. */
const KIND_WEIGHT = { answerable: 1, nonsense: 1, 'other-subject': 1, 'same-subject': 0.3 };
const SMALL_TENANT_WEIGHT = 0.3;

/** Fits the probability that a query has an answer, and that a result is relevant if the query has one. */
export function fitRelevance(searches: readonly ObservedSearch[]): RelevanceFit {
  const weightOf = ({ scenario }: ObservedSearch): number =>
    scenario.endsWith('-small') ? SMALL_TENANT_WEIGHT : 1;
  return {
    query: fitLogistic(
      searches.map((search) => ({
        features: queryFeatures(search),
        label: search.kind === 'answerable' ? 1 : 0,
        weight: KIND_WEIGHT[search.kind] * weightOf(search),
      })),
    ),
    item: fitLogistic(
      searches
        .filter(({ kind }) => kind === 'answerable')
        .flatMap((search) =>
          search.results.map((result) => ({
            features: itemFeatures(search, result),
            label: result.relevant ? 1 : 0,
            weight: weightOf(search),
          })),
        ),
    ),
  };
}

/** Returns the relevance of each result of a search. */
export function predictRelevance(fit: RelevanceFit, search: ObservedSearch): number[] {
  const hasAnswer = predictLogistic(fit.query, queryFeatures(search));
  return search.results.map((result) => hasAnswer * predictLogistic(fit.item, itemFeatures(search, result)));
}

const candidatesFeature = ({ candidates }: ObservedSearch): number =>
  Math.log(Math.min(MAX_CANDIDATES, Math.max(1, candidates)));

function queryFeatures(search: ObservedSearch): number[] {
  const coverage = Math.max(0, ...search.results.map((result) => result.coverage));
  const similarity = Math.max(0, ...search.results.map((result) => result.similarity ?? 0));
  return [coverage, coverage ** 2, similarity, candidatesFeature(search)];
}

const itemFeatures = (
  search: ObservedSearch,
  { coverage, similarity, rankScore }: ResultSignals,
): number[] => [coverage, similarity ?? 0, rankScore, rankScore ** 2, candidatesFeature(search)];
