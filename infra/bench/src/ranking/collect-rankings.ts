import type { Collection, DataSet } from '../datasets/data-set.ts';
import { inParallel, PARALLEL_SEARCHES } from '../quality/in-parallel.ts';
import { scenarioOf, storeDataSet, usefulLayouts } from '../quality/layouts.ts';
import type { Layout, QualityContext, StoredCollection } from '../quality/layouts.ts';
import { rrfSum } from '../retrieval/rrf-sum.ts';
import type { ExplainedRetrievers } from '../retrieval/rrf-sum.ts';

/** A result with the signals that learned ranking scores it by. */
export interface RankedItem {
  /** Name of the collection and ID of the item. */
  name: string;
  /** Grade of the item, 0 if it is not relevant. */
  grade: number;
  signals: number[];
  /** Sum of the contributions of the retrievers, by which reciprocal rank fusion ranks the item. */
  rrfSum: number;
}

/** The first results of a question, ranked by reciprocal rank fusion, best first. */
export interface RankedSearch {
  /** Data set and layout. */
  scenario: string;
  /** Collection of the question. Searches of the same collection are in the same fold. */
  collection: string;
  category: string | undefined;
  /** Grades of all relevant items by name. */
  relevant: ReadonlyMap<string, number>;
  /** Names of the signals of the items. */
  signals: string[];
  items: RankedItem[];
}

/** Number of results that learned ranking orders, which is also the highest limit of a search with explanations. */
const MODEL_WINDOW = 50;

interface Explained {
  id: string;
  explanation: {
    retrievers: ExplainedRetrievers;
    fusion: { learned: { signals: Record<string, number> | null } | null };
  };
}

/** Stores the data sets in all useful layouts and runs their questions with explanations. */
export async function collectRankings(
  context: QualityContext,
  dataSets: readonly DataSet[],
  layouts: readonly Layout[],
): Promise<RankedSearch[]> {
  const collected: RankedSearch[] = [];
  for (const dataSet of dataSets) {
    for (const layout of usefulLayouts(dataSet, layouts)) {
      const scenario = scenarioOf(dataSet, layout);
      const stored = await storeDataSet(context, dataSet, layout);
      const nameOf = new Map(
        stored.flatMap(({ collection, itemIdOf }) =>
          Array.from(itemIdOf, ([memory, item]) => [memory, toName(collection, item)] as const),
        ),
      );
      for (const collection of stored) collected.push(...(await rankQuestions(scenario, collection, nameOf)));
      context.log(`${scenario}: searched`);
    }
  }
  return collected;
}

const toName = ({ name }: Pick<Collection, 'name'>, item: string): string => `${name} ${item}`;

/** @param nameOf names of the items of the tenant by memory ID */
function rankQuestions(
  scenario: string,
  { collection, tenant, filter }: StoredCollection,
  nameOf: ReadonlyMap<string, string>,
): Promise<RankedSearch[]> {
  const answerable = collection.questions.filter(({ relevant }) => relevant.size > 0);
  return inParallel(answerable, PARALLEL_SEARCHES, async (question) => {
    const { items } = await tenant.searches.call<{ items: Explained[] }>(
      'POST',
      '/api/v2/search/hybrid',
      {
        query: question.text,
        limit: MODEL_WINDOW,
        explain: true,
        ranking: 'learned',
        // The results are then exactly the items that the model orders.
        second_hop: false,
        ...filter,
      },
      200,
    );
    const relevant = new Map(
      Array.from(question.relevant, ([item, grade]) => [toName(collection, item), grade]),
    );
    const ranked = items.flatMap(({ id, explanation: { retrievers, fusion } }): RankedItem[] => {
      const signals = fusion.learned?.signals;
      if (!signals) return [];
      const name = nameOf.get(id)!;
      const grade = relevant.get(name) ?? 0;
      return [{ name, grade, signals: Object.values(signals), rrfSum: rrfSum(retrievers) }];
    });
    return {
      scenario,
      collection: collection.name,
      category: question.category,
      relevant,
      signals: Object.keys(items[0]?.explanation.fusion.learned?.signals ?? {}),
      items: ranked.sort((a, b) => b.rrfSum - a.rrfSum),
    };
  });
}
