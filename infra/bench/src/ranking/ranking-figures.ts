import type { Metric } from '../datasets/data-set.ts';
import { formatCells } from '../report/table.ts';
import { mean } from '../retrieval/metrics.ts';
import { DEFAULT_RRF_K } from '../retrieval/rrf-sum.ts';
import { scoreRanking } from '../retrieval/score-ranking.ts';
import { bootstrapInterval, pairedRandomizationTest } from '../statistics/resample.ts';
import type { RankedItem, RankedSearch } from './collect-rankings.ts';
import { fitTrees, predictTrees } from './fit-trees.ts';
import type { Tree } from './fit-trees.ts';

/** Weight of the learned ranking as a multiple of the other weights. Equals that of the gateway. */
const MODEL_WEIGHT = 4;

/** Scores of one question with reciprocal rank fusion and with learned ranking. */
interface Compared {
  groups: string[];
  rrf: Record<Metric, number>;
  learned: Record<Metric, number>;
}

const SHOWN: readonly Metric[] = ['recall@5', 'recall@10', 'recall@20', 'MRR@20', 'nDCG@10'];

/** Fits the model of learned ranking. @param searches at least one relevant and one other result */
export function fitRanking(searches: readonly RankedSearch[]): Tree[] {
  const items = searches.flatMap((search) => search.items);
  return fitTrees({
    features: Float64Array.from(items.flatMap(({ signals }) => signals)),
    width: items[0]!.signals.length,
    labels: Uint8Array.from(items, ({ grade }) => (grade > 0 ? 1 : 0)),
  });
}

/** Returns the names of the items in the order of learned ranking. Equals the computation of the gateway. */
export function rankByTrees(trees: readonly Tree[], items: readonly RankedItem[]): string[] {
  const byModel = items
    .map((item) => ({ item, score: predictTrees(trees, item.signals) }))
    .sort((a, b) => b.score - a.score);
  return byModel
    .map(({ item }, i) => ({ item, sum: item.rrfSum + MODEL_WEIGHT / (DEFAULT_RRF_K + i + 1) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ item }) => item.name);
}

/**
 * Formats the quality of learned ranking, cross-validated: the questions of a collection are ranked by a model that was
 * trained on the other collections.
 */
export function formatRanking(searches: readonly RankedSearch[]): string {
  const compared = crossValidate(searches);
  const groups = [...new Set(compared.flatMap((question) => question.groups))].sort();
  const rows = groups.flatMap((group) => {
    const these = compared.filter((question) => question.groups.includes(group));
    return SHOWN.map((metric) => row(group, metric, these));
  });
  const headings = ['questions', 'N', 'metric', 'rrf', 'learned', 'difference', '95 % interval', 'p'];
  return formatCells([headings, ...rows], new Set([0, 2]));
}

function crossValidate(searches: readonly RankedSearch[]): Compared[] {
  const collections = [...new Set(searches.map(({ collection }) => collection))];
  return collections.flatMap((collection) => {
    const trees = fitRanking(searches.filter((search) => search.collection !== collection));
    return searches
      .filter((search) => search.collection === collection)
      .map(({ scenario, category, relevant, items }) => ({
        groups: [
          scenario,
          `${scenario}, ${collection}`,
          ...(category === undefined ? [] : [`${scenario}, ${category}`]),
        ],
        rrf: scoreRanking(items.map(({ name }) => name).slice(0, 20), relevant),
        learned: scoreRanking(rankByTrees(trees, items).slice(0, 20), relevant),
      }));
  });
}

function row(group: string, metric: Metric, questions: readonly Compared[]): string[] {
  const before = questions.map(({ rrf }) => rrf[metric]);
  const after = questions.map(({ learned }) => learned[metric]);
  const differences = after.map((value, i) => value - before[i]!);
  const [low, high] = bootstrapInterval(differences);
  return [
    group,
    String(questions.length),
    metric,
    mean(before).toFixed(3),
    mean(after).toFixed(3),
    signed(mean(differences)),
    `[${signed(low)}, ${signed(high)}]`,
    pairedRandomizationTest(before, after).toFixed(4),
  ];
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
