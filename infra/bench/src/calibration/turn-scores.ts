import type { RankedSearch } from '../ranking/collect-rankings.ts';
import { predictTrees } from '../ranking/fit-trees.ts';
import type { Tree } from '../ranking/fit-trees.ts';
import { fitRanking } from '../ranking/ranking-figures.ts';
import type { ObservedSearch, ResultSignals } from './collect-searches.ts';

/** A result with its score by the model of learned ranking. */
export interface ScoredResult extends ResultSignals {
  /** Null if the model does not score the result. */
  turnScore: number | null;
}

export interface ScoredSearch extends ObservedSearch {
  results: ScoredResult[];
}

/**
 * Scores the results of searches.
 *
 * @param heldOut collection without which the model is trained, in addition to that of each search
 */
export type ScoreTurns = (searches: readonly ObservedSearch[], heldOut?: string) => ScoredSearch[];

/**
 * Returns a function that scores the results of each collection by a model that was trained on other collections, because the
 * scores of the released model for its own questions are too good.
 *
 * @param rankings answerable questions, on which the models are trained
 */
export function scoreByOthers(rankings: readonly RankedSearch[]): ScoreTurns {
  const models = new Map<string, Tree[]>();
  const trainWithout = (excluded: readonly string[]): Tree[] => {
    const key = JSON.stringify([...new Set(excluded)].sort());
    const trees =
      models.get(key) ?? fitRanking(rankings.filter(({ collection }) => !excluded.includes(collection)));
    models.set(key, trees);
    return trees;
  };
  return (searches, heldOut) =>
    searches.map((search) => ({
      ...search,
      results: search.results.map((result) => ({
        ...result,
        turnScore:
          result.modelSignals &&
          predictTrees(
            trainWithout([search.collection, ...(heldOut === undefined ? [] : [heldOut])]),
            result.modelSignals,
          ),
      })),
    }));
}
