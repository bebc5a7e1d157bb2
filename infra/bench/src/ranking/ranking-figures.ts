import type { Metric } from '../datasets/data-set.ts';
import { formatDifference, formatInterval, formatShare } from '../report/format-share.ts';
import { formatCells } from '../report/table.ts';
import { mean } from '../retrieval/metrics.ts';
import { DEFAULT_RRF_K } from '../retrieval/rrf-sum.ts';
import { RESULTS, scoreRanking } from '../retrieval/score-ranking.ts';
import { bootstrapInterval, pairedRandomizationTest } from '../statistics/resample.ts';
import type { RankedItem, RankedSearch } from './collect-rankings.ts';
import { fitTrees, predictTrees } from './fit-trees.ts';
import type { Tree } from './fit-trees.ts';

/** Weight of the learned ranking as a multiple of the other weights. Equals that of the gateway. */
const MODEL_WEIGHT = 4;

type Scores = Record<Metric, number>;

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
export const formatRanking = (searches: readonly RankedSearch[]): string =>
  formatComparison(searches, ['rrf', searches.map(scoreByRrf)], ['learned', crossValidate(searches)]);

/**
 * Formats the quality of learned ranking without signals, compared with the complete model. Both are cross-validated.
 *
 * @param ablations sets of signals, each of which is left out on its own
 * @throws Error if the searches have no such signal
 */
export function formatAblations(
  searches: readonly RankedSearch[],
  ablations: readonly (readonly string[])[],
): string[] {
  if (ablations.length === 0) return [];
  const complete = crossValidate(searches);
  return ablations.map((signals) => {
    const reduced = crossValidate(searches.map((search) => withoutSignals(search, signals)));
    return formatComparison(searches, ['learned', complete], [`without ${signals.join(', ')}`, reduced]);
  });
}

/** Sets signals to 0. The trees of a model do not split by a signal that is equal in all samples. */
function withoutSignals(search: RankedSearch, left: readonly string[]): RankedSearch {
  const unknown = left.find((name) => search.items.length > 0 && !search.signals.includes(name));
  if (unknown !== undefined)
    throw new Error(`Unknown signal ${unknown}. The signals are ${search.signals.join(', ')}.`);
  const items = search.items.map((item) => ({
    ...item,
    signals: item.signals.map((value, i) => (left.includes(search.signals[i]!) ? 0 : value)),
  }));
  return { ...search, items };
}

const scoreByRrf = ({ items, relevant }: RankedSearch): Scores =>
  scoreRanking(items.map(({ name }) => name).slice(0, RESULTS), relevant);

function crossValidate(searches: readonly RankedSearch[]): Scores[] {
  const collections = new Set(searches.map(({ collection }) => collection));
  const treesOf = new Map(
    Array.from(collections, (held) => [
      held,
      fitRanking(searches.filter(({ collection }) => collection !== held)),
    ]),
  );
  return searches.map(({ collection, items, relevant }) =>
    scoreRanking(rankByTrees(treesOf.get(collection)!, items).slice(0, RESULTS), relevant),
  );
}

const groupsOf = ({ scenario, collection, category }: RankedSearch): string[] => [
  scenario,
  `${scenario}, ${collection}`,
  ...(category === undefined ? [] : [`${scenario}, ${category}`]),
];

/** @param before heading and scores of each search @param after heading and scores of each search */
function formatComparison(
  searches: readonly RankedSearch[],
  before: [string, Scores[]],
  after: [string, Scores[]],
): string {
  const groups = [...new Set(searches.flatMap(groupsOf))].sort();
  const rows = groups.flatMap((group) => {
    const isShown = (_: unknown, i: number): boolean => groupsOf(searches[i]!).includes(group);
    return SHOWN.map((metric) => row(group, metric, before[1].filter(isShown), after[1].filter(isShown)));
  });
  const headings = ['questions', 'N', 'metric', before[0], after[0], 'difference', '95 % interval', 'p'];
  return formatCells([headings, ...rows], new Set([0, 2]));
}

function row(
  group: string,
  metric: Metric,
  beforeScores: readonly Scores[],
  afterScores: readonly Scores[],
): string[] {
  const before = beforeScores.map((scores) => scores[metric]);
  const after = afterScores.map((scores) => scores[metric]);
  const differences = after.map((value, i) => value - before[i]!);
  return [
    group,
    String(before.length),
    metric,
    ...[before, after].map(
      (values) => `${formatShare(mean(values))} ${formatInterval(bootstrapInterval(values))}`,
    ),
    formatDifference(mean(differences)),
    formatInterval(bootstrapInterval(differences), formatDifference),
    pairedRandomizationTest(before, after).toFixed(4),
  ];
}
