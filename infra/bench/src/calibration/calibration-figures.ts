import { formatInterval, formatShare } from '../report/format-share.ts';
import { formatCells } from '../report/table.ts';
import { mean } from '../retrieval/metrics.ts';
import { bootstrapRatioInterval } from '../statistics/resample.ts';
import type { ObservedSearch } from './collect-searches.ts';
import { fitRelevance, predictRelevance } from './relevance-fit.ts';
import type { ScoreTurns } from './turn-scores.ts';

/** A search with the relevance of its results, estimated by a fit without the collection of the search. */
interface RatedSearch extends ObservedSearch {
  relevance: number[];
}

const BINS = [0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1];
const RELIABILITY_HEADINGS = [
  'searches',
  'relevance',
  'questions',
  'results',
  'mean estimate',
  'share of relevant results',
  '95 % interval',
];

/** Rates the results of each collection with a fit on the other collections. */
function crossValidate(searches: readonly ObservedSearch[], scoreTurns: ScoreTurns): RatedSearch[] {
  const collections = [...new Set(searches.map(({ collection }) => collection))];
  return collections.flatMap((collection) => {
    const scored = scoreTurns(searches, collection);
    const fit = fitRelevance(scored.filter((search) => search.collection !== collection));
    return scored
      .filter((search) => search.collection === collection)
      .map((search) => ({ ...search, relevance: predictRelevance(fit, search) }));
  });
}

/**
 * Formats the cross-validated quality of the estimates: for several values of `min_relevance`, the effect on answerable and
 * unanswerable queries, and a comparison of the estimates with the observed shares of relevant results. The brackets contain 95 %
 * confidence intervals.
 */
export function formatCalibration(
  searches: readonly ObservedSearch[],
  scoreTurns: ScoreTurns,
  thresholds: readonly number[],
): string {
  const rated = crossValidate(searches, scoreTurns);
  const groups = [...new Set(rated.map(({ scenario, kind }) => `${scenario}\n${kind}`))].sort();
  const rows = groups.flatMap((group) => {
    const [scenario, kind] = group.split('\n');
    const these = rated.filter((search) => search.scenario === scenario && search.kind === kind);
    return [0, ...thresholds].map((threshold) => thresholdRow(scenario!, kind!, these, threshold));
  });
  const headings = [
    'scenario',
    'queries',
    'N',
    'min_relevance',
    'with results',
    'results',
    'recall@10',
    'precision',
  ];
  return [
    formatCells([headings, ...rows], new Set([0, 1])),
    '',
    formatCells([RELIABILITY_HEADINGS, ...reliabilityRows(rated)], new Set([0, 1])),
  ].join('\n');
}

function thresholdRow(
  scenario: string,
  kind: string,
  searches: readonly RatedSearch[],
  threshold: number,
): string[] {
  const kept = searches.map(({ results, relevance }) => results.filter((_, i) => relevance[i]! >= threshold));
  const relevant = kept.map((results) => results.filter((result) => result.relevant).length);
  const recall = searches.map(
    ({ relevantItems }, i) =>
      kept[i]!.slice(0, 10).filter((result) => result.relevant).length / relevantItems,
  );
  const meanOf = (values: readonly number[]): string =>
    shareOf(
      searches,
      values.map((value) => [value, 1]),
    );
  const total = kept.reduce((sum, results) => sum + results.length, 0);
  const isAnswerable = kind === 'answerable';
  return [
    scenario,
    kind,
    String(searches.length),
    threshold.toString(),
    meanOf(kept.map((results) => (results.length > 0 ? 1 : 0))),
    (total / searches.length).toFixed(1),
    isAnswerable ? meanOf(recall) : '',
    isAnswerable && total > 0
      ? shareOf(
          searches,
          kept.map((results, i) => [relevant[i]!, results.length]),
        )
      : '',
  ];
}

/**
 * Formats a ratio of sums over searches with its interval. A question can be searched for in several tenants, so the interval is
 * that over the questions.
 *
 * @param pairs numerator and denominator of each search
 */
function shareOf(searches: readonly RatedSearch[], pairs: readonly (readonly [number, number])[]): string {
  const byQuestion = Map.groupBy(pairs.keys(), (i) => questionOf(searches[i]!));
  const sums = Array.from(byQuestion.values(), (indexes) => sumOf(indexes.map((i) => pairs[i]!)));
  const [numerator, denominator] = sumOf(sums);
  const interval = bootstrapRatioInterval(sums.filter(([, below]) => below > 0));
  return `${formatShare(numerator / denominator)} ${formatInterval(interval)}`;
}

const sumOf = (pairs: readonly (readonly [number, number])[]): [number, number] =>
  pairs.reduce<[number, number]>(([above, below], [a, b]) => [above + a, below + b], [0, 0]);

const questionOf = ({ collection, query }: ObservedSearch): string => `${collection} ${query}`;

/** Compares the estimates with the observed shares, of all tenants except small ones and of small tenants. */
const reliabilityRows = (rated: readonly RatedSearch[]): string[][] =>
  [false, true].flatMap((isSmall) =>
    binRows(
      isSmall ? 'small tenants' : 'tenants',
      rated.filter(({ kind, scenario }) => kind === 'answerable' && scenario.endsWith('-small') === isSmall),
    ),
  );

function binRows(tenants: string, searches: readonly RatedSearch[]): string[][] {
  const results = searches.flatMap((search) =>
    search.results.map(({ relevant }, i) => ({
      question: questionOf(search),
      relevant,
      relevance: search.relevance[i]!,
    })),
  );
  return BINS.slice(1).flatMap((high, i) => {
    const low = BINS[i]!;
    const these = results.filter(({ relevance }) => relevance >= low && relevance < high);
    if (these.length === 0) return [];
    // A question has results in several layouts and tenants, so the interval is that over the questions.
    const byQuestion = [...Map.groupBy(these, ({ question }) => question).values()];
    const interval = bootstrapRatioInterval(
      byQuestion.map((group) => [group.filter(({ relevant }) => relevant).length, group.length]),
    );
    return [
      [
        tenants,
        `${low} to ${high}`,
        String(byQuestion.length),
        String(these.length),
        mean(these.map(({ relevance }) => relevance)).toFixed(3),
        mean(these.map(({ relevant }) => (relevant ? 1 : 0))).toFixed(3),
        formatInterval(interval),
      ],
    ];
  });
}
