import type { Metric } from '../datasets/data-set.ts';
import { allFoundAt, distinctAt, ndcgAt, recallAt, reciprocalRank } from './metrics.ts';

/** Number of results per search. Equals the API default, so that the default candidate window applies. */
export const RESULTS = 20;

/**
 * Scores one ranking.
 *
 * @param ranked item ids, best first. Metrics without a cutoff use the first {@link RESULTS}.
 * @param grades grades of the relevant items by id, at least one
 */
export function scoreRanking(
  ranked: readonly string[],
  grades: ReadonlyMap<string, number>,
): Record<Metric, number> {
  const relevant = new Set(grades.keys());
  return {
    'recall@5': recallAt(ranked, relevant, 5),
    'recall@10': recallAt(ranked, relevant, 10),
    'recall@20': recallAt(ranked, relevant, RESULTS),
    'MRR@20': reciprocalRank(ranked.slice(0, RESULTS), relevant),
    'nDCG@10': ndcgAt(ranked, new Map([...relevant].map((id) => [id, 1])), 10),
    'graded nDCG@10': ndcgAt(ranked, grades, 10),
    'all@5': allFoundAt(ranked, relevant, 5),
    'all@10': allFoundAt(ranked, relevant, 10),
    'distinct@10': distinctAt(ranked, 10),
  };
}
