import type { Cranfield } from '../datasets/cranfield.ts';
import { waitUntilIndexed } from '../platform/wait-until-indexed.ts';
import type { Figure } from '../report/figure.ts';
import { mean, ndcgAt, recallAt, reciprocalRank } from '../retrieval/metrics.ts';
import { inParallel } from './in-parallel.ts';
import { INDEXING_TIMEOUT_MS, PARALLEL_SEARCHES } from './quality-context.ts';
import type { QualityContext } from './quality-context.ts';
import { SEARCH_VARIANTS, RESULTS, rank } from './ranking.ts';

export interface ScoredQuery {
  /** nDCG@10 with the same gain for all relevant documents. */
  ndcgAt10: number;
  /** nDCG@10 with gains from 1 (minimum interest) to 4 (complete answer). */
  gradedNdcgAt10: number;
  recallAt5: number;
  recallAt10: number;
  recallAt20: number;
  reciprocalRank: number;
}

const HYBRID_NDCG = 0.4;
const MAX_BELOW_BEST_RETRIEVER = 0.01;

/** Stores the abstracts as memories of one tenant, searches for the queries and returns the figures. */
export async function cranfieldQuality(context: QualityContext, collection: Cranfield): Promise<Figure[]> {
  const tenant = await context.tenant('cranfield');
  const ids = await inParallel(collection.documents, PARALLEL_SEARCHES, async ({ content }) => {
    const { id } = await tenant.stores.call<{ id: string }>('POST', '/api/v2/memories', { content }, 201);
    return id;
  });
  const documentIdOf = new Map(ids.map((id, index) => [id, collection.documents[index]!.documentId]));
  await waitUntilIndexed(tenant.stores, ids.length, { timeoutMs: INDEXING_TIMEOUT_MS, clock: context.clock });
  context.log(`cranfield: ${ids.length} abstracts stored`);
  const scores = new Map<string, ScoredQuery[]>();
  for (const variant of SEARCH_VARIANTS) {
    const scored = await inParallel(collection.queries, PARALLEL_SEARCHES, async (query) => {
      const ranked = (await rank(tenant, query.question, variant)).map((id) => documentIdOf.get(id) ?? id);
      return scoreQuery(ranked, query.grades);
    });
    scores.set(variant.name, scored);
  }
  return cranfieldFigures(scores);
}

/** Scores one ranking. @param ranked document ids, best first */
export function scoreQuery(ranked: readonly string[], grades: ReadonlyMap<string, number>): ScoredQuery {
  const relevant = new Set(grades.keys());
  return {
    ndcgAt10: ndcgAt(ranked, new Map([...relevant].map((id) => [id, 1])), 10),
    gradedNdcgAt10: ndcgAt(ranked, grades, 10),
    recallAt5: recallAt(ranked, relevant, 5),
    recallAt10: recallAt(ranked, relevant, 10),
    recallAt20: recallAt(ranked, relevant, RESULTS),
    reciprocalRank: reciprocalRank(ranked, relevant),
  };
}

/**
 * Computes the figures of all search variants.
 *
 * @param scores scores by variant: `hybrid`, `keyword alone`, `vector alone`. The targets of hybrid search
 *   depend on the scores of the single retrievers.
 */
export function cranfieldFigures(scores: ReadonlyMap<string, readonly ScoredQuery[]>): Figure[] {
  const ndcg = (variant: string) => mean((scores.get(variant) ?? []).map((score) => score.ndcgAt10));
  const keyword = ndcg('keyword alone');
  const bestSingle = Math.max(keyword, ndcg('vector alone'));
  const bar = Math.max(HYBRID_NDCG, keyword, bestSingle - MAX_BELOW_BEST_RETRIEVER);
  return [...scores].flatMap(([variant, queries]) => {
    const figure = (name: string, of: (score: ScoredQuery) => number, atLeast?: number): Figure => ({
      scenario: 'cranfield',
      name: `${variant}, ${name}`,
      unit: 'share',
      count: queries.length,
      value: mean(queries.map(of)),
      ...(variant === 'hybrid' && atLeast !== undefined ? { targets: [{ of: 'value', atLeast }] } : {}),
    });
    return [
      figure('nDCG@10', (score) => score.ndcgAt10, Math.floor(bar * 10_000) / 10_000),
      figure('graded nDCG@10', (score) => score.gradedNdcgAt10),
      figure('recall@5', (score) => score.recallAt5),
      figure('recall@10', (score) => score.recallAt10),
      figure(`recall@${RESULTS}`, (score) => score.recallAt20),
      figure(`MRR@${RESULTS}`, (score) => score.reciprocalRank),
    ];
  });
}
