import { fitIsotonic, interpolate } from '../statistics/isotonic-regression.ts';
import type { Knots } from '../statistics/isotonic-regression.ts';
import { fitLogistic, predictLogistic } from '../statistics/logistic-regression.ts';
import type { Sample } from '../statistics/logistic-regression.ts';
import type { ScoredResult, ScoredSearch } from './turn-scores.ts';

/**
 * Coefficients of the regressions, each with its intercept first, and the calibration of those of the item.
 *
 * @see gateway/src/search/relevance/relevance.ts
 */
export interface RelevanceFit {
  query: number[];
  item: number[];
  /** Observed shares of relevant results by the estimate of the regression of the item. */
  itemShares: Knots;
  /** Regression of the items that the model of learned ranking scores, in place of `item`. */
  turn: number[];
  turnShares: Knots;
}

/** Equals the constant of the gateway. */
const MAX_CANDIDATES = 200;
/** Weights of the searches. Questions of the same subject can have an answer that is not marked as such. */
const KIND_WEIGHT = { answerable: 1, nonsense: 1, 'other-subject': 1, 'same-subject': 0.3 };
const SMALL_TENANT_WEIGHT = 0.3;
/**
 * Lower bounds of the bins in which estimates of items and of turns are compared with the observed shares. There are too few
 * higher estimates for more bins.
 */
const BINS = [0, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4];
const TURN_BINS = [...BINS, 0.5, 0.6, 0.7];

interface ItemSample extends Sample {
  collection: string;
}

/**
 * Fits the probability that a query has an answer, and that a result is relevant if the query has one.
 *
 * @param searches searches with results that the model of learned ranking scores, and with others
 */
export function fitRelevance(searches: readonly ScoredSearch[]): RelevanceFit {
  // Also with the items that the model scores, because the others are too few.
  const items = itemSamples(searches, itemFeatures);
  const turns = itemSamples(searches, turnFeatures);
  return {
    query: fitLogistic(
      searches.map((search) => ({
        features: queryFeatures(search),
        label: search.kind === 'answerable' ? 1 : 0,
        weight: KIND_WEIGHT[search.kind] * weightOf(search),
      })),
    ),
    item: fitLogistic(items),
    itemShares: fitIsotonic(estimateByOthers(items), BINS),
    turn: fitLogistic(turns),
    turnShares: fitIsotonic(estimateByOthers(turns), TURN_BINS),
  };
}

/** Returns the relevance of each result of a search. */
export function predictRelevance(
  { query, item, itemShares, turn, turnShares }: RelevanceFit,
  search: ScoredSearch,
): number[] {
  const hasAnswer = predictLogistic(query, queryFeatures(search));
  return search.results.map((result) => {
    const features = turnFeatures(search, result);
    const isPart = features
      ? interpolate(turnShares, predictLogistic(turn, features))
      : interpolate(itemShares, predictLogistic(item, itemFeatures(search, result)));
    return hasAnswer * isPart;
  });
}

const weightOf = ({ scenario }: ScoredSearch): number =>
  scenario.endsWith('-small') ? SMALL_TENANT_WEIGHT : 1;

/** @param featuresOf returns null for a result that is not a sample */
const itemSamples = (
  searches: readonly ScoredSearch[],
  featuresOf: (search: ScoredSearch, result: ScoredResult) => number[] | null,
): ItemSample[] =>
  searches
    .filter(({ kind }) => kind === 'answerable')
    .flatMap((search) =>
      search.results.flatMap((result) => {
        const features = featuresOf(search, result);
        if (!features) return [];
        const label = result.relevant ? 1 : 0;
        return { collection: search.collection, features, label, weight: weightOf(search) };
      }),
    );

/**
 * Estimates the samples of each collection with a regression on the other collections, because the estimates of a regression for its
 * own samples are too good. A single collection is estimated with its own regression.
 */
function estimateByOthers(samples: readonly ItemSample[]) {
  const collections = [...new Set(samples.map(({ collection }) => collection))];
  return collections.flatMap((each) => {
    const others = samples.filter(({ collection }) => collections.length === 1 || collection !== each);
    const coefficients = fitLogistic(others);
    return samples
      .filter(({ collection }) => collection === each)
      .map(({ features, label, weight }) => ({
        value: predictLogistic(coefficients, features),
        label,
        weight,
      }));
  });
}

const candidatesFeature = ({ candidates }: ScoredSearch): number =>
  Math.log(Math.min(MAX_CANDIDATES, Math.max(1, candidates)));

function queryFeatures(search: ScoredSearch): number[] {
  const coverage = Math.max(0, ...search.results.map((result) => result.coverage));
  const similarity = Math.max(0, ...search.results.map((result) => result.similarity ?? 0));
  return [coverage, coverage ** 2, similarity, candidatesFeature(search)];
}

const itemFeatures = (search: ScoredSearch, { coverage, similarity, rankScore }: ScoredResult): number[] => [
  coverage,
  similarity ?? 0,
  rankScore,
  rankScore ** 2,
  candidatesFeature(search),
];

/** Returns null if the model of learned ranking does not score the result. */
const turnFeatures = (
  search: ScoredSearch,
  { coverage, similarity, turnScore }: ScoredResult,
): number[] | null =>
  turnScore === null ? null : [coverage, similarity ?? 0, turnScore, candidatesFeature(search)];
