import type { Collection, DataSet } from '../datasets/data-set.ts';
import { inParallel, PARALLEL_SEARCHES } from '../quality/in-parallel.ts';
import { scenarioOf, storeDataSet } from '../quality/layouts.ts';
import type { QualityContext, StoredCollection } from '../quality/layouts.ts';
import { rejectDegraded } from '../quality/search-variants.ts';
import { DEFAULT_RRF_K, rrfSum } from '../retrieval/rrf-sum.ts';
import type { ExplainedRetrievers } from '../retrieval/rrf-sum.ts';
import { RESULTS } from '../retrieval/score-ranking.ts';
import { createRandom } from '../texts/random.ts';
import { listUnanswerable } from './unanswerable.ts';
import type { Unanswerable } from './unanswerable.ts';

/** Signals of one result. */
export interface ResultSignals {
  coverage: number;
  similarity: number | null;
  /** Score of reciprocal rank fusion with the default parameters. */
  rankScore: number;
  /** Signals that the model of learned ranking scores the result by. Null if the model does not score it. */
  modelSignals: number[] | null;
  relevant: boolean;
}

/** A search with its results, best first. */
export interface ObservedSearch {
  /** Data set and layout. */
  scenario: string;
  /** Collection that the items come from. Searches of the same collection are in the same fold. */
  collection: string;
  query: string;
  kind: 'answerable' | Unanswerable;
  candidates: number;
  /** Number of relevant items of the tenant. */
  relevantItems: number;
  results: ResultSignals[];
}

const SEED = 11;
/** Sizes of the small tenants, in items. */
const SMALL_SIZES = [3, 10, 30];
const SMALL_TENANTS_PER_SIZE = 8;
/** One of so many queries without an answer is used in a small tenant. */
const SMALL_SAMPLING = 20;

/**
 * Stores the data sets in the layouts `separate` and `no-conversations`, and excerpts of the collections in small tenants.
 * Runs the questions and queries without an answer with default parameters.
 */
export async function collectSearches(
  context: QualityContext,
  dataSets: readonly DataSet[],
): Promise<ObservedSearch[]> {
  const searches: ObservedSearch[] = [];
  for (const dataSet of dataSets) {
    const layouts =
      dataSet.collections.length > 1 ? (['separate', 'no-conversations'] as const) : (['separate'] as const);
    for (const layout of layouts) {
      const stored = await storeDataSet(context, dataSet, layout);
      const scenario = scenarioOf(dataSet, layout);
      for (const collection of stored) {
        const unanswerable = listUnanswerable(dataSets, dataSet, collection.collection.name);
        searches.push(...(await observe(scenario, collection, unanswerable)));
      }
      context.log(`${scenario}: searched`);
    }
    const small = { ...dataSet, collections: dataSet.collections.flatMap(excerpts) };
    for (const collection of await storeDataSet(context, small, 'separate')) {
      const unanswerable = listUnanswerable(dataSets, dataSet, collection.collection.name).filter(
        (_, index) => index % SMALL_SAMPLING === 0,
      );
      searches.push(...(await observe(`${dataSet.name}-small`, collection, unanswerable)));
    }
  }
  return searches;
}

/** Returns excerpts of consecutive items, with the questions that they answer at least in part. */
function excerpts(collection: Collection): Collection[] {
  const random = createRandom(SEED);
  const all = SMALL_SIZES.flatMap((size) =>
    Array.from({ length: SMALL_TENANTS_PER_SIZE }, () => {
      const start = Math.floor(random() * Math.max(1, collection.items.length - size));
      const items = collection.items.slice(start, start + size);
      const ids = new Set(items.map(({ id }) => id));
      const questions = collection.questions.flatMap((question) => {
        const relevant = new Map([...question.relevant].filter(([id]) => ids.has(id)));
        return relevant.size === 0 ? [] : [{ ...question, relevant }];
      });
      return { name: collection.name, items, questions };
    }),
  );
  return all.filter(({ questions }) => questions.length > 0);
}

async function observe(
  scenario: string,
  { collection, tenant, itemIdOf }: StoredCollection,
  unanswerable: readonly { kind: Unanswerable; text: string }[],
): Promise<ObservedSearch[]> {
  const queries = [
    ...collection.questions.map(({ text, relevant }) => ({ kind: 'answerable' as const, text, relevant })),
    ...unanswerable.map((query) => ({ ...query, relevant: new Map<string, number>() })),
  ];
  return inParallel(queries, PARALLEL_SEARCHES, async ({ kind, text, relevant }) => {
    const { items, search_metadata } = await tenant.searches.call<{
      items: {
        id: string;
        explanation: {
          retrievers: ExplainedRetrievers;
          fusion: { learned: { signals: Record<string, number> | null } | null };
        };
        score_breakdown: { vector_score: number | null; query_coverage: number | null };
      }[];
      search_metadata: { degraded?: string[] | null; stats: { graph_count: number } };
    }>('POST', '/api/v2/search/hybrid', { query: text, limit: RESULTS, explain: true }, 200);
    rejectDegraded(search_metadata);
    return {
      scenario,
      collection: collection.name,
      query: text,
      kind,
      // Without relationships, the graph ranks exactly the candidates.
      candidates: search_metadata.stats.graph_count,
      relevantItems: relevant.size,
      results: items.map(
        ({ id, explanation: { retrievers, fusion }, score_breakdown: { vector_score, query_coverage } }) => ({
          coverage: query_coverage ?? 0,
          similarity: vector_score,
          // Divided by the sum of an item that all retrievers rank first.
          rankScore: rrfSum(retrievers) * (DEFAULT_RRF_K + 1),
          modelSignals: fusion.learned?.signals ? Object.values(fusion.learned.signals) : null,
          relevant: relevant.has(itemIdOf.get(id)!),
        }),
      ),
    };
  });
}
