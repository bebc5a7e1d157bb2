import type { DataSet, Metric } from '../datasets/data-set.ts';
import type { Figure } from '../report/figure.ts';
import { scoreRanking } from '../retrieval/score-ranking.ts';
import { inParallel, PARALLEL_SEARCHES } from './in-parallel.ts';
import { storeDataSet, usefulLayouts } from './layouts.ts';
import type { Layout, QualityContext, StoredCollection } from './layouts.ts';
import { qualityFigures } from './quality-figures.ts';
import { rank } from './search-variants.ts';
import type { SearchVariant } from './search-variants.ts';
import { byConversation, CONVERSATION_RESULTS } from './units.ts';
import type { Unit } from './units.ts';

/** The scores of one question. */
export interface ScoredQuestion {
  /** Name of the collection and ID of the question. */
  key: string;
  category: string | undefined;
  scores: Record<Metric, number>;
}

export interface QualityRun {
  layouts: readonly Layout[];
  variants: readonly SearchVariant[];
  unit: Unit;
  /** Parameters of all searches, which override those of the variants. */
  parameters: Readonly<Record<string, unknown>>;
}

/** Stores a data set in each layout, searches for its questions with each variant, and returns the figures. */
export async function measureQuality(
  context: QualityContext,
  items: DataSet,
  run: QualityRun,
): Promise<Figure[]> {
  const dataSet = run.unit === 'conversation' ? byConversation(items) : items;
  const figures: Figure[] = [];
  for (const layout of usefulLayouts(dataSet, run.layouts)) {
    const stored = await storeDataSet(context, dataSet, layout);
    const scores = new Map<SearchVariant, ScoredQuestion[]>();
    for (const variant of run.variants) scores.set(variant, await scoreQuestions(stored, variant, run));
    figures.push(...qualityFigures(dataSet, layout, scores));
    context.log(`${dataSet.name}: ${layout} measured`);
  }
  return figures;
}

async function scoreQuestions(
  stored: readonly StoredCollection[],
  variant: SearchVariant,
  { unit, parameters }: QualityRun,
): Promise<ScoredQuestion[]> {
  const all = stored.flatMap((collection) =>
    collection.collection.questions.map((question) => ({ collection, question })),
  );
  const answerable = all.filter(({ question }) => question.relevant.size > 0);
  const limit = unit === 'conversation' ? { limit: CONVERSATION_RESULTS } : {};
  return inParallel(answerable, PARALLEL_SEARCHES, async ({ collection, question }) => {
    const { tenant, itemIdOf, filter } = collection;
    const time = question.time === undefined ? {} : { reference_time: question.time };
    const found = await rank(tenant, question.text, variant, { ...limit, ...filter, ...time, ...parameters });
    // Memories of other collections are not relevant.
    const ranked = found.map((id) => itemIdOf.get(id) ?? `other ${id}`);
    return {
      key: `${collection.collection.name} ${question.id}`,
      category: question.category,
      scores: scoreRanking(unit === 'conversation' ? [...new Set(ranked)] : ranked, question.relevant),
    };
  });
}
