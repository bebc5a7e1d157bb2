import { createHash } from 'node:crypto';
import { METRICS } from '../datasets/data-set.ts';
import type { DataSet, Metric } from '../datasets/data-set.ts';
import type { Figure } from '../report/figure.ts';
import { mean } from '../retrieval/metrics.ts';
import { bootstrapInterval } from '../statistics/resample.ts';
import { scenarioOf } from './layouts.ts';
import type { Layout } from './layouts.ts';
import type { ScoredQuestion } from './measure-quality.ts';
import type { SearchVariant } from './search-variants.ts';

/** Maximum amount by which hybrid search may be below vector search alone. */
const MAX_BELOW_VECTOR = 0.01;
/** Category in which hybrid search must not be below keyword search, unless collections share a tenant. */
const GUARDED_CATEGORY = 'multi-hop';

/**
 * Computes the figures of one layout of a data set: each metric of each variant, over all questions and per category.
 *
 * @param scores scores of the same questions by variant. The targets of hybrid search depend on those of the single
 *   retrievers.
 */
export function qualityFigures(
  dataSet: DataSet,
  layout: Layout,
  scores: ReadonlyMap<SearchVariant, readonly ScoredQuestion[]>,
): Figure[] {
  const scenario = scenarioOf(dataSet, layout);
  const metrics = METRICS.filter(
    (metric) =>
      (metric !== 'graded nDCG@10' || hasGrades(dataSet)) &&
      (metric !== 'distinct@10' || dataSet.hasVersions),
  );
  return [...scores].flatMap(([variant, questions]) => {
    const categories = new Set(questions.map(({ category }) => category));
    categories.delete(undefined);
    return [undefined, ...categories].flatMap((category) =>
      metrics.map((metric): Figure => {
        const these = inCategory(questions, category);
        const target = variant === 'hybrid' ? targetOf(dataSet, layout, scores, metric, category) : undefined;
        const values = these.map((question) => question.scores[metric]);
        return {
          scenario,
          name: [variant, metric, ...(category === undefined ? [] : [category])].join(', '),
          unit: 'share',
          count: these.length,
          value: mean(values),
          interval: bootstrapInterval(values),
          samples: { of: hashOf(these), values: values.map(round) },
          ...(target !== undefined && { targets: [{ of: 'value', atLeast: target }] }),
        };
      }),
    );
  });
}

const hasGrades = ({ collections }: DataSet): boolean =>
  collections.some(({ questions }) =>
    questions.some(({ relevant }) => [...relevant.values()].some((grade) => grade !== 1)),
  );

const inCategory = (questions: readonly ScoredQuestion[], category: string | undefined): ScoredQuestion[] =>
  questions.filter((question) => category === undefined || question.category === category);

function targetOf(
  { mainMetric, target = 0 }: DataSet,
  layout: Layout,
  scores: ReadonlyMap<SearchVariant, readonly ScoredQuestion[]>,
  metric: Metric,
  category: string | undefined,
): number | undefined {
  const isPooled = layout === 'pooled' || layout === 'filtered';
  if (metric !== mainMetric) return undefined;
  if (category !== undefined && (category !== GUARDED_CATEGORY || isPooled)) return undefined;
  const valueOf = (variant: SearchVariant): number =>
    mean(inCategory(scores.get(variant) ?? [], category).map((question) => question.scores[metric]));
  const single = category === undefined ? valueOf('vector') - MAX_BELOW_VECTOR : 0;
  const minimum = category === undefined && layout === 'separate' ? target : 0;
  const highest = Math.max(valueOf('keyword'), single, minimum);
  // Rounded down, so that floating-point errors do not cause a missed target.
  return highest > 0 ? Math.floor(highest * 10_000) / 10_000 : undefined;
}

const hashOf = (questions: readonly ScoredQuestion[]): string =>
  createHash('sha256')
    .update(questions.map(({ key }) => key).join('\n'))
    .digest('hex')
    .slice(0, 16);

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
